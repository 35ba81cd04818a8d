package dev.moldau.client.producer.send;

/**
 * What the sender is told by the producer's configuration; combinations have been checked there.
 *
 * @param acks -1 for all in-sync replicas, 1 for the leader, 0 for no answer at all
 * @param idempotent whether batches carry a producer id and sequences; needs acks -1, at most five
 *     in flight and at least one retry
 * @param maxInFlight how many produce requests may wait for an answer of one broker, from 1
 * @param maxRequestBytes how large a request may become; a single larger batch still goes alone
 * @param requestTimeoutMs how long an answer may take, in ms
 * @param deliveryTimeoutMs how long a record may take from its append to its answer, in ms
 * @param retries how often a batch is sent again after an error that may pass
 * @param retryBackoffMs the wait before the first of several attempts at the same leader, in ms
 * @param retryBackoffMaxMs what the wait grows to, in ms
 */
public record SenderSettings(
        short acks,
        boolean idempotent,
        int maxInFlight,
        int maxRequestBytes,
        int requestTimeoutMs,
        int deliveryTimeoutMs,
        int retries,
        long retryBackoffMs,
        long retryBackoffMaxMs) {

    /**
     * How many batches of one producer a broker remembers for each partition. More in flight could
     * not be told from new ones when they come again.
     */
    static final int REMEMBERED_BATCHES = 5;

    /**
     * Checks what would make the sender misbehave.
     *
     * @throws IllegalArgumentException naming the setting
     */
    public SenderSettings {
        check(acks >= -1 && acks <= 1, "acks is -1, 0 or 1, not ", acks);
        check(maxInFlight >= 1, "max.in.flight.requests.per.connection is not ", maxInFlight);
        check(maxRequestBytes > 0, "max.request.size is not ", maxRequestBytes);
        check(requestTimeoutMs > 0, "request.timeout.ms is not ", requestTimeoutMs);
        check(deliveryTimeoutMs > 0, "delivery.timeout.ms is not ", deliveryTimeoutMs);
        check(retries >= 0, "retries is not ", retries);
        check(retryBackoffMs >= 0, "retry.backoff.ms is not ", retryBackoffMs);
        check(retryBackoffMaxMs >= 0, "retry.backoff.max.ms is not ", retryBackoffMaxMs);
        check(!idempotent || acks == -1, "enable.idempotence needs acks=all, not ", acks);
        check(
                !idempotent || maxInFlight <= REMEMBERED_BATCHES,
                "enable.idempotence needs max.in.flight.requests.per.connection of at most 5, not ",
                maxInFlight);
    }

    private static void check(boolean right, String message, long value) {
        if (!right) {
            throw new IllegalArgumentException(message + value);
        }
    }
}
