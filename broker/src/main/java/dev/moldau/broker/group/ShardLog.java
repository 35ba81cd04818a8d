package dev.moldau.broker.group;

import dev.moldau.protocol.record.MemoryRecords;
import java.util.concurrent.CompletionStage;

/**
 * The partition of {@code __consumer_offsets} under a shard, as its leader sees it. Implemented by
 * the partition side; safe for use by any thread.
 */
public interface ShardLog {

    /** The first offset that the log still has. */
    long startOffset();

    /** The offset that the next record gets; what lies below must be loaded. */
    long endOffset();

    /** The largest batch that the log takes, in bytes ({@code max.message.bytes}). */
    int maxBatchBytes();

    /**
     * Appends one v2 batch, whose base offset the log assigns.
     *
     * @param batch one batch; the log may stamp it in place and keeps no reference to it after the
     *     stage has completed
     * @return completes when the batch is committed, with its base offset. Fails with {@link
     *     AppendFailedException} if the batch is not in the log and never will be; any other
     *     failure means that nobody knows, and makes the shard read its log again
     */
    CompletionStage<Long> append(MemoryRecords batch);

    /**
     * Reads whole batches.
     *
     * @param offset where to begin; the first batch returned may begin below it
     * @param maxBytes about how much to read, in bytes; one batch is returned even if it is larger
     * @return the batches; empty only at or above {@link #endOffset}
     */
    CompletionStage<MemoryRecords> read(long offset, int maxBytes);
}
