package dev.moldau.client.listener;

import dev.moldau.client.metrics.Metric;
import dev.moldau.client.serialization.Deserializer;
import dev.moldau.client.serialization.Deserializers;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKind;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

/**
 * Reads topics as a member of a group and hands the messages to a handler, in parallel and in the
 * order that was asked for. Runs until it is closed or something ends it; safe for any thread.
 *
 * <p>Each message is handled at least once: its offset is committed only when it and all before it
 * in its partition are done, so that after a crash some may be handled again and none is left out.
 * Nothing is skipped but what goes to the dead letter topic.
 */
public interface Listener extends AutoCloseable {

    /**
     * A listener to be, with deserializers that are ready: they are not configured again, are used
     * by one thread at a time and closed with the listener.
     *
     * @param config the consumer's settings by name, {@code bootstrap.servers} and {@code group.id}
     *     among them; a producer of dead letters gets them too. docs/CLIENT-CONFIGURATION.md lists
     *     all
     */
    static <K, V> ListenerBuilder<K, V> of(
            Map<String, ?> config, Deserializer<K> keys, Deserializer<V> values) {
        return new ListenerBuilder<>(config, keys, values);
    }

    /**
     * A listener to be, with deserializers named by {@code key.deserializer} and {@code
     * value.deserializer}.
     *
     * @param <K> what the key deserializer makes; nobody can check it
     * @param <V> what the value deserializer makes
     * @throws dev.moldau.common.config.InvalidConfigException if settings cannot be used; the
     *     message says what to change
     */
    static <K, V> ListenerBuilder<K, V> of(Map<String, ?> config) {
        return of(ClientConfig.of(ClientKind.CONSUMER, config));
    }

    /** As {@link #of(Map)}, for settings that were read from a file. */
    static <K, V> ListenerBuilder<K, V> of(Properties config) {
        return of(ClientConfig.of(ClientKind.CONSUMER, config));
    }

    private static <K, V> ListenerBuilder<K, V> of(ClientConfig config) {
        return new ListenerBuilder<>(
                config.given(), Deserializers.ofKeys(config), Deserializers.ofValues(config));
    }

    /**
     * Completes when the listener has ended: normally after {@link #close()}, else with what ended
     * it: a {@link dev.moldau.client.errors.ClientException} if the consumer could not go on or was
     * not allowed to read or commit, or the {@link Error} that a handler threw.
     */
    CompletableFuture<Void> ended();

    /** The listener's and its consumer's figures now, by name. */
    Map<String, Metric> metrics();

    /** As {@link #close(Duration)}, within 30 seconds. */
    @Override
    void close();

    /**
     * Begins no more messages, lets handlers come to their end, commits what is done and leaves the
     * group. Returns within the time in any case: a handler that takes longer is interrupted, and
     * its message comes again to whoever reads the partition next. A thread that is interrupted
     * waits no more and keeps its flag. From a handler it does not wait at all, as it would wait
     * for itself. May be called more than once.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    void close(Duration timeout);
}
