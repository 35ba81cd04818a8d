package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.net.Network;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Finds the broker that a target stands for and connects to it. Confined to the loop. The futures
 * fail with a retriable exception if another try may help, else with what is wrong.
 */
final class Locator {

    /** For how long a topic or partition that is not known is waited for: it may be quite new. */
    private static final long NEW_TOPIC_MS = 5_000;

    /** After so many tries in vain a broker that is not known does not exist. */
    private static final int TRIES_FOR_BROKER = 4;

    private final Network network;
    private final Metadata metadata;
    private final Connector connector;
    private final int requestTimeoutMs;

    Locator(Network network, Metadata metadata, Connector connector, int requestTimeoutMs) {
        this.network = network;
        this.metadata = metadata;
        this.connector = connector;
        this.requestTimeoutMs = requestTimeoutMs;
    }

    /**
     * The broker, connected.
     *
     * @param attempts how many attempts of the operation have failed so far
     * @param maxWaitMs how long it may take
     */
    CompletableFuture<Node> locate(Target target, int attempts, long maxWaitMs) {
        if (target instanceof Target.Any) {
            return any();
        }
        if (target instanceof Target.Coordinator coordinator) {
            return any().thenCompose(node -> coordinator(node, coordinator.group()))
                    .thenCompose(connector::open);
        }
        if (target instanceof Target.Leader leader) {
            return leader(leader.partition(), maxWaitMs).thenCompose(connector::open);
        }
        return metadata.ready(maxWaitMs)
                .thenApply(
                        view ->
                                target instanceof Target.Broker broker
                                        ? broker(view, broker.id(), attempts)
                                        : controller(view))
                .thenCompose(connector::open);
    }

    private CompletableFuture<Node> any() {
        CompletableFuture<Node> found = new CompletableFuture<>();
        metadata.findBroker(found::complete);
        return found;
    }

    private Node controller(ClusterView view) {
        return view.controller()
                .orElseThrow(
                        () -> {
                            metadata.refresh("the controller is wanted");
                            return new RetriableException("no broker knows the controller");
                        });
    }

    private Node broker(ClusterView view, int id, int attempts) {
        Node node = view.brokers().get(id);
        if (node != null) {
            return node;
        }
        String message =
                "there is no broker "
                        + id
                        + " in the cluster, only "
                        + new TreeSet<>(view.brokers().keySet());
        if (attempts >= TRIES_FOR_BROKER) {
            throw new RefusedException(message);
        }
        metadata.refresh(message);
        throw new RetriableException(message);
    }

    private CompletableFuture<Node> leader(TopicPartition partition, long maxWaitMs) {
        // Ends before the operation does, so that it is this that is told.
        long limitMs = Math.min(NEW_TOPIC_MS, maxWaitMs * 3 / 4);
        return metadata.ready(partition.topic(), partition.partition(), limitMs)
                .exceptionally(
                        cause -> {
                            throw cause instanceof TimedOutException timedOut
                                    ? notThere(partition, timedOut)
                                    : (RuntimeException) cause;
                        })
                .thenApply(view -> leader(view, partition));
    }

    private Node leader(ClusterView view, TopicPartition partition) {
        Node leader = view.leader(partition.topic(), partition.partition());
        if (leader == null) {
            metadata.refresh("the leader of " + partition + " is wanted");
            throw new RetriableException(
                    "partition "
                            + partition
                            + " has no leader: "
                            + metadata.lastProblem(partition.topic()));
        }
        return leader;
    }

    /** A topic that brokers do not know, or know with fewer partitions, is no matter of waiting. */
    private RuntimeException notThere(TopicPartition partition, TimedOutException timedOut) {
        ClusterView.Topic topic = metadata.view().topics().get(partition.topic());
        boolean exists = topic != null && topic.error() == ErrorCode.NONE;
        boolean unknown = topic != null && topic.error() == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
        return exists || unknown
                ? new RefusedException(
                        String.valueOf(timedOut.getMessage()),
                        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                        timedOut)
                : timedOut;
    }

    private CompletableFuture<Node> coordinator(Node asked, String group) {
        CompletableFuture<Node> found = new CompletableFuture<>();
        network.send(asked, new FindCoordinatorCall(asked, group, requestTimeoutMs, found));
        return found;
    }
}
