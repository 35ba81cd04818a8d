package dev.moldau.client.producer.batch;

import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Who waits for one record. One object per record is all that the producer allocates for it until
 * it is answered: completions of a batch are a list through themselves.
 */
public abstract class Completion {

    final long timestampMs;
    @Nullable Completion next;

    /** For a record with the given time. */
    protected Completion(long timestampMs) {
        this.timestampMs = timestampMs;
    }

    /** The time of the record, epoch ms. */
    public final long timestampMs() {
        return timestampMs;
    }

    /** The record is in the log; called once, on the loop. */
    protected abstract void succeeded(TopicPartition partition, long offset, long timestampMs);

    /** The record is given up; called once, on the loop. */
    protected abstract void failed(TopicPartition partition, ClientException cause);
}
