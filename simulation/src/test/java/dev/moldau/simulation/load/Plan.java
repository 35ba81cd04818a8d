package dev.moldau.simulation.load;

import dev.moldau.client.fake.Promise;
import dev.moldau.client.fake.SimConditions;
import dev.moldau.client.fake.SimProducer;
import dev.moldau.client.metadata.MetadataSettings;
import dev.moldau.client.metadata.RecoveryStrategy;
import dev.moldau.client.producer.batch.AccumulatorSettings;
import dev.moldau.client.producer.send.SenderSettings;
import dev.moldau.protocol.compress.Compression;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * What one run is made of, all of it drawn from a seed: the cluster, the work, the clients'
 * settings, and what goes wrong meanwhile.
 *
 * @param trouble what may go wrong
 * @param cluster the brokers, and how they keep partitions together
 * @param partitions of the one topic
 * @param acks of the producers
 * @param flushEach whether the topic has {@code flush.messages=1}
 * @param segmentBytes {@code segment.bytes} of the topic
 * @param applications how many send
 * @param records how many they send together
 * @param workMs for how long things go wrong
 * @param fetchVersion the highest that readers speak
 * @param network how well the network works meanwhile
 */
public record Plan(
        long seed,
        Trouble trouble,
        ClusterPlan cluster,
        int partitions,
        int acks,
        boolean idempotent,
        int inFlight,
        int lingerMs,
        int batchBytes,
        Compression compression,
        boolean flushEach,
        int segmentBytes,
        int indexIntervalBytes,
        int checkpointMs,
        int ioThreads,
        int jitterUs,
        int applications,
        int records,
        int largestValueBytes,
        int workMs,
        short fetchVersion,
        SimConditions network) {

    /** The topic that everybody uses. */
    public static final String TOPIC = "moldau";

    private static final int REQUEST_TIMEOUT_MS = 1_000;
    private static final int DELIVERY_TIMEOUT_MS = 300_000;
    private static final int RETRY_MS = 20;

    /** What goes wrong. */
    public enum Trouble {
        /** Nothing. */
        NONE,
        /** The network: connections cut, clients cut off, all of it slow. */
        NETWORK,
        /** Brokers are stopped in good order, killed and paused; and the network. */
        PROCESSES,
        /** The power fails under brokers; and all that. */
        POWER,
        /** Disks are full for a while; and all but power failures. */
        DISKS
    }

    /** The run of a seed. */
    public static Plan of(long seed, RandomGenerator random) {
        Trouble trouble =
                switch (random.nextInt(10)) {
                    case 0 -> Trouble.NONE;
                    case 1, 2 -> Trouble.NETWORK;
                    case 3, 4, 5 -> Trouble.PROCESSES;
                    case 6, 7, 8 -> Trouble.POWER;
                    default -> Trouble.DISKS;
                };
        ClusterPlan cluster = ClusterPlan.of(random);
        boolean idempotent = random.nextInt(10) < 7;
        // Much at once for few partitions, so that several batches of one are under way.
        boolean hot = random.nextInt(3) == 0;
        int[] acks = {-1, -1, 1, 0};
        int[] inFlight = {1, 5, 5};
        return new Plan(
                seed,
                trouble,
                cluster,
                1 + random.nextInt(hot ? 2 : 4),
                idempotent ? -1 : acks[random.nextInt(acks.length)],
                idempotent,
                inFlight[random.nextInt(inFlight.length)],
                random.nextInt(3) == 0 ? 0 : random.nextInt(30),
                100 << random.nextInt(hot ? 3 : 6),
                random.nextInt(4) == 0 ? Compression.LZ4 : Compression.NONE,
                random.nextInt(trouble == Trouble.POWER ? 3 : 6) > 0 == (trouble == Trouble.POWER),
                (cluster.isShared() ? 1_600 : 400) << random.nextInt(cluster.isShared() ? 6 : 8),
                random.nextBoolean() ? 100 : 4_096,
                100 + random.nextInt(1_000),
                1 + random.nextInt(3),
                10 + random.nextInt(random.nextBoolean() ? 100 : 3_000),
                1 + random.nextInt(2),
                30 + random.nextInt(hot ? 300 : 200),
                20 + random.nextInt(200),
                (500 + random.nextInt(2_000)) * (cluster.isShared() ? 5 : 1),
                (short) (13 + random.nextInt(5)),
                conditions(trouble, random));
    }

    private static SimConditions conditions(Trouble trouble, RandomGenerator random) {
        int latencyMs = 1 + random.nextInt(random.nextBoolean() ? 5 : 60);
        return switch (trouble) {
            case NONE -> new SimConditions(latencyMs, 0, 0, 5, 0, 0, 0);
            case PROCESSES, POWER, DISKS ->
                    new SimConditions(latencyMs, 20, 0.1, 20, 0, 0, random.nextDouble());
            case NETWORK ->
                    new SimConditions(
                            latencyMs,
                            100,
                            random.nextDouble() * 0.5,
                            100,
                            random.nextBoolean() ? 0 : 100 + random.nextInt(1_000),
                            random.nextDouble() * 0.4,
                            random.nextDouble());
        };
    }

    /** The brokers' configuration. */
    public Map<String, String> brokerSettings() {
        Map<String, String> settings = cluster.brokerSettings();
        settings.put("num.io.threads", Integer.toString(ioThreads));
        settings.put("log.flush.offset.checkpoint.interval.ms", Integer.toString(checkpointMs));
        settings.put("auto.create.topics.enable", "false");
        return settings;
    }

    /** The topic's settings. */
    public Map<String, String> topicSettings() {
        return Map.of(
                "segment.bytes", Integer.toString(segmentBytes),
                "index.interval.bytes", Integer.toString(indexIntervalBytes),
                "min.insync.replicas", Integer.toString(cluster.minInSync()),
                "flush.messages", flushEach ? "1" : Long.toString(Long.MAX_VALUE));
    }

    /** What each producer goes by; readers ask for metadata alike. */
    public SimProducer.Settings producer() {
        return producer((short) acks, idempotent);
    }

    /** What the producer goes by that finds out whether all are alive. */
    public SimProducer.Settings prober() {
        return producer((short) -1, idempotent);
    }

    private SimProducer.Settings producer(short itsAcks, boolean isIdempotent) {
        return new SimProducer.Settings(
                new MetadataSettings(
                        5_000,
                        300_000,
                        RETRY_MS,
                        200,
                        RecoveryStrategy.REBOOTSTRAP,
                        2_000,
                        false,
                        REQUEST_TIMEOUT_MS),
                new AccumulatorSettings(
                        batchBytes,
                        Math.max(20_000, 30L * batchBytes),
                        1 << 20,
                        lingerMs,
                        compression,
                        compression.defaultLevel(),
                        true,
                        0),
                new SenderSettings(
                        itsAcks,
                        isIdempotent,
                        inFlight,
                        1 << 20,
                        REQUEST_TIMEOUT_MS,
                        DELIVERY_TIMEOUT_MS,
                        Integer.MAX_VALUE,
                        RETRY_MS,
                        200));
    }

    /** Whether what was committed outlives all that goes wrong. */
    public boolean isDurable() {
        return trouble != Trouble.POWER || flushEach || cluster.survivesOneMachine();
    }

    /** The one machine whose power may fail; 0 if it may fail under each. */
    public int victim() {
        return cluster.isShared() && !flushEach ? cluster.victim() : 0;
    }

    /**
     * Whether a broker must not crash: while what is committed is not forced, it is safe with those
     * whose processes end in good order. The cluster cannot know that a killed one lost nothing.
     */
    public boolean isSpared(int broker) {
        return trouble == Trouble.POWER && victim() != 0 && isDurable() && broker != victim();
    }

    /** What the producers promise; nearly everything is acknowledged, as there is time enough. */
    public Promise promise(int accepted) {
        Promise all = Promise.of(acks, idempotent, inFlight, accepted * 9 / 10);
        // A log that has lost its end has forgotten whose records it had.
        if (!isDurable()) {
            return new Promise(false, false, false, false, all.toldInOrder(), accepted / 2);
        }
        // What only the leader has acknowledged is lost when another one leads.
        return acks < 0 || !cluster.isShared()
                ? all
                : new Promise(
                        false,
                        all.nothingTwice(),
                        all.logInOrder(),
                        all.acknowledgedInOrder(),
                        all.toldInOrder(),
                        all.leastAcknowledged());
    }
}
