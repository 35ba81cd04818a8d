package dev.moldau.client.producer;

/**
 * What a {@link StreamingProducer} keeps to, beside the producer's configuration. Its flushes by
 * bytes and by time are {@code batch.size} and {@code linger.ms} of that.
 *
 * @param maxOpenRecords how many records may be between {@link StreamingProducer#input} and the
 *     subscriber that takes their outcome
 * @param flushRecords after how many records what is buffered is sent without lingering; 0 never
 * @param breakerFailures after how many failures within the window a partition is left alone; 0
 *     never
 * @param breakerWindowMs the window, in ms
 * @param breakerOpenMs for how long a partition is left alone before one record tries it, in ms
 */
public record StreamingSettings(
        int maxOpenRecords,
        int flushRecords,
        int breakerFailures,
        long breakerWindowMs,
        long breakerOpenMs) {

    /** 10,000 open records, no flush by count, ten failures in 10 s, left alone for 10 s. */
    public static final StreamingSettings DEFAULT =
            new StreamingSettings(10_000, 0, 10, 10_000, 10_000);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is not kept; it says which
     */
    public StreamingSettings {
        if (maxOpenRecords < 1 || flushRecords < 0 || breakerFailures < 0) {
            throw new IllegalArgumentException(
                    "maxOpenRecords is at least 1, flushRecords and breakerFailures at least 0");
        }
        if (breakerWindowMs < 0 || breakerOpenMs < 0) {
            throw new IllegalArgumentException("the breaker's times are at least 0 ms");
        }
    }
}
