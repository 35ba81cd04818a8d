package dev.moldau.client.listener;

import dev.moldau.client.consumer.SubscriptionPattern;
import dev.moldau.client.serialization.Deserializer;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a listener is to be, until it is started. For one thread.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public final class ListenerBuilder<K, V> {

    private final Map<String, ?> config;
    private final Deserializer<K> keys;
    private final Deserializer<V> values;
    private @Nullable Topics topics;
    private ListenerSettings settings = ListenerSettings.DEFAULT;
    private FailurePolicy failures = FailurePolicy.AGAIN;

    ListenerBuilder(Map<String, ?> config, Deserializer<K> keys, Deserializer<V> values) {
        this.config = config;
        this.keys = keys;
        this.values = values;
    }

    /** Reads these topics. */
    public ListenerBuilder<K, V> topics(String... names) {
        topics = new Topics.Named(List.of(names));
        return this;
    }

    /** Reads all topics whose whole name matches, now and later. */
    public ListenerBuilder<K, V> topics(Pattern pattern) {
        topics = new Topics.Matching(pattern);
        return this;
    }

    /**
     * Reads all topics that the brokers find, now and later, which takes the consumer protocol.
     *
     * @see dev.moldau.client.consumer.Consumer#subscribe(SubscriptionPattern)
     */
    public ListenerBuilder<K, V> topics(SubscriptionPattern pattern) {
        topics = new Topics.FoundByBrokers(pattern);
        return this;
    }

    /** Keeps this order; by partition unless said otherwise. */
    public ListenerBuilder<K, V> order(Order order) {
        settings = settings.withOrder(order);
        return this;
    }

    /** Lets so many handlers work at once; 16 unless said otherwise. */
    public ListenerBuilder<K, V> concurrency(int handlers) {
        settings = settings.withConcurrency(handlers);
        return this;
    }

    /** Keeps to these settings, order and concurrency among them. */
    public ListenerBuilder<K, V> settings(ListenerSettings all) {
        settings = all;
        return this;
    }

    /** Does this about failures; tries for ever unless said otherwise. */
    public ListenerBuilder<K, V> failures(FailurePolicy policy) {
        failures = policy;
        return this;
    }

    /**
     * Starts with a handler of single messages.
     *
     * @throws dev.moldau.common.config.InvalidConfigException if settings cannot be used; the
     *     message says what to change
     * @throws IllegalStateException without topics
     */
    public Listener start(Handler<K, V> handler) {
        return start(1, judgement -> new SingleProcessing<>(handler, judgement));
    }

    /** As {@link #start}, with a handler of batches. */
    public Listener startBatches(BatchHandler<K, V> handler) {
        return start(
                settings.maxBatchRecords(), judgement -> new BatchProcessing<>(handler, judgement));
    }

    /** As {@link #start}, with a handler that tells outcomes later. */
    public Listener startManual(ManualHandler<K, V> handler) {
        return start(1, judgement -> new ManualProcessing<>(handler, judgement));
    }

    private Listener start(int maxBatch, ListenerAssembly.Processor<K, V> processor) {
        if (topics == null) {
            throw new IllegalStateException("a listener needs topics: call topics(...) first");
        }
        return ListenerAssembly.start(
                config, topics, keys, values, settings, failures, maxBatch, processor);
    }
}
