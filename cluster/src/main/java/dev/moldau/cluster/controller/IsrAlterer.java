package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Decides about the replicas that leaders find in sync, and ends moves that they complete. */
final class IsrAlterer {

    private final EffectiveConfigs configs;

    IsrAlterer(EffectiveConfigs configs) {
        this.configs = configs;
    }

    Decision<List<IsrOutcome>> decide(ControllerState state, AlterPartitions command) {
        if (isStale(state.image(), command)) {
            IsrOutcome stale = new IsrOutcome(ErrorCode.STALE_BROKER_EPOCH, null);
            return Decision.unchanged(
                    state, command.proposals().stream().map(proposal -> stale).toList());
        }
        BrokerRoll roll = BrokerRoll.of(state.image());
        TopicEdits edits = new TopicEdits();
        List<IsrOutcome> outcomes = new ArrayList<>(command.proposals().size());
        for (IsrProposal proposal : command.proposals()) {
            outcomes.add(consider(state.image(), roll, edits, command.brokerId(), proposal));
        }
        return edits.decision(state, outcomes);
    }

    /** A process that was replaced meanwhile may have proposed what is not true any more. */
    private static boolean isStale(ClusterImage image, AlterPartitions command) {
        BrokerRegistration proposer = image.brokers().get(command.brokerId());
        return command.brokerEpoch() != AlterPartitions.ANY_EPOCH
                && (proposer == null || proposer.epoch() != command.brokerEpoch());
    }

    private IsrOutcome consider(
            ClusterImage image,
            BrokerRoll roll,
            TopicEdits edits,
            int proposer,
            IsrProposal proposal) {
        Optional<TopicImage> found = image.topic(proposal.topicId());
        if (found.isEmpty()) {
            return new IsrOutcome(ErrorCode.UNKNOWN_TOPIC_ID, null);
        }
        TopicImage topic = found.get();
        if (topic.partition(proposal.partition()).isEmpty()) {
            return new IsrOutcome(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, null);
        }
        PartitionImage now = edits.current(topic, proposal.partition());
        ErrorCode problem = problem(now, roll, proposer, proposal);
        if (problem != ErrorCode.NONE) {
            return new IsrOutcome(problem, now);
        }
        PartitionImage next = altered(image, topic, now, roll, proposal.isr());
        edits.put(topic, proposal.partition(), next);
        return new IsrOutcome(
                next.leader() == proposer ? ErrorCode.NONE : ErrorCode.NEW_LEADER_ELECTED, next);
    }

    private PartitionImage altered(
            ClusterImage image,
            TopicImage topic,
            PartitionImage now,
            BrokerRoll roll,
            List<Integer> isr) {
        if (isr.equals(now.isr())) {
            return now;
        }
        PartitionChange change =
                new PartitionChange(now, ReplicationRules.of(configs.broker(image), topic));
        change.isr(isr);
        change.finishMove();
        Elections.settle(change, roll);
        return change.after();
    }

    private static ErrorCode problem(
            PartitionImage now, BrokerRoll roll, int proposer, IsrProposal proposal) {
        if (!roll.alive(proposer)) {
            return ErrorCode.STALE_BROKER_EPOCH;
        }
        if (proposal.leaderEpoch() > now.leaderEpoch()
                || proposal.partitionEpoch() > now.partitionEpoch()) {
            return ErrorCode.NOT_CONTROLLER;
        }
        if (proposal.leaderEpoch() < now.leaderEpoch()) {
            return ErrorCode.FENCED_LEADER_EPOCH;
        }
        if (now.leader() != proposer) {
            return ErrorCode.INVALID_REQUEST;
        }
        if (proposal.partitionEpoch() < now.partitionEpoch()) {
            return ErrorCode.INVALID_UPDATE_VERSION;
        }
        return problem(now, roll, proposal);
    }

    private static ErrorCode problem(PartitionImage now, BrokerRoll roll, IsrProposal proposal) {
        List<Integer> isr = proposal.isr();
        if (!isr.contains(now.leader())
                || !now.replicas().containsAll(isr)
                || new HashSet<>(isr).size() != isr.size()) {
            return ErrorCode.INVALID_REQUEST;
        }
        for (int i = 0; i < isr.size(); i++) {
            long known =
                    proposal.brokerEpochs().isEmpty()
                            ? IsrProposal.UNKNOWN_EPOCH
                            : proposal.brokerEpochs().get(i);
            if (!now.isr().contains(isr.get(i)) && !roll.mayJoin(isr.get(i), known)) {
                return ErrorCode.INELIGIBLE_REPLICA;
            }
        }
        return ErrorCode.NONE;
    }
}
