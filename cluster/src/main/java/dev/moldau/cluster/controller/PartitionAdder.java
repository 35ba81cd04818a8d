package dev.moldau.cluster.controller;

import dev.moldau.cluster.controller.ControllerCommand.CreatePartitions;
import dev.moldau.cluster.controller.ControllerCommand.MorePartitions;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides about more partitions of existing topics. */
final class PartitionAdder {

    private final ReplicaPlacer placer;

    PartitionAdder(ReplicaPlacer placer) {
        this.placer = placer;
    }

    Decision<List<ApiError>> decide(ControllerState state, CreatePartitions command) {
        List<ApiError> results = new ArrayList<>();
        List<StoreWrite> writes = new ArrayList<>();
        ClusterImage.Builder next = state.image().next();
        Set<String> seen = new HashSet<>();
        int room = TopicCreator.MAX_PARTITIONS_PER_COMMAND;
        for (MorePartitions wanted : command.topics()) {
            Optional<TopicImage> found = state.image().topic(wanted.topic());
            ApiError error =
                    seen.add(wanted.topic())
                            ? problem(state.image(), found, wanted, room)
                            : ApiError.of(
                                    ErrorCode.INVALID_REQUEST,
                                    "The request names topic '"
                                            + wanted.topic()
                                            + "' more than once.");
            results.add(error);
            if (!error.failed()) {
                TopicImage grown = grown(state.image(), found.orElseThrow(), wanted);
                room -= wanted.count() - found.orElseThrow().partitions().size();
                writes.add(
                        new StoreWrite.Replace(
                                StoreRecords.topicKey(grown.name()),
                                StoreRecords.encode(grown),
                                StoreWrite.ANY_VERSION));
                next.topic(grown);
            }
        }
        return command.validateOnly() || writes.isEmpty()
                ? Decision.unchanged(state, results)
                : new Decision<>(writes, state.withImage(next.build()), results);
    }

    private static ApiError problem(
            ClusterImage image, Optional<TopicImage> found, MorePartitions wanted, int room) {
        if (found.isEmpty()) {
            return ApiError.of(
                    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                    "There is no topic '" + wanted.topic() + "'.");
        }
        TopicImage topic = found.get();
        int more = wanted.count() - topic.partitions().size();
        if (topic.internal()) {
            return ApiError.of(
                    ErrorCode.INVALID_REQUEST,
                    "The number of partitions of '"
                            + topic.name()
                            + "' decides where groups and transactions live and cannot change.");
        }
        if (more <= 0) {
            return ApiError.of(
                    ErrorCode.INVALID_PARTITIONS,
                    "Topic '"
                            + topic.name()
                            + "' has "
                            + topic.partitions().size()
                            + " partition(s) already; ask for more than that, not "
                            + wanted.count()
                            + ".");
        }
        if (more > room) {
            return ApiError.of(
                    ErrorCode.POLICY_VIOLATION,
                    "One request can make at most "
                            + TopicCreator.MAX_PARTITIONS_PER_COMMAND
                            + " partitions; split it.");
        }
        int factor = factor(topic);
        if (wanted.assignment().isEmpty()) {
            return Assignments.checkFactor(image, factor);
        }
        if (wanted.assignment().size() != more) {
            return ApiError.of(
                    ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                    "The assignment is for "
                            + wanted.assignment().size()
                            + " partition(s), and there are "
                            + more
                            + " to add.");
        }
        return Assignments.check(image, wanted.assignment(), factor);
    }

    /** How many replicas a partition of the topic has when it is not on the move. */
    private static int factor(TopicImage topic) {
        PartitionImage first = topic.partitions().getFirst();
        return first.replicas().size() - first.removingReplicas().size();
    }

    private TopicImage grown(ClusterImage image, TopicImage topic, MorePartitions wanted) {
        int more = wanted.count() - topic.partitions().size();
        int factor = factor(topic);
        List<List<Integer>> placed =
                wanted.assignment().isEmpty()
                        ? placer.place(image.electableBrokers(), more, factor)
                        : wanted.assignment();
        List<PartitionImage> partitions = new ArrayList<>(topic.partitions());
        placed.stream().map(PartitionImage::created).forEach(partitions::add);
        return topic.withPartitions(partitions);
    }
}
