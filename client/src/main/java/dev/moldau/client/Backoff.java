package dev.moldau.client;

import java.util.random.RandomGenerator;

/**
 * Waits between attempts: each twice as long as the one before, up to a bound, and each a fifth
 * longer or shorter by chance, so that clients that failed together do not come back together.
 * Confined to the loop, as its source of chance is.
 */
public final class Backoff {

    private static final double JITTER = 0.2;

    /** Beyond this many doublings every sensible bound is reached. */
    private static final int MOST_DOUBLINGS = 30;

    private final long firstMs;
    private final long maxMs;
    private final RandomGenerator random;

    /**
     * A pace.
     *
     * @param firstMs the wait after the first failure, before chance
     * @param maxMs the bound before chance; one below {@code firstMs} counts for the first wait too
     */
    public Backoff(long firstMs, long maxMs, RandomGenerator random) {
        this.firstMs = firstMs;
        this.maxMs = maxMs;
        this.random = random;
    }

    /**
     * How long to wait after so many failures in a row, in ms; 0 after none. Another value each
     * time.
     */
    public long afterMs(int failures) {
        if (failures <= 0) {
            return 0;
        }
        double full = (double) firstMs * (1L << Math.min(failures - 1, MOST_DOUBLINGS));
        double factor = 1 - JITTER + 2 * JITTER * random.nextDouble();
        return Math.round(Math.min(full, (double) maxMs) * factor);
    }
}
