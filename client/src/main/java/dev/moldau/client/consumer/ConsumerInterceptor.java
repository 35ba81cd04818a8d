package dev.moldau.client.consumer;

import dev.moldau.common.TopicPartition;
import java.util.Map;

/**
 * Sees all records before poll returns them, and all offsets that were committed. One that throws
 * an exception is skipped and the exception logged (the first whole, then one line a second that
 * counts); neither the records nor other interceptors suffer. An {@link Error} thrown by {@code
 * onConsume} goes to the caller of {@code poll} and ends the consumer, which commits nothing any
 * more: the records that nobody got are read again.
 *
 * <p>All calls come on the thread that uses the consumer.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public interface ConsumerInterceptor<K, V> extends AutoCloseable {

    /**
     * Takes over settings, once, before the first use; not if it was handed over as an object.
     *
     * @param config all settings that the consumer was given
     */
    default void configure(Map<String, ?> config) {}

    /**
     * Records on their way to the application. Each interceptor gets what the one before returned.
     *
     * @param records at least one; unmodifiable
     * @return the records to return, which may be others or fewer; what is left out counts as done
     */
    default ConsumerRecords<K, V> onConsume(ConsumerRecords<K, V> records) {
        return records;
    }

    /**
     * Offsets that the group's coordinator has stored, whoever asked for that: the application or
     * the consumer by itself. Told by a later call, in the order in which they were stored.
     *
     * @param offsets unmodifiable
     */
    default void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

    /** Gives back what it holds; called when the consumer closes. */
    @Override
    default void close() {}
}
