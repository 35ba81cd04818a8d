package dev.moldau.client.admin;

/**
 * How an admin client asks and repeats.
 *
 * @param requestTimeoutMs {@code request.timeout.ms}: how long one attempt may take
 * @param defaultApiTimeoutMs {@code default.api.timeout.ms}: how long an operation may take with
 *     all its attempts
 * @param retryBackoffMs {@code retry.backoff.ms}: the wait after a first attempt that failed
 * @param retryBackoffMaxMs {@code retry.backoff.max.ms}: the bound of the waits after several
 */
public record AdminSettings(
        int requestTimeoutMs,
        long defaultApiTimeoutMs,
        long retryBackoffMs,
        long retryBackoffMaxMs) {

    /** Kafka's defaults. */
    public static final AdminSettings DEFAULT = new AdminSettings(30_000, 60_000, 100, 1_000);

    /** Checks the bounds. */
    public AdminSettings {
        if (requestTimeoutMs < 1 || defaultApiTimeoutMs < 0) {
            throw new IllegalArgumentException(
                    "request.timeout.ms is "
                            + requestTimeoutMs
                            + ", default.api.timeout.ms "
                            + defaultApiTimeoutMs);
        }
    }
}
