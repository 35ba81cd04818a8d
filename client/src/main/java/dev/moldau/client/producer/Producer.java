package dev.moldau.client.producer;

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
     * @throws dev.moldau.client.errors.FatalException if the producer is closed or cannot go on
     */
    CompletableFuture<RecordMetadata> send(ProducerRecord<K, V> record);

    /**
     * As {@link #send(ProducerRecord)}, for callers who prefer a callback; cheaper, as no future is
     * made.
     */
    void send(ProducerRecord<K, V> record, SendCallback callback);

    /**
     * As {@link #send(ProducerRecord, SendCallback)}, but never waits.
     *
     * @return false if the topic is not known yet or the buffer is full; the callback is not called
     *     then, and the record may be tried again
     */
    boolean trySend(ProducerRecord<K, V> record, SendCallback callback);

    /**
     * Sends what is buffered without lingering, and returns when all records sent before are
     * answered.
     */
    void flush();

    /** The topic's partitions, by index; waits for them at most {@code max.block.ms}. */
    List<PartitionInfo> partitionsFor(String topic);

    /** What the producer counts and measures now, by name. */
    Map<String, Metric> metrics();

    /** As {@link #close(Duration)} with no limit but {@code delivery.timeout.ms}. */
    @Override
    void close();

    /**
     * Sends what is buffered and closes. Records that are not answered within the time fail.
     * Returns within the time in any case; on the client's loop (from a callback) it does not wait
     * at all.
     */
    void close(Duration timeout);
}
