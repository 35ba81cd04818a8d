package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.ElectLeaders;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides about elections that somebody asks for. */
final class LeaderElector {

    private final EffectiveConfigs configs;

    LeaderElector(EffectiveConfigs configs) {
        this.configs = configs;
    }

    Decision<List<PartitionOutcome>> decide(ControllerState state, ElectLeaders command) {
        BrokerRoll roll = BrokerRoll.of(state.image());
        TopicEdits edits = new TopicEdits();
        List<PartitionOutcome> outcomes = new ArrayList<>();
        List<PartitionRef> wanted = command.partitions();
        if (wanted != null) {
            for (PartitionRef ref : wanted) {
                Optional<TopicImage> topic = state.image().topic(ref.topic());
                ApiError error =
                        topic.flatMap(t -> t.partition(ref.partition())).isEmpty()
                                ? noSuchPartition(ref)
                                : elect(state.image(), roll, edits, topic.get(), ref, command);
                outcomes.add(new PartitionOutcome(ref, error));
            }
        } else {
            for (TopicImage topic : state.image().topics()) {
                electAll(state.image(), roll, edits, topic, command, outcomes);
            }
        }
        return edits.decision(state, outcomes);
    }

    static ApiError noSuchPartition(PartitionRef ref) {
        return ApiError.of(
                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "There is no partition " + ref + ".");
    }

    /** Whoever asks for all partitions is told of those for which there was something to do. */
    private void electAll(
            ClusterImage image,
            BrokerRoll roll,
            TopicEdits edits,
            TopicImage topic,
            ElectLeaders command,
            List<PartitionOutcome> outcomes) {
        for (int index = 0; index < topic.partitions().size(); index++) {
            PartitionRef ref = new PartitionRef(topic.name(), index);
            ApiError error = elect(image, roll, edits, topic, ref, command);
            if (error.code() != ErrorCode.ELECTION_NOT_NEEDED) {
                outcomes.add(new PartitionOutcome(ref, error));
            }
        }
    }

    private ApiError elect(
            ClusterImage image,
            BrokerRoll roll,
            TopicEdits edits,
            TopicImage topic,
            PartitionRef ref,
            ElectLeaders command) {
        PartitionImage now = edits.current(topic, ref.partition());
        int preferred = now.replicas().getFirst();
        if (command.unclean() ? now.hasLeader() : now.leader() == preferred) {
            return ApiError.of(
                    ErrorCode.ELECTION_NOT_NEEDED,
                    "Broker " + now.leader() + " leads already; no election is needed.");
        }
        if (!edits.hasRoomFor(topic)) {
            return ApiError.of(
                    ErrorCode.REQUEST_TIMED_OUT,
                    "One request changes at most "
                            + TopicEdits.MAX_TOPICS
                            + " topics; ask again for the rest.");
        }
        ReplicationRules rules = ReplicationRules.of(configs.broker(image), topic);
        if (command.unclean()) {
            PartitionChange change = new PartitionChange(now, rules.allowingUnclean());
            Elections.settle(change, roll);
            return elected(edits, topic, ref, change)
                    ? ApiError.NONE
                    : ApiError.of(
                            ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE,
                            "No replica is there to lead; start one of the brokers "
                                    + now.replicas()
                                    + ".");
        }
        PartitionChange change = new PartitionChange(now, rules);
        return Elections.preferFirst(change, roll) && elected(edits, topic, ref, change)
                ? ApiError.NONE
                : ApiError.of(
                        ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE,
                        "Broker "
                                + preferred
                                + " is to lead by preference, but is not there or not in sync;"
                                + " in sync are "
                                + now.isr()
                                + ".");
    }

    private static boolean elected(
            TopicEdits edits, TopicImage topic, PartitionRef ref, PartitionChange change) {
        return change.leader() != PartitionImage.NO_LEADER
                && edits.put(topic, ref.partition(), change.after());
    }
}
