package dev.moldau.broker.partition;

import dev.moldau.cluster.controller.IsrOutcome;
import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which replicas count as in sync for a leader: those that the controller has confirmed, and until
 * it answers also those of the change that is proposed to it. Owned by the partition's lane.
 *
 * <p>Why both: if a change is in force that the leader has not heard of, a replica that it does not
 * wait for could be elected. So one that is to join counts from the proposal on, and one that is to
 * leave counts until the answer. For the same reason a proposal whose fate is unknown is made again
 * until it is answered or overtaken. At most one is under way.
 */
final class InSyncReplicas {

    private static final Logger LOG = LoggerFactory.getLogger(InSyncReplicas.class);

    /** How long to wait after a proposal could not be made, in milliseconds. */
    private static final long RETRY_MS = 200;

    private final TopicPartition name;
    private final Uuid topicId;
    private final PartitionPorts ports;
    private final Consumer<Runnable> later;
    private final Leader leader;
    private Leadership confirmed;
    private @Nullable IsrProposal proposal;

    /** The leader, who is told what the controller decides, on the lane. */
    interface Leader {

        /** The partition has another state in the same leader epoch. */
        void changed(Leadership newer);

        /** Those who were to join may not. */
        void refused(List<Integer> joining);

        /** The epoch with which a replica fetched last, -1 if it is not known. */
        long brokerEpochOf(int brokerId);
    }

    /**
     * @param later runs a step on the lane if the leader is that still
     */
    InSyncReplicas(
            TopicPartition name,
            Uuid topicId,
            PartitionPorts ports,
            Leadership confirmed,
            Consumer<Runnable> later,
            Leader leader) {
        this.name = name;
        this.topicId = topicId;
        this.ports = ports;
        this.confirmed = confirmed;
        this.later = later;
        this.leader = leader;
    }

    /** Takes over what the controller says; that decides about what was proposed before. */
    void confirm(Leadership newer) {
        confirmed = newer;
        proposal = null;
    }

    /** Takes over who has the partition; what is proposed stays so. */
    void assign(Leadership same) {
        confirmed = same;
    }

    boolean isConfirmed(int brokerId) {
        return confirmed.isr().contains(brokerId);
    }

    /** Whether the high watermark waits for that replica. */
    boolean counts(int brokerId) {
        IsrProposal open = proposal;
        return isConfirmed(brokerId) || (open != null && open.isr().contains(brokerId));
    }

    /** Proposes that replicas join, unless a proposal is under way. */
    void join(List<Integer> brokerIds) {
        propose(id -> isConfirmed(id) || brokerIds.contains(id));
    }

    /** Proposes that replicas leave, unless a proposal is under way. */
    void leave(List<Integer> brokerIds) {
        propose(id -> isConfirmed(id) && !brokerIds.contains(id));
    }

    private void propose(IntPredicate isIn) {
        if (proposal != null) {
            return;
        }
        List<Integer> isr = confirmed.replicas().stream().filter(isIn::test).toList();
        IsrProposal made =
                new IsrProposal(
                        topicId,
                        name.partition(),
                        confirmed.leaderEpoch(),
                        confirmed.partitionEpoch(),
                        isr,
                        isr.stream().map(leader::brokerEpochOf).toList());
        LOG.debug("{}: in sync are {}, {} is proposed", name, confirmed.isr(), isr);
        proposal = made;
        send(made);
    }

    private void send(IsrProposal made) {
        ports.proposals().propose(made, outcome -> later.accept(() -> answered(made, outcome)));
    }

    private void answered(IsrProposal made, IsrOutcome outcome) {
        if (!made.equals(proposal)) {
            return;
        }
        PartitionImage now = outcome.now();
        if (now != null) {
            Leadership newer = Leadership.of(ports.brokerId(), now);
            if (newer.leaderEpoch() > confirmed.leaderEpoch()) {
                // The epoch is over, and who was proposed may be in sync by now: it counts until
                // the image brings the next role.
                return;
            }
            if (newer.local()
                    && newer.leaderEpoch() == confirmed.leaderEpoch()
                    && confirmed.isOlderThan(newer)) {
                leader.changed(newer);
                return;
            }
        }
        switch (outcome.error()) {
            case NONE, INELIGIBLE_REPLICA, INVALID_REQUEST -> withdraw(made, outcome);
            default -> tryAgain(made, outcome);
        }
    }

    private void withdraw(IsrProposal refused, IsrOutcome outcome) {
        LOG.debug("{}: in sync remain {}: {}", name, confirmed.isr(), outcome.error());
        proposal = null;
        List<Integer> joining = new ArrayList<>(refused.isr());
        joining.removeAll(confirmed.isr());
        leader.refused(joining);
    }

    /** It may be in force all the same, so it counts until that is known. */
    private void tryAgain(IsrProposal made, IsrOutcome outcome) {
        LOG.debug("{}: {} was answered {}", name, made, outcome.error());
        Runnable again =
                () -> {
                    if (made.equals(proposal)) {
                        send(made);
                    }
                };
        ports.timer().schedule(RETRY_MS, () -> later.accept(again));
    }
}
