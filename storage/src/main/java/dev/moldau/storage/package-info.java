/**
 * A partition's log on disk, as the broker sees it: {@link dev.moldau.storage.LogDirectory} opens
 * and keeps the logs of one data folder, {@link dev.moldau.storage.PartitionLog} is the mutable log
 * (owned by one lane), {@link dev.moldau.storage.LogView} is the immutable picture of it that any
 * thread reads, and {@link dev.moldau.storage.FileRecords} a run of batches on its way from the
 * file to a socket. The pieces that they are made of live in the packages below this one.
 */
@NullMarked
package dev.moldau.storage;

import org.jspecify.annotations.NullMarked;
