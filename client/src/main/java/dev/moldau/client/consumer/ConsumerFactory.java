package dev.moldau.client.consumer;

import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.net.ClientConnections;
import dev.moldau.client.net.UserFaults;
import dev.moldau.client.serialization.Deserializer;
import dev.moldau.client.serialization.Deserializers;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ConsumerKeys;
import dev.moldau.common.config.Implementation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes consumers that speak over the network, as their configuration wants them. */
final class ConsumerFactory {

    private static final Logger LOG = LoggerFactory.getLogger(Consumer.class);

    private ConsumerFactory() {}

    /** A consumer; deserializers that are null are those that the configuration names. */
    static <K, V> Consumer<K, V> create(
            ClientConfig config, @Nullable Deserializer<K> keys, @Nullable Deserializer<V> values) {
        config.warnings().forEach(LOG::warn);
        ConsumerSettings settings = ConsumerConfigs.settings(config);
        RecordMaker<K, V> maker =
                new RecordMaker<>(
                        keys == null ? Deserializers.ofKeys(config) : keys,
                        values == null ? Deserializers.ofValues(config) : values);
        List<ConsumerInterceptor<K, V>> interceptors = interceptors(config);
        // Last, as it is what must be given back if anything before fails.
        SplittableRandom random = new SplittableRandom();
        ClientMetrics metrics = new ClientMetrics();
        ClientConnections connections = ClientConnections.open(config, "consumer", random.split());
        connections.declareFigures(metrics);
        ConsumerCore core =
                ConsumerAssembly.wire(
                        settings,
                        connections.loop(),
                        connections.network(),
                        connections.bootstrap(),
                        random,
                        metrics,
                        new ThreadDoorbell(),
                        connections.loop()::close);
        LoopConsumer<K, V> consumer =
                new LoopConsumer<>(
                        core,
                        settings,
                        maker,
                        new Interceptors<>(interceptors, new UserFaults(core.loop(), LOG)));
        // Before anything runs, so that no fault is missed.
        connections.loop().onFault(consumer::loopFailed);
        return consumer;
    }

    // What a named class takes is known to the user only.
    @SuppressWarnings("unchecked")
    private static <K, V> List<ConsumerInterceptor<K, V>> interceptors(ClientConfig config) {
        List<ConsumerInterceptor<K, V>> all = new ArrayList<>();
        for (Implementation named : config.implementations(ConsumerKeys.INTERCEPTOR_CLASSES)) {
            ConsumerInterceptor<K, V> made = named.instance(ConsumerInterceptor.class);
            if (!named.isReady()) {
                made.configure(config.given());
            }
            all.add(made);
        }
        return all;
    }
}
