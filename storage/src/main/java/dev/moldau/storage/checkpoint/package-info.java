/**
 * The small text files of a data folder in Kafka's formats: offset checkpoints, epoch checkpoints,
 * {@code partition.metadata}, {@code meta.properties}. Readers answer with a typed result whatever
 * the bytes; writers replace a file whole.
 */
@NullMarked
package dev.moldau.storage.checkpoint;

import org.jspecify.annotations.NullMarked;
