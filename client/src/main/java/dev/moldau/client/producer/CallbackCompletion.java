package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.producer.batch.Completion;
import dev.moldau.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A callback that waits for one record. */
final class CallbackCompletion extends Completion {

    private final SendCallback callback;
    private final Interceptors<?, ?> interceptors;

    CallbackCompletion(long timestampMs, SendCallback callback, Interceptors<?, ?> interceptors) {
        super(timestampMs);
        this.callback = callback;
        this.interceptors = interceptors;
    }

    @Override
    protected void succeeded(TopicPartition partition, long offset, long timestampMs) {
        tell(partition, new RecordMetadata(partition, offset, timestampMs), null);
    }

    @Override
    protected void failed(TopicPartition partition, ClientException cause) {
        tell(partition, null, cause);
    }

    /** What users' code throws must not keep others from being told. */
    private void tell(
            TopicPartition partition,
            @Nullable RecordMetadata metadata,
            @Nullable ClientException error) {
        interceptors.onAcknowledgement(partition.topic(), metadata, error);
        try {
            callback.completed(metadata, error);
        } catch (Throwable thrown) {
            interceptors.faults().threw("a callback", partition, thrown);
        }
    }
}
