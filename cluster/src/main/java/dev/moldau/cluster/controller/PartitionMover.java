package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.MovePartitions;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Decides about moves of partitions to other brokers. While one is moved, its replicas are those it
 * moves to and those it leaves; when all of the former are in sync the latter go, see {@link
 * IsrAlterer}. A move in place of another starts from where the partition was before the first.
 */
final class PartitionMover {

    private final EffectiveConfigs configs;

    PartitionMover(EffectiveConfigs configs) {
        this.configs = configs;
    }

    Decision<List<ApiError>> decide(ControllerState state, MovePartitions command) {
        BrokerRoll roll = BrokerRoll.of(state.image());
        TopicEdits edits = new TopicEdits();
        List<ApiError> results = new ArrayList<>(command.moves().size());
        for (Move move : command.moves()) {
            results.add(move(state.image(), roll, edits, move, command.allowFactorChange()));
        }
        return edits.decision(state, results);
    }

    private ApiError move(
            ClusterImage image,
            BrokerRoll roll,
            TopicEdits edits,
            Move move,
            boolean allowFactorChange) {
        PartitionRef ref = move.partition();
        Optional<TopicImage> found = image.topic(ref.topic());
        if (found.flatMap(t -> t.partition(ref.partition())).isEmpty()) {
            return LeaderElector.noSuchPartition(ref);
        }
        TopicImage topic = found.get();
        PartitionImage now = edits.current(topic, ref.partition());
        List<Integer> origin =
                PartitionChange.without(now.replicas(), now.addingReplicas()::contains);
        List<Integer> target = move.target();
        ApiError problem =
                target == null
                        ? checkCancel(ref, now)
                        : checkTarget(image, ref, origin, target, allowFactorChange);
        if (problem.failed()) {
            return problem;
        }
        PartitionChange change =
                new PartitionChange(now, ReplicationRules.of(configs.broker(image), topic));
        change.move(target == null ? origin : target, origin);
        if (change.isr().isEmpty()) {
            return invalid(
                    "Partition "
                            + ref
                            + " is in sync only on "
                            + now.isr()
                            + ", which it would leave at once; wait until it is in sync on one of "
                            + origin
                            + " too.");
        }
        change.finishMove();
        Elections.settle(change, roll);
        edits.put(topic, ref.partition(), change.after());
        return ApiError.NONE;
    }

    private static ApiError checkCancel(PartitionRef ref, PartitionImage now) {
        return now.moving()
                ? ApiError.NONE
                : ApiError.of(
                        ErrorCode.NO_REASSIGNMENT_IN_PROGRESS,
                        "Partition "
                                + ref
                                + " is not being moved, so that there is nothing to take back.");
    }

    private static ApiError checkTarget(
            ClusterImage image,
            PartitionRef ref,
            List<Integer> origin,
            List<Integer> target,
            boolean allowFactorChange) {
        if (target.isEmpty()) {
            return invalid("Partition " + ref + " cannot be on no broker; name at least one.");
        }
        if (new HashSet<>(target).size() != target.size()) {
            return invalid("The target " + target + " of partition " + ref + " repeats a broker.");
        }
        BrokerRoll roll = BrokerRoll.of(image);
        List<Integer> absent =
                PartitionChange.without(target, id -> origin.contains(id) || roll.electable(id));
        if (!absent.isEmpty()) {
            return invalid(
                    "Partition "
                            + ref
                            + " is on "
                            + origin
                            + " and cannot move to "
                            + absent
                            + ", which are not there; brokers there are "
                            + Assignments.ids(image)
                            + ".");
        }
        if (!allowFactorChange && target.size() != origin.size()) {
            return ApiError.of(
                    ErrorCode.INVALID_REPLICATION_FACTOR,
                    "Partition "
                            + ref
                            + " has "
                            + origin.size()
                            + " replica(s), and the target "
                            + target
                            + " another number, which the request does not allow.");
        }
        return ApiError.NONE;
    }

    private static ApiError invalid(String message) {
        return ApiError.of(ErrorCode.INVALID_REPLICA_ASSIGNMENT, message);
    }
}
