package dev.moldau.client.listener;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.producer.RecordMetadata;
import dev.moldau.client.producer.SyncProducer;
import dev.moldau.common.Clock;
import dev.moldau.common.SystemClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages sent and received, for those who want nothing else: sending waits and answers with a
 * status, receiving calls a handler in parallel. Safe for any thread.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public final class Messages<K, V> implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final Clock clock = new SystemClock();
    private final Map<String, ?> config;
    private final Format<K> keys;
    private final Format<V> values;
    private final SyncProducer<K, V> sender;

    // Guarded by itself.
    private final List<Listener> listeners = new ArrayList<>();

    private Messages(
            Map<String, ?> config, Format<K> keys, Format<V> values, SyncProducer<K, V> sender) {
        this.config = config;
        this.keys = keys;
        this.values = values;
        this.sender = sender;
    }

    /**
     * Opens a sender; listeners come with {@link #receive}.
     *
     * @param config settings of producer and consumers by name; {@code bootstrap.servers} must be
     *     among them, and {@code group.id} to receive
     * @throws dev.moldau.common.config.InvalidConfigException if settings cannot be used; the
     *     message says what to change
     */
    public static <K, V> Messages<K, V> open(
            Map<String, ?> config, Format<K> keys, Format<V> values) {
        Producer<K, V> producer =
                Producer.create(config, keys.serializer().get(), values.serializer().get());
        return new Messages<>(Map.copyOf(config), keys, values, new SyncProducer<>(producer));
    }

    /**
     * Sends a message and waits until it is known what became of it, at most {@code max.block.ms}
     * and then {@code delivery.timeout.ms}.
     *
     * @param key messages of the same key stay in order; null for none
     * @param value null is a deletion in a compacted topic
     * @return never throws what a broker or the network did
     */
    public SendStatus sendMessage(String topic, @Nullable K key, @Nullable V value) {
        try {
            RecordMetadata at = sender.send(new ProducerRecord<>(topic, key, value));
            return new SendStatus.Sent(
                    at.partition().topic(), at.partition().partition(), at.offset());
        } catch (RetriableException e) {
            return new SendStatus.Later(e);
        } catch (FatalException e) {
            return new SendStatus.Ended(e);
        } catch (ClientException e) {
            return new SendStatus.Refused(e);
        }
    }

    /**
     * Receives a topic's messages with the defaults, ordered by key.
     *
     * @throws dev.moldau.common.config.InvalidConfigException if settings cannot be used; the
     *     message says what to change
     */
    public Listener receive(String topic, Handler<K, V> handler) {
        return receive(
                topic, ListenerSettings.DEFAULT.withOrder(Order.KEY), FailurePolicy.AGAIN, handler);
    }

    /** As {@link #receive(String, Handler)}, with these settings. */
    public Listener receive(
            String topic,
            ListenerSettings settings,
            FailurePolicy failures,
            Handler<K, V> handler) {
        Listener listener =
                Listener.of(config, keys.deserializer().get(), values.deserializer().get())
                        .topics(topic)
                        .settings(settings)
                        .failures(failures)
                        .start(handler);
        synchronized (listeners) {
            listeners.add(listener);
        }
        return listener;
    }

    /** As {@link #close(Duration)}, within 30 seconds. */
    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }

    /** Closes the listeners that were opened here, then the sender; returns within the time. */
    public void close(Duration timeout) {
        long untilNs = clock.monotonicNs() + timeout.toNanos();
        List<Listener> open;
        synchronized (listeners) {
            open = List.copyOf(listeners);
            listeners.clear();
        }
        open.forEach(listener -> listener.close(left(untilNs)));
        sender.close(left(untilNs));
    }

    private Duration left(long untilNs) {
        return Duration.ofNanos(Math.max(0, untilNs - clock.monotonicNs()));
    }
}
