package dev.moldau.client.metadata;

import java.util.Objects;

/**
 * How a client keeps its view of the cluster.
 *
 * @param maxAgeMs {@code metadata.max.age.ms}: a view older than this is asked for again
 * @param maxIdleMs {@code metadata.max.idle.ms}: a topic not used for so long drops out
 * @param retryBackoffMs {@code retry.backoff.ms}: the wait after a first request that did not help
 * @param retryBackoffMaxMs {@code retry.backoff.max.ms}: the bound of the waits after several
 * @param recovery {@code metadata.recovery.strategy}
 * @param rebootstrapTriggerMs {@code metadata.recovery.rebootstrap.trigger.ms}: for how long no
 *     broker may have answered before {@link RecoveryStrategy#REBOOTSTRAP} acts
 * @param allowAutoCreate {@code allow.auto.create.topics}: whether asking for a topic may make it
 * @param requestTimeoutMs {@code request.timeout.ms}: how long one answer may take
 */
public record MetadataSettings(
        long maxAgeMs,
        long maxIdleMs,
        long retryBackoffMs,
        long retryBackoffMaxMs,
        RecoveryStrategy recovery,
        long rebootstrapTriggerMs,
        boolean allowAutoCreate,
        int requestTimeoutMs) {

    /** Kafka's defaults, for a producer. */
    public static final MetadataSettings DEFAULT =
            new MetadataSettings(
                    300_000,
                    300_000,
                    100,
                    1_000,
                    RecoveryStrategy.REBOOTSTRAP,
                    300_000,
                    true,
                    30_000);

    /** Checks what makes sense by itself. */
    public MetadataSettings {
        Objects.requireNonNull(recovery, "recovery");
        atLeast("metadata.max.age.ms", maxAgeMs, 0);
        atLeast("metadata.max.idle.ms", maxIdleMs, 1);
        atLeast("retry.backoff.ms", retryBackoffMs, 0);
        atLeast("retry.backoff.max.ms", retryBackoffMaxMs, 0);
        atLeast("metadata.recovery.rebootstrap.trigger.ms", rebootstrapTriggerMs, 0);
        atLeast("request.timeout.ms", requestTimeoutMs, 1);
    }

    private static void atLeast(String key, long value, long bound) {
        if (value < bound) {
            throw new IllegalArgumentException(key + " is " + value + ", less than " + bound);
        }
    }
}
