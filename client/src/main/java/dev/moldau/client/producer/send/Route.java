package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Where the batches of one partition go, and from when on. Back-off holds for the leader that
 * failed: another one, or the same one after an election, is asked at once.
 */
final class Route {

    private static final long NEVER_SEEN = -1;

    private final TopicPartition partition;

    private long seenVersion = NEVER_SEEN;
    private @Nullable NodeSender leader;
    private int leaderEpoch = -1;
    private Uuid topicId = Uuid.ZERO;

    private long backoffEndsMs = Long.MIN_VALUE;
    private @Nullable NodeSender failedAt;
    private int failedEpoch;

    Route(TopicPartition partition) {
        this.partition = partition;
    }

    /**
     * Looks the leader up if there is a view that was not seen yet.
     *
     * @return whether there is news
     */
    boolean follow(ClusterView view, Nodes nodes) {
        if (view.version() == seenVersion) {
            return false;
        }
        seenVersion = view.version();
        Node node = view.leader(partition.topic(), partition.partition());
        leader = node == null ? null : nodes.of(node);
        ClusterView.Topic topic = view.topic(partition.topic());
        if (topic != null) {
            topicId = topic.id();
            leaderEpoch =
                    partition.partition() < topic.partitions().size()
                            ? topic.partitions().get(partition.partition()).leaderEpoch()
                            : -1;
        }
        return true;
    }

    @Nullable NodeSender leader() {
        return leader;
    }

    /** {@link Uuid#ZERO} if the brokers have none. */
    Uuid topicId() {
        return topicId;
    }

    /** An attempt at a leader failed; it is not asked again before then. */
    void backOff(long untilMs, NodeSender node) {
        backoffEndsMs = untilMs;
        failedAt = node;
        failedEpoch = leaderEpoch;
    }

    /** From when on the leader may be asked again; monotonic ms, in the past if at once. */
    long opensAtMs() {
        return leader == failedAt && leaderEpoch == failedEpoch ? backoffEndsMs : Long.MIN_VALUE;
    }
}
