package dev.moldau.broker;

import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.PartitionHost;
import dev.moldau.broker.partition.PartitionRegistry;
import dev.moldau.broker.topic.PartitionReadiness;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A topic's partitions serve when the image that brought them is in force on this broker.
 *
 * @param images the images
 * @param host applies them
 * @param partitions what this broker has
 * @param nodeId this broker
 */
record ImageReadiness(
        ImageSource images, PartitionHost host, PartitionRegistry partitions, int nodeId)
        implements PartitionReadiness {

    @Override
    public CompletionStage<Void> serving(TopicImage topic) {
        return host.whenApplied(images.current().version())
                .thenApply(
                        applied -> {
                            check(topic);
                            return nothing();
                        });
    }

    private void check(TopicImage topic) {
        if (images.current().topic(topic.id()).isEmpty()) {
            return;
        }
        LocalTopic local = partitions.topic(topic.id());
        for (int index = 0; index < topic.partitions().size(); index++) {
            PartitionImage partition = topic.partitions().get(index);
            if (partition.leader() == nodeId && (local == null || local.partition(index) == null)) {
                throw new CompletionException(
                        new IllegalStateException(
                                topic.name()
                                        + "-"
                                        + index
                                        + " could not be opened; the broker's log says why"));
            }
        }
    }

    @Override
    public CompletionStage<Void> removed(String name, Uuid id) {
        return host.whenApplied(images.current().version()).thenApply(applied -> nothing());
    }

    @Override
    public CompletionStage<Void> configured() {
        return host.whenApplied(images.current().version()).thenApply(applied -> nothing());
    }

    // Void has no other value; stages of it complete with null.
    @SuppressWarnings("NullAway")
    private static @Nullable Void nothing() {
        return null;
    }
}
