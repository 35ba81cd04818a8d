package dev.moldau.broker.partition;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the partition that a request means, and if this broker does not have it, what to say
 * instead. Safe for use by any thread; waits for nothing.
 */
public final class PartitionLookup {

    private final PartitionRegistry registry;
    private final ImageSource images;

    /**
     * @param registry what this broker has
     * @param images what the cluster has
     */
    public PartitionLookup(PartitionRegistry registry, ImageSource images) {
        this.registry = registry;
        this.images = images;
    }

    /** The cluster as of now. */
    public ClusterImage image() {
        return images.current();
    }

    /** The partition; null if this broker does not have it, see {@link #whyMissing}. */
    public @Nullable Partition find(String topic, int index) {
        LocalTopic found = registry.topic(topic);
        return found == null ? null : found.partition(index);
    }

    /** The partition; null if this broker does not have it, see {@link #whyMissing}. */
    public @Nullable Partition find(Uuid topicId, int index) {
        LocalTopic found = registry.topic(topicId);
        return found == null ? null : found.partition(index);
    }

    /**
     * What to say about a partition that was not found here: its log could not be opened, another
     * broker has it, this one will in a moment, or there is none.
     */
    public ErrorCode whyMissing(String topic, int index) {
        return images.current().topic(topic).flatMap(found -> found.partition(index)).isPresent()
                ? whyNotServed(registry.topic(topic), index)
                : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
    }

    /** As {@link #whyMissing(String, int)}. */
    public ErrorCode whyMissing(Uuid topicId, int index) {
        Optional<TopicImage> topic = images.current().topic(topicId);
        if (topic.isEmpty()) {
            return ErrorCode.UNKNOWN_TOPIC_ID;
        }
        return topic.get().partition(index).isPresent()
                ? whyNotServed(registry.topic(topicId), index)
                : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
    }

    private static ErrorCode whyNotServed(@Nullable LocalTopic topic, int index) {
        return topic != null && topic.isBroken(index)
                ? ErrorCode.KAFKA_STORAGE_ERROR
                : ErrorCode.NOT_LEADER_OR_FOLLOWER;
    }

    /** Who leads a partition as far as the cluster image knows; for KIP-951. */
    public Optional<PartitionImage> leaderOf(String topic, Uuid topicId, int index) {
        ClusterImage image = images.current();
        Optional<TopicImage> found =
                topicId.equals(Uuid.ZERO) ? image.topic(topic) : image.topic(topicId);
        return found.flatMap(theTopic -> theTopic.partition(index));
    }
}
