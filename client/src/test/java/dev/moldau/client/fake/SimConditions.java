package dev.moldau.client.fake;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * How well a simulated network works. May be changed while it runs by giving it another one.
 *
 * @param maxLatencyMs how long bytes take at most, in each direction
 * @param maxWriteMs how long bytes wait at most for room in the socket, now and then
 * @param slowWrites the share of requests that wait so
 * @param maxReleaseMs how long after the write the network refers to the bytes at most
 * @param lifeMs how long a connection lives on average, 0 for ever
 * @param connectFailures the share of connection attempts that fail
 * @param lateDeliveries the share of requests, sent but not arrived when their connection ended,
 *     that the broker carries out nevertheless
 */
public record SimConditions(
        int maxLatencyMs,
        int maxWriteMs,
        double slowWrites,
        int maxReleaseMs,
        int lifeMs,
        double connectFailures,
        double lateDeliveries) {

    /** Quick and without faults. */
    public static final SimConditions GOOD = new SimConditions(2, 0, 0, 1, 0, 0, 0);

    long latencyNs(RandomGenerator random) {
        return random.nextLong(TimeUnit.MILLISECONDS.toNanos(maxLatencyMs) + 1);
    }

    long writeNs(RandomGenerator random) {
        return random.nextDouble() < slowWrites
                ? random.nextLong(TimeUnit.MILLISECONDS.toNanos(maxWriteMs) + 1)
                : 0;
    }

    long releaseNs(RandomGenerator random) {
        return random.nextLong(TimeUnit.MILLISECONDS.toNanos(maxReleaseMs) + 1);
    }

    /** When a connection opened now ends, in ms from now; -1 for never. */
    long nextLifeMs(RandomGenerator random) {
        return lifeMs == 0 ? -1 : (long) (-Math.log(1 - random.nextDouble()) * lifeMs);
    }
}
