package dev.moldau.client.producer;

import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.net.ClientConnections;
import dev.moldau.client.net.UserFaults;
import dev.moldau.client.serialization.Serializer;
import dev.moldau.client.serialization.Serializers;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKind;
import dev.moldau.common.config.Implementation;
import dev.moldau.common.config.ProducerKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes producers that speak over the network, as their configuration wants them. */
final class ProducerFactory {

    private static final Logger LOG = LoggerFactory.getLogger(Producer.class);

    private ProducerFactory() {}

    static ClientConfig config(Map<String, ?> given) {
        return ClientConfig.of(ClientKind.PRODUCER, given);
    }

    static ClientConfig config(Properties given) {
        return ClientConfig.of(ClientKind.PRODUCER, given);
    }

    /** A streaming producer over a producer of its own; otherwise as {@link #create}. */
    static <K, V> StreamingProducer<K, V> streaming(
            ClientConfig config,
            @Nullable Serializer<K> keys,
            @Nullable Serializer<V> values,
            StreamingSettings settings) {
        return new StreamingProducer<>(create(config, keys, values), settings, new SystemClock());
    }

    /** A running producer; serializers that are null are those that the configuration names. */
    static <K, V> LoopProducer<K, V> create(
            ClientConfig config, @Nullable Serializer<K> keys, @Nullable Serializer<V> values) {
        config.warnings().forEach(LOG::warn);
        ProducerSettings settings = ProducerConfigs.settings(config);
        RecordForm<K, V> form =
                new RecordForm<>(
                        keys == null ? Serializers.ofKeys(config) : keys,
                        values == null ? Serializers.ofValues(config) : values,
                        partitioner(config),
                        settings.ignoreKeys());
        List<ProducerInterceptor<K, V>> interceptors = interceptors(config);
        // Last, as it is what must be given back if anything before fails.
        return connect(config, settings, form, interceptors);
    }

    private static <K, V> LoopProducer<K, V> connect(
            ClientConfig config,
            ProducerSettings settings,
            RecordForm<K, V> form,
            List<ProducerInterceptor<K, V>> interceptors) {
        SplittableRandom loopRandom = new SplittableRandom();
        ClientMetrics metrics = new ClientMetrics();
        ClientConnections connections =
                ClientConnections.open(config, "producer", loopRandom.split());
        connections.declareFigures(metrics);
        ProducerCore core =
                ProducerAssembly.wire(
                        settings,
                        connections.loop(),
                        connections.network(),
                        connections.bootstrap(),
                        loopRandom,
                        loopRandom.split(),
                        metrics,
                        connections.loop()::close);
        LoopProducer<K, V> producer =
                new LoopProducer<>(
                        core,
                        form,
                        new Interceptors<>(interceptors, new UserFaults(connections.loop(), LOG)),
                        settings.maxBlockMs(),
                        settings.sending().deliveryTimeoutMs());
        // Before anything runs, so that no fault is missed.
        connections.loop().onFault(producer::loopFailed);
        core.start().run();
        return producer;
    }

    private static @Nullable Partitioner partitioner(ClientConfig config) {
        return config.implementation(ProducerKeys.PARTITIONER_CLASS)
                .map(ProducerFactory::ours)
                .map(
                        named -> {
                            Partitioner made = named.instance(Partitioner.class);
                            if (!named.isReady()) {
                                made.configure(config.given());
                            }
                            return made;
                        })
                .orElse(null);
    }

    /** Existing properties name Kafka's class, which does the same. */
    private static Implementation ours(Implementation named) {
        return named.className().equals("org.apache.kafka.clients.producer.RoundRobinPartitioner")
                ? new Implementation(
                        ProducerKeys.PARTITIONER_CLASS.name(), RoundRobinPartitioner.class)
                : named;
    }

    // What a named class takes is known to the user only.
    @SuppressWarnings("unchecked")
    private static <K, V> List<ProducerInterceptor<K, V>> interceptors(ClientConfig config) {
        List<ProducerInterceptor<K, V>> all = new ArrayList<>();
        for (Implementation named : config.implementations(ProducerKeys.INTERCEPTOR_CLASSES)) {
            ProducerInterceptor<K, V> made = named.instance(ProducerInterceptor.class);
            if (!named.isReady()) {
                made.configure(config.given());
            }
            all.add(made);
        }
        return all;
    }
}
