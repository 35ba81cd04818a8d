package dev.moldau.client.consumer;

import dev.moldau.client.fake.FakeCluster;
import dev.moldau.client.fake.SimLoop;
import dev.moldau.client.fake.SimNetwork;
import dev.moldau.client.fake.VirtualTime;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.net.UserFaults;
import dev.moldau.client.serialization.ByteArrayDeserializer;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.slf4j.LoggerFactory;

/**
 * A whole consumer in virtual time: while its application's thread, which is the test's, waits in a
 * call, everything else goes on.
 */
final class SimConsumer {

    final SimLoop loop;
    final SimNetwork network;
    final LoopConsumer<byte[], byte[]> consumer;

    /** A consumer that begins at the start where no offset is committed, unless settings differ. */
    SimConsumer(
            VirtualTime time, FakeCluster cluster, Random random, Map<String, String> settings) {
        this(time, cluster, random, settings, List.of());
    }

    SimConsumer(
            VirtualTime time,
            FakeCluster cluster,
            Random random,
            Map<String, String> settings,
            List<ConsumerInterceptor<byte[], byte[]>> interceptors) {
        loop = new SimLoop(time, random, 200_000);
        network = new SimNetwork(loop, cluster, random);
        Map<String, String> config = new HashMap<>();
        config.put("bootstrap.servers", "unused:1");
        config.put("auto.offset.reset", "earliest");
        config.putAll(settings);
        ConsumerSettings read =
                ConsumerConfigs.settings(ClientConfig.of(ClientKind.CONSUMER, config));
        ConsumerCore core =
                ConsumerAssembly.wire(
                        read,
                        loop,
                        network,
                        cluster.bootstrap(),
                        random,
                        new ClientMetrics(),
                        new SimDoorbell(time),
                        () -> {});
        consumer =
                new LoopConsumer<>(
                        core,
                        read,
                        new RecordMaker<>(new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                        new Interceptors<>(
                                interceptors,
                                new UserFaults(loop, LoggerFactory.getLogger(Consumer.class))));
    }

    /** While somebody waits for the ring, time passes. */
    private static final class SimDoorbell implements Doorbell {
        private final VirtualTime time;
        private boolean rung;

        SimDoorbell(VirtualTime time) {
            this.time = time;
        }

        @Override
        public void ring() {
            rung = true;
        }

        @Override
        public void await(long limitMs) {
            boolean unused = time.runUntil(() -> rung, limitMs);
            rung = false;
        }
    }
}
