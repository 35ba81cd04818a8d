package dev.moldau.client.producer;

import dev.moldau.client.errors.ClientException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sees every record before it is sent, and what becomes of it. One that throws an exception is
 * skipped and the exception logged (the first whole, then one line a second that counts); neither
 * the record nor other interceptors suffer. An {@link Error} thrown by {@code onSend} goes to the
 * caller of {@code send}; one thrown by {@code onAcknowledgement} ends the producer.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public interface ProducerInterceptor<K, V> extends AutoCloseable {

    /**
     * Takes over settings, once, before the first use; not if it was handed over as an object.
     *
     * @param config all settings that the producer was given
     */
    default void configure(Map<String, ?> config) {}

    /**
     * A record on its way to serializers and partitioner, on the sender's thread. Each interceptor
     * gets what the one before returned.
     *
     * @param record not to be changed; return another one instead
     * @return the record to send, which may be another one
     */
    default ProducerRecord<K, V> onSend(ProducerRecord<K, V> record) {
        return record;
    }

    /**
     * What became of a record, before its callback is told. On the client's loop; on the sender's
     * thread if the record did not get as far as the buffer. Must be quick.
     *
     * @param topic where the record was to go
     * @param metadata where it went; null if it failed
     * @param error why it failed; null if it did not
     */
    default void onAcknowledgement(
            String topic, @Nullable RecordMetadata metadata, @Nullable ClientException error) {}

    /** Gives back what it holds; called when the producer closes. */
    @Override
    default void close() {}
}
