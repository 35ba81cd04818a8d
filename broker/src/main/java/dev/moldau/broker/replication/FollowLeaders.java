package dev.moldau.broker.replication;

import dev.moldau.broker.partition.Leadership;
import dev.moldau.broker.partition.LeadershipListener;
import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionRegistry;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.broker.throttle.ThrottledReplicas;
import dev.moldau.client.Node;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.ReplicationKeys;
import dev.moldau.common.config.TopicKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Has this broker's partitions follow their leaders: says to the fetchers who leads, where brokers
 * are, and which replicas are throttled. Called on the thread of the partitions' host, but for what
 * is said otherwise.
 */
public final class FollowLeaders implements LeadershipListener {

    private final int brokerId;
    private final String listener;
    private final ReplicaFetchers fetchers;
    private final ReplicationThrottle throttle;
    private final PartitionRegistry partitions;
    private final EffectiveConfigs configs;
    private final ImageSource images;

    /** What the present image has changed so far; the host's. */
    private final List<FollowChange> changes = new ArrayList<>();

    /**
     * @param brokerId this broker
     * @param listener the listener between brokers
     * @param throttle what the fetchers are slowed down by
     * @param partitions what this broker has
     * @param configs the settings that count
     * @param images the cluster
     */
    public FollowLeaders(
            int brokerId,
            String listener,
            ReplicaFetchers fetchers,
            ReplicationThrottle throttle,
            PartitionRegistry partitions,
            EffectiveConfigs configs,
            ImageSource images) {
        this.brokerId = brokerId;
        this.listener = listener;
        this.fetchers = fetchers;
        this.throttle = throttle;
        this.partitions = partitions;
        this.configs = configs;
        this.images = images;
    }

    @Override
    public void elected(Partition partition, int leaderEpoch) {
        changes.add(unfollow(partition));
    }

    @Override
    public void follows(Partition partition, Leadership now) {
        changes.add(change(partition, now));
    }

    @Override
    public void told() {
        fetchers.change(changes);
        changes.clear();
    }

    private FollowChange change(Partition partition, Leadership now) {
        return now.follows()
                ? new FollowChange.Follow(
                        new FollowedPartition(partition),
                        now.leaderId(),
                        now.leaderEpoch(),
                        throttled(partition.topicId()).contains(partition.name().partition()))
                : unfollow(partition);
    }

    private static FollowChange unfollow(Partition partition) {
        return new FollowChange.Unfollow(partition.topicId(), partition.name().partition());
    }

    private ThrottledReplicas throttled(Uuid topicId) {
        ClusterImage image = images.current();
        return image.topic(topicId)
                .map(topic -> throttled(image, topic))
                .orElse(ThrottledReplicas.NONE);
    }

    private ThrottledReplicas throttled(ClusterImage image, TopicImage topic) {
        return ThrottledReplicas.of(
                configs.topic(image, topic).get(TopicKeys.FOLLOWER_REPLICATION_THROTTLED_REPLICAS),
                brokerId);
    }

    @Override
    public void left(List<Partition> gone) {
        gone.forEach(partition -> changes.add(unfollow(partition)));
    }

    @Override
    public void topicsDeleted(List<String> names) {}

    /** An image is current. On the thread that publishes it, one after the other. */
    public void onImage(ClusterImage old, ClusterImage image) {
        // For the first image, both are the same.
        boolean first = old.version() == image.version();
        if (first || !old.brokers().equals(image.brokers())) {
            Map<Integer, Node> nodes = nodes(image);
            fetchers.nodes(nodes);
            fetchers.present(
                    image.aliveBrokers().stream()
                            .map(broker -> nodes.get(broker.id()))
                            .filter(Objects::nonNull)
                            .toList());
        }
        throttle.bytesPerSecond(
                configs.broker(image).get(ReplicationKeys.FOLLOWER_REPLICATION_THROTTLED_RATE));
        fetchers.throttleChanged();
    }

    private Map<Integer, Node> nodes(ClusterImage image) {
        Map<Integer, Node> nodes = new HashMap<>();
        for (BrokerRegistration broker : image.brokers().values()) {
            if (broker.id() != brokerId) {
                broker.endpoint(listener)
                        .map(at -> new Node(broker.id(), at.host(), at.port(), broker.rack()))
                        .ifPresent(node -> nodes.put(broker.id(), node));
            }
        }
        return nodes;
    }

    /** The host has applied an image: throttled replicas may be others than under the last one. */
    public void throttledChanged(ClusterImage old, ClusterImage image) {
        List<FollowChange> throttled = new ArrayList<>();
        for (TopicImage topic : image.topics()) {
            Optional<TopicImage> before = old.topic(topic.id());
            LocalTopic local = partitions.topic(topic.id());
            if (local != null
                    && before.isPresent()
                    && !before.get().configs().equals(topic.configs())) {
                local.forEach(
                        partition -> throttled.add(change(partition, partition.leadership())));
            }
        }
        fetchers.change(throttled);
    }
}
