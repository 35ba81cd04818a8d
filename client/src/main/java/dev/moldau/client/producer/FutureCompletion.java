package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.producer.batch.Completion;
import dev.moldau.common.TopicPartition;
import java.util.concurrent.CompletableFuture;

/** A future that waits for one record. */
final class FutureCompletion extends Completion {

    private final CompletableFuture<RecordMetadata> future = new CompletableFuture<>();
    private final Interceptors<?, ?> interceptors;

    FutureCompletion(long timestampMs, Interceptors<?, ?> interceptors) {
        super(timestampMs);
        this.interceptors = interceptors;
    }

    CompletableFuture<RecordMetadata> future() {
        return future;
    }

    @Override
    protected void succeeded(TopicPartition partition, long offset, long timestampMs) {
        RecordMetadata metadata = new RecordMetadata(partition, offset, timestampMs);
        interceptors.onAcknowledgement(partition.topic(), metadata, null);
        future.complete(metadata);
    }

    @Override
    protected void failed(TopicPartition partition, ClientException cause) {
        interceptors.onAcknowledgement(partition.topic(), null, cause);
        future.completeExceptionally(cause);
    }
}
