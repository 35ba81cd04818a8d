package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.protocol.ErrorCode;
import java.util.HashSet;
import java.util.List;

/** Checks placings that somebody wrote by hand, and how many replicas there can be. */
final class Assignments {

    private Assignments() {}

    /**
     * Whether each partition can be placed like that.
     *
     * @param replicationFactor how many replicas each must have
     */
    static ApiError check(
            ClusterImage image, List<List<Integer>> assignment, int replicationFactor) {
        for (List<Integer> replicas : assignment) {
            if (replicas.isEmpty()) {
                return wrong("The assignment names no broker for a partition; name at least one.");
            }
            if (new HashSet<>(replicas).size() != replicas.size()) {
                return wrong("The assignment " + replicas + " names a broker twice.");
            }
            if (replicas.size() != replicationFactor) {
                return wrong(
                        "The assignment "
                                + replicas
                                + " names "
                                + replicas.size()
                                + " brokers, and other partitions have "
                                + replicationFactor
                                + "; give all partitions of a topic equally many.");
            }
            for (int id : replicas) {
                BrokerRegistration broker = image.brokers().get(id);
                if (broker == null || !broker.electable()) {
                    return wrong(
                            "The assignment names broker "
                                    + id
                                    + ", which is not there; brokers there are "
                                    + ids(image)
                                    + ".");
                }
            }
        }
        return ApiError.NONE;
    }

    /** Whether there are brokers enough for so many replicas. */
    static ApiError checkFactor(ClusterImage image, int replicationFactor) {
        int there = image.electableBrokers().size();
        if (replicationFactor < 1) {
            return ApiError.of(
                    ErrorCode.INVALID_REPLICATION_FACTOR,
                    "The replication factor must be at least 1, or -1 for the broker's default; it"
                            + " is "
                            + replicationFactor
                            + ".");
        }
        if (replicationFactor > there) {
            return ApiError.of(
                    ErrorCode.INVALID_REPLICATION_FACTOR,
                    "The replication factor is "
                            + replicationFactor
                            + ", but only "
                            + there
                            + " broker(s) are there; ask for at most "
                            + there
                            + ", or start more brokers.");
        }
        return ApiError.NONE;
    }

    /** Which brokers can be given replicas. */
    static List<Integer> ids(ClusterImage image) {
        return image.electableBrokers().stream().map(BrokerRegistration::id).toList();
    }

    private static ApiError wrong(String message) {
        return ApiError.of(ErrorCode.INVALID_REPLICA_ASSIGNMENT, message);
    }
}
