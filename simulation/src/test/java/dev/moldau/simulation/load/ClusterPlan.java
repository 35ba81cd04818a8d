package dev.moldau.simulation.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The part of a {@link Plan} that is about several brokers.
 *
 * @param brokers how many there are; one is a cluster of its own
 * @param replicas of each partition
 * @param minInSync {@code min.insync.replicas} of the topic
 * @param lagMs {@code replica.lag.time.max.ms}
 * @param sessionMs for how long a broker may be silent before the store gives it up
 * @param fetchers {@code num.replica.fetchers}
 * @param fetchBytes {@code replica.fetch.max.bytes}
 * @param fetchWaitMs {@code replica.fetch.wait.max.ms}
 * @param timeoutMs {@code replica.socket.timeout.ms}
 * @param victim the one machine that may lose what was not forced; 0 for none or all
 */
public record ClusterPlan(
        int brokers,
        int replicas,
        int minInSync,
        int lagMs,
        int sessionMs,
        int fetchers,
        int fetchBytes,
        int fetchWaitMs,
        int timeoutMs,
        int victim) {

    private static final int[] SIZES = {1, 1, 2, 3, 3, 3, 3, 3, 4, 5};

    static ClusterPlan of(RandomGenerator random) {
        int brokers = SIZES[random.nextInt(SIZES.length)];
        int replicas = Math.min(brokers, random.nextInt(4) > 0 ? 3 : 1 + random.nextInt(brokers));
        int lagMs = 300 + random.nextInt(random.nextBoolean() ? 700 : 3_000);
        int fetchWaitMs = 30 + random.nextInt(Math.min(500, lagMs / 2));
        return new ClusterPlan(
                brokers,
                replicas,
                random.nextInt(3) == 0 ? 1 + random.nextInt(replicas) : Math.min(2, replicas),
                lagMs,
                1_000 + random.nextInt(3_000),
                1 + random.nextInt(2),
                random.nextBoolean() ? 4_000 : 100_000,
                fetchWaitMs,
                fetchWaitMs + 300 + random.nextInt(2_000),
                1 + random.nextInt(brokers));
    }

    /** Whether it is more than one broker. */
    public boolean isShared() {
        return brokers > 1;
    }

    /**
     * Whether what is committed is on two machines at least, so that one of them may lose what it
     * has not forced.
     */
    boolean survivesOneMachine() {
        return minInSync > 1;
    }

    Map<String, String> brokerSettings() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("replica.lag.time.max.ms", Integer.toString(lagMs));
        settings.put("num.replica.fetchers", Integer.toString(fetchers));
        settings.put("replica.fetch.max.bytes", Integer.toString(fetchBytes));
        settings.put("replica.fetch.wait.max.ms", Integer.toString(fetchWaitMs));
        settings.put("replica.socket.timeout.ms", Integer.toString(timeoutMs));
        settings.put("replica.high.watermark.checkpoint.interval.ms", Integer.toString(lagMs));
        settings.put("leader.imbalance.check.interval.seconds", "3");
        return settings;
    }
}
