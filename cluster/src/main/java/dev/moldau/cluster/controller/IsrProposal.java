package dev.moldau.cluster.controller;

import dev.moldau.common.Uuid;
import java.util.List;

/**
 * Which replicas a leader finds in sync.
 *
 * @param topicId the topic's identity
 * @param partition the partition's index
 * @param leaderEpoch the epoch in which the proposer leads
 * @param partitionEpoch the partition epoch that the proposal starts from
 * @param isr who is in sync, the leader among them
 * @param brokerEpochs for each of them the epoch with which it last fetched, -1 where the leader
 *     does not know it; empty if it knows none. A replica that was started anew since is not added:
 *     what made it seem in sync may be gone
 */
public record IsrProposal(
        Uuid topicId,
        int partition,
        int leaderEpoch,
        int partitionEpoch,
        List<Integer> isr,
        List<Long> brokerEpochs) {

    /** Stands for an epoch that the leader does not know. */
    public static final long UNKNOWN_EPOCH = -1;

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if there are epochs, but not one for each replica
     */
    public IsrProposal {
        isr = List.copyOf(isr);
        brokerEpochs = List.copyOf(brokerEpochs);
        if (!brokerEpochs.isEmpty() && brokerEpochs.size() != isr.size()) {
            throw new IllegalArgumentException(
                    brokerEpochs.size() + " epochs for " + isr.size() + " replicas");
        }
    }

    /** A proposal of a leader that knows no brokers' epochs. */
    public IsrProposal(
            Uuid topicId, int partition, int leaderEpoch, int partitionEpoch, List<Integer> isr) {
        this(topicId, partition, leaderEpoch, partitionEpoch, isr, List.of());
    }
}
