package dev.moldau.client.producer.batch;

import dev.moldau.protocol.compress.Compression;

/**
 * What the accumulator is to keep to.
 *
 * @param batchBytes {@code batch.size}: how large a batch becomes, compressed; 0 sends every record
 *     on its own
 * @param memoryBytes {@code buffer.memory}
 * @param maxRequestBytes {@code max.request.size}, which no record and no batch exceeds
 * @param lingerMs {@code linger.ms}: how long a batch that is not full waits for more
 * @param compression {@code compression.type}
 * @param compressionLevel the level of that codec
 * @param adaptive {@code partitioner.adaptive.partitioning.enable}: records without a key prefer
 *     partitions with less before them
 * @param availabilityTimeoutMs {@code partitioner.availability.timeout.ms}: how long a leader may
 *     be unable to take requests before records without a key avoid it; 0 for ever
 */
public record AccumulatorSettings(
        int batchBytes,
        long memoryBytes,
        int maxRequestBytes,
        long lingerMs,
        Compression compression,
        int compressionLevel,
        boolean adaptive,
        long availabilityTimeoutMs) {

    /** Checks the bounds. */
    public AccumulatorSettings {
        check(batchBytes >= 0, "batch.size", batchBytes);
        check(memoryBytes >= 0, "buffer.memory", memoryBytes);
        check(maxRequestBytes >= 0, "max.request.size", maxRequestBytes);
        check(lingerMs >= 0, "linger.ms", lingerMs);
        check(
                availabilityTimeoutMs >= 0,
                "partitioner.availability.timeout.ms",
                availabilityTimeoutMs);
    }

    private static void check(boolean good, String setting, long value) {
        if (!good) {
            throw new IllegalArgumentException(setting + "=" + value + " is negative");
        }
    }
}
