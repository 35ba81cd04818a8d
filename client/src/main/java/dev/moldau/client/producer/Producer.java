package dev.moldau.client.producer;

import dev.moldau.client.PartitionInfo;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.metrics.Metric;
import dev.moldau.client.serialization.Serializer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

/**
 * Sends records to a cluster. Safe for use by any number of threads; one producer for a whole
 * application is the fastest. An interface so that applications can put a fake in its place.
 *
 * <p>Whatever a method throws is a {@link ClientException} whose class says what to do, unless said
 * otherwise. An {@link Error} of a serializer, a partitioner or an interceptor's {@code onSend}
 * reaches the caller of {@code send} as it is.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public interface Producer<K, V> extends AutoCloseable {

    /**
     * A producer with serializers named by {@code key.serializer} and {@code value.serializer}.
     *
     * @param config settings by name; see the page on a client's configuration
     * @param <K> what the key serializer takes; nobody can check it
     * @param <V> what the value serializer takes
     * @throws dev.moldau.common.config.InvalidConfigException if settings cannot be used; the
     *     message says what to change
     */
    static <K, V> Producer<K, V> create(Map<String, ?> config) {
        return ProducerFactory.create(ProducerFactory.config(config), null, null);
    }

    /**
     * A producer with serializers that are ready: they are not configured again. Both are closed
     * with the producer.
     *
     * @throws dev.moldau.common.config.InvalidConfigException if settings cannot be used; the
     *     message says what to change
     */
    static <K, V> Producer<K, V> create(
            Map<String, ?> config, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
        return ProducerFactory.create(
                ProducerFactory.config(config), keySerializer, valueSerializer);
    }

    /** As {@link #create(Map)}, for settings that were read from a file. */
    static <K, V> Producer<K, V> create(Properties config) {
        return ProducerFactory.create(ProducerFactory.config(config), null, null);
    }

    /** As {@link #create(Map, Serializer, Serializer)}, for settings that were read from a file. */
    static <K, V> Producer<K, V> create(
            Properties config, Serializer<K> keySerializer, Serializer<V> valueSerializer) {
        return ProducerFactory.create(
                ProducerFactory.config(config), keySerializer, valueSerializer);
    }

    /**
     * Sends a record; returns when it is in the buffer. Waits at most {@code max.block.ms}, for the
     * topic's metadata and for room in the buffer together.
     *
     * @return completes with where the record went, or exceptionally with a {@link
     *     ClientException}; on the client's loop, so stages that wait must be asynchronous ones.
     *     Cancelling it does not take the record back.
     * @throws dev.moldau.client.errors.RefusedException if the record cannot be sent as it is
     * @throws dev.moldau.client.errors.TimedOutException if metadata or room did not come in time
     * @throws dev.moldau.client.errors.RetriableException if the thread is interrupted, whose flag
     *     is set again; the record was not sent
     * @throws dev.moldau.client.errors.FatalException if the producer is closed or cannot go on
     */
    CompletableFuture<RecordMetadata> send(ProducerRecord<K, V> record);

    /**
     * As {@link #send(ProducerRecord)}, for callers who prefer a callback; cheaper, as no future is
     * made.
     *
     * @param callback told on the client's loop; not if this throws
     * @throws dev.moldau.client.errors.RefusedException if the record cannot be sent as it is
     * @throws dev.moldau.client.errors.TimedOutException if metadata or room did not come in time
     * @throws dev.moldau.client.errors.RetriableException if the thread is interrupted, whose flag
     *     is set again; the record was not sent
     * @throws dev.moldau.client.errors.FatalException if the producer is closed or cannot go on
     */
    void send(ProducerRecord<K, V> record, SendCallback callback);

    /**
     * As {@link #send(ProducerRecord, SendCallback)}, but never waits.
     *
     * @return false if the topic is not known yet or the buffer is full; the callback is not called
     *     then, and the record may be tried again
     * @throws dev.moldau.client.errors.RefusedException if the record cannot be sent as it is
     * @throws dev.moldau.client.errors.FatalException if the producer is closed or cannot go on
     */
    boolean trySend(ProducerRecord<K, V> record, SendCallback callback);

    /**
     * Sends what is buffered without lingering, and returns when all records sent before are
     * answered, well or badly. That takes {@code delivery.timeout.ms} at most.
     *
     * @throws dev.moldau.client.errors.RefusedException from a callback, which it would wait for
     * @throws dev.moldau.client.errors.RetriableException if the thread is interrupted, whose flag
     *     is set again; records are on their way nevertheless
     */
    void flush();

    /**
     * The topic's partitions, by index; waits for them at most {@code max.block.ms}, and from a
     * callback not at all.
     *
     * @throws dev.moldau.client.errors.RefusedException if the topic will not become usable by
     *     waiting: its name is wrong, or it is not permitted
     * @throws dev.moldau.client.errors.TimedOutException if it did not become known in time
     * @throws dev.moldau.client.errors.RetriableException if the thread is interrupted, whose flag
     *     is set again
     * @throws dev.moldau.client.errors.FatalException if the producer is closed
     */
    List<PartitionInfo> partitionsFor(String topic);

    /**
     * What the producer counts and measures now, by name; docs/CLIENT.md says which to watch. Never
     * waits, and works on a closed producer too.
     */
    Map<String, Metric> metrics();

    /** As {@link #close(Duration)} with no limit but {@code delivery.timeout.ms}. */
    @Override
    void close();

    /**
     * Sends what is buffered and closes. Records that are not answered within the time fail.
     * Returns within the time in any case; on the client's loop (from a callback) it does not wait
     * at all. May be called more than once. If the thread is interrupted, what is not delivered yet
     * fails and the flag is set again.
     *
     * @param timeout zero delivers nothing more
     * @throws IllegalArgumentException if the time is negative
     */
    void close(Duration timeout);
}
