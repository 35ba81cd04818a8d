/**
 * Which leader epoch began at which offset (KIP-101), in memory as an immutable list and on disk as
 * a {@code leader-epoch-checkpoint}. Changed by the log's lane, read by anybody.
 */
@NullMarked
package dev.moldau.storage.epoch;

import org.jspecify.annotations.NullMarked;
