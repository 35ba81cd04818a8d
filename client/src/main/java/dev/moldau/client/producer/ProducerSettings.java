package dev.moldau.client.producer;

import dev.moldau.client.metadata.MetadataSettings;
import dev.moldau.client.producer.batch.AccumulatorSettings;
import dev.moldau.client.producer.send.SenderSettings;
import java.util.Objects;

/**
 * What a producer keeps to, checked as a whole.
 *
 * @param batching what the accumulator keeps to
 * @param sending what the sender keeps to
 * @param metadata how the view of the cluster is kept
 * @param maxBlockMs {@code max.block.ms}: how long send and partitionsFor wait at most
 * @param ignoreKeys {@code partitioner.ignore.keys}
 */
record ProducerSettings(
        AccumulatorSettings batching,
        SenderSettings sending,
        MetadataSettings metadata,
        long maxBlockMs,
        boolean ignoreKeys) {

    ProducerSettings {
        Objects.requireNonNull(batching, "batching");
        Objects.requireNonNull(sending, "sending");
        Objects.requireNonNull(metadata, "metadata");
        if (maxBlockMs < 0) {
            throw new IllegalArgumentException("max.block.ms=" + maxBlockMs + " is negative");
        }
        long leastMs = batching.lingerMs() + sending.requestTimeoutMs();
        if (sending.deliveryTimeoutMs() < Math.min(leastMs, Integer.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "delivery.timeout.ms="
                            + sending.deliveryTimeoutMs()
                            + " is less than linger.ms + request.timeout.ms="
                            + leastMs);
        }
    }
}
