package dev.moldau.client.consumer;

import dev.moldau.common.TopicPartition;
import java.util.Collection;

/**
 * Hears which partitions the group gives to the consumer and takes from it. Called within {@code
 * poll}, {@code unsubscribe} and {@code close}, on the thread that calls them. What a method throws
 * comes out of that call, and the rebalance goes on.
 */
public interface RebalanceListener {

    /**
     * These partitions go to others, and are still the consumer's own during this call: the last
     * chance to commit what is done.
     */
    void onPartitionsRevoked(Collection<TopicPartition> partitions);

    /**
     * These partitions come to the consumer, beside those that it has. Seeking here decides where
     * it begins; after this call the committed offsets are looked up for the others. Called after
     * each rebalance, with no partitions if none came.
     */
    void onPartitionsAssigned(Collection<TopicPartition> partitions);

    /**
     * These partitions were lost, and others may be reading them already: it is too late to commit.
     * Unless overridden, as {@link #onPartitionsRevoked}.
     */
    default void onPartitionsLost(Collection<TopicPartition> partitions) {
        onPartitionsRevoked(partitions);
    }
}
