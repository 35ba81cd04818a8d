package dev.moldau.broker.group;

import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.topic.Advertised;
import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Clock;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Tells which broker coordinates a group, and has the offsets topic made when the first one asks.
 * The answer waits until the topic is there and, if it is this broker, until the shard has loaded,
 * so that a client's first join finds a coordinator instead of a reason to ask again.
 *
 * <p>Safe for use by any thread.
 */
public final class CoordinatorDirectory {

    /** How long an answer waits for the shard to load, in milliseconds. */
    static final long LONGEST_WAIT_MS = 2_000;

    private final ImageSource images;
    private final OffsetsTopic offsetsTopic;
    private final GroupCoordinator coordinator;
    private final Timer timer;
    private final CreationFailures failures;
    private final int brokerId;

    /**
     * @param clock the time
     * @param brokerId this broker
     */
    public CoordinatorDirectory(
            ImageSource images,
            OffsetsTopic offsetsTopic,
            GroupCoordinator coordinator,
            Timer timer,
            Clock clock,
            int brokerId) {
        this.images = images;
        this.offsetsTopic = offsetsTopic;
        this.coordinator = coordinator;
        this.timer = timer;
        this.failures = new CreationFailures(clock);
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

    /** Finds a group's coordinator, under the address that serves a client of this connection. */
    public CompletionStage<Found> find(String groupId, ConnectionInfo connection) {
        if (images.current().topic(GroupCoordinator.OFFSETS_TOPIC).isPresent()) {
            return locate(images.current(), groupId, connection);
        }
        return offsetsTopic
                .ensure()
                .thenCompose(
                        errors -> {
                            report(errors);
                            return locate(images.current(), groupId, connection);
                        });
    }

    /** Whether the topic is there shows in the image; why it is not, in the log. */
    private void report(Map<String, ApiError> errors) {
        errors.forEach(failures::report);
    }

    private CompletionStage<Found> locate(
            ClusterImage image, String groupId, ConnectionInfo connection) {
        int index = coordinator.partitionFor(groupId);
        Optional<PartitionImage> partition =
                image.topic(GroupCoordinator.OFFSETS_TOPIC)
                        .flatMap(topic -> topic.partition(index));
        if (partition.isEmpty()) {
            return done(
                    Found.nobody(
                            ErrorCode.COORDINATOR_NOT_AVAILABLE,
                            "The offsets topic could not be created; the broker's log says why."));
        }
        int leader = partition.get().leader();
        Optional<Found> found =
                Optional.ofNullable(image.brokers().get(leader))
                        .flatMap(broker -> Advertised.address(broker, connection))
                        .map(at -> new Found(ErrorCode.NONE, null, leader, at.host(), at.port()));
        if (found.isEmpty()) {
            return done(
                    Found.nobody(
                            ErrorCode.COORDINATOR_NOT_AVAILABLE,
                            "Partition "
                                    + index
                                    + " of the offsets topic has no leader on listener "
                                    + connection.listenerName()
                                    + "."));
        }
        return leader == brokerId
                ? whenServing(index).thenApply(_ -> found.get())
                : done(found.get());
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
