package dev.moldau.broker.group;

import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.TopicCreation;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ErrorCode;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which broker coordinates a group, and makes the offsets topic when the first one asks. The
 * answer waits until the topic is there and, if it is this broker, until the shard has loaded, so
 * that a client's first join finds a coordinator instead of a reason to ask again.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class CoordinatorDirectory {

    /** How long an answer waits for the shard to load, in milliseconds. */
    static final long LONGEST_WAIT_MS = 2_000;

    private static final Logger LOG = LoggerFactory.getLogger(CoordinatorDirectory.class);

    private final Controller controller;
    private final GroupCoordinator coordinator;
    private final OffsetsTopicSettings settings;
    private final Timer timer;
    private final int brokerId;

    /**
     * @param brokerId this broker
     */
    public CoordinatorDirectory(
            Controller controller,
            GroupCoordinator coordinator,
            OffsetsTopicSettings settings,
            Timer timer,
            int brokerId) {
        this.controller = controller;
        this.coordinator = coordinator;
        this.settings = settings;
        this.timer = timer;
        this.brokerId = brokerId;
    }

    /**
     * A coordinator, or why there is none.
     *
     * @param error why there is none, or none
     * @param message the same in words; null if there is a coordinator
     * @param brokerId its id, or -1
     */
    public record Found(
            ErrorCode error, @Nullable String message, int brokerId, String host, int port) {

        /** There is none. */
        public static Found nobody(ErrorCode error, String message) {
            return new Found(error, message, -1, "", -1);
        }
    }

    /**
     * Finds a group's coordinator.
     *
     * @param listener the listener that the client came through
     * @param reachedAt the address under which the client reached this broker
     */
    public CompletionStage<Found> find(
            String groupId, String listener, InetSocketAddress reachedAt) {
        ClusterImage image = controller.images().current();
        if (image.topic(GroupCoordinator.OFFSETS_TOPIC).isPresent()) {
            return locate(image, groupId, listener, reachedAt);
        }
        return create(image)
                .thenCompose(
                        _ -> locate(controller.images().current(), groupId, listener, reachedAt));
    }

    private CompletionStage<@Nullable Void> create(ClusterImage image) {
        int replicas =
                settings.replicationFactor().orElse(Math.clamp(image.aliveBrokers().size(), 1, 3));
        NewTopic topic =
                NewTopic.of(
                        GroupCoordinator.OFFSETS_TOPIC,
                        settings.partitions(),
                        replicas,
                        Map.of(
                                "cleanup.policy", "compact",
                                "compression.type", "producer",
                                "segment.bytes", Integer.toString(settings.segmentBytes())));
        return controller
                .submit(new ControllerCommand.CreateTopics(List.of(topic), false))
                .handle(
                        (created, failure) -> {
                            report(created, failure);
                            return null;
                        });
    }

    /** Whether it worked shows in the image; why it did not, in the log. */
    private static void report(@Nullable List<TopicCreation> created, @Nullable Throwable failure) {
        if (created == null) {
            LOG.warn("{} could not be created: {}", GroupCoordinator.OFFSETS_TOPIC, failure);
            return;
        }
        for (TopicCreation creation : created) {
            if (creation.error().failed()
                    && creation.error().code() != ErrorCode.TOPIC_ALREADY_EXISTS) {
                LOG.warn("{} could not be created: {}", creation.name(), creation.error());
            }
        }
    }

    private CompletionStage<Found> locate(
            ClusterImage image, String groupId, String listener, InetSocketAddress reachedAt) {
        int index = coordinator.partitionFor(groupId);
        Optional<PartitionImage> partition =
                image.topic(GroupCoordinator.OFFSETS_TOPIC).flatMap(t -> t.partition(index));
        if (partition.isEmpty()) {
            return done(
                    Found.nobody(
                            ErrorCode.COORDINATOR_NOT_AVAILABLE,
                            "The offsets topic could not be created; the broker's log says why."));
        }
        int leader = partition.get().leader();
        Optional<Endpoint> endpoint =
                Optional.ofNullable(image.brokers().get(leader))
                        .flatMap(broker -> broker.endpoint(listener));
        if (endpoint.isEmpty()) {
            return done(
                    Found.nobody(
                            ErrorCode.COORDINATOR_NOT_AVAILABLE,
                            "Partition "
                                    + index
                                    + " of the offsets topic has no leader on listener "
                                    + listener
                                    + "."));
        }
        Found found = found(leader, endpoint.get(), reachedAt);
        return leader == brokerId ? whenServing(index).thenApply(_ -> found) : done(found);
    }

    private static Found found(int leader, Endpoint endpoint, InetSocketAddress reachedAt) {
        String host = endpoint.host().isEmpty() ? reachedAt.getHostString() : endpoint.host();
        return new Found(ErrorCode.NONE, null, leader, host, endpoint.port());
    }

    private CompletionStage<Boolean> whenServing(int partition) {
        CompletableFuture<Boolean> either = new CompletableFuture<>();
        coordinator.whenServing(partition).whenComplete((_, _) -> either.complete(true));
        if (!either.isDone()) {
            Timer.Timeout timeout = timer.schedule(LONGEST_WAIT_MS, () -> either.complete(false));
            coordinator.whenServing(partition).whenComplete((_, _) -> timeout.cancel());
        }
        return either;
    }

    private static CompletionStage<Found> done(Found found) {
        return CompletableFuture.completedFuture(found);
    }
}
