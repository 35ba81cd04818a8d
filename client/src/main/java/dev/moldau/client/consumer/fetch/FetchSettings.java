package dev.moldau.client.consumer.fetch;

import java.util.Objects;

/**
 * What fetching keeps to.
 *
 * @param minBytes {@code fetch.min.bytes}
 * @param maxBytes {@code fetch.max.bytes}: of one answer, and of what waits for the application
 * @param maxWaitMs {@code fetch.max.wait.ms}
 * @param maxPartitionBytes {@code max.partition.fetch.bytes}
 * @param readCommitted {@code isolation.level}
 * @param checkCrcs {@code check.crcs}
 * @param rack {@code client.rack}; empty for none
 * @param reset {@code auto.offset.reset}
 * @param requestTimeoutMs {@code request.timeout.ms}
 * @param retryBackoffMs {@code retry.backoff.ms}
 * @param retryBackoffMaxMs {@code retry.backoff.max.ms}
 * @param replicaStayMs how long a replica that a leader named is read from before the leader is
 *     asked again: {@code metadata.max.age.ms}
 */
public record FetchSettings(
        int minBytes,
        int maxBytes,
        int maxWaitMs,
        int maxPartitionBytes,
        boolean readCommitted,
        boolean checkCrcs,
        String rack,
        ResetPolicy reset,
        int requestTimeoutMs,
        long retryBackoffMs,
        long retryBackoffMaxMs,
        long replicaStayMs) {

    /** Checks what makes no sense together. */
    public FetchSettings {
        Objects.requireNonNull(rack, "rack");
        Objects.requireNonNull(reset, "reset");
        if (maxBytes < 1 || maxPartitionBytes < 1) {
            throw new IllegalArgumentException(
                    "fetch.max.bytes="
                            + maxBytes
                            + " and max.partition.fetch.bytes="
                            + maxPartitionBytes
                            + " leave no room for records; give more");
        }
    }

    /** On the wire: 1 for committed records only. */
    byte isolationLevel() {
        return (byte) (readCommitted ? 1 : 0);
    }

    /** A broker may take its time to wait beside the time to answer. */
    int fetchTimeoutMs() {
        return (int) Math.min(Integer.MAX_VALUE, (long) requestTimeoutMs + maxWaitMs);
    }
}
