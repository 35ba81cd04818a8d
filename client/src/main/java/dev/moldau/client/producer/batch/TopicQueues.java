package dev.moldau.client.producer.batch;

import dev.moldau.client.metadata.ClusterView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one topic by partition, where its records without a key go now, and how well they
 * compress. Found by one look-up and kept by callers for the next record of the topic. Safe for use
 * by any thread.
 */
public final class TopicQueues {

    private final Accumulator owner;
    private final String name;
    private final CompressionRatio ratio = new CompressionRatio();

    private volatile PartitionQueue[] queues = {};
    private volatile Known known = new Known(ClusterView.EMPTY, null);
    // The last that was known, for a choice made while a newer view knows nothing.
    private volatile ClusterView.@Nullable Topic lastKnown;
    private volatile @Nullable StickyStay stay;

    /** What one view of the cluster knows of the topic, so that it is looked up once per view. */
    private record Known(ClusterView view, ClusterView.@Nullable Topic topic) {}

    TopicQueues(Accumulator owner, String name) {
        this.owner = owner;
        this.name = name;
    }

    /** The topic's name. */
    public String name() {
        return name;
    }

    /** What the view knows of the topic; null if that is nothing or an error. */
    @SuppressWarnings(
            "ReferenceEquality") // Comparing the contents would cost more than looking up.
    public ClusterView.@Nullable Topic in(ClusterView view) {
        Known seen = known;
        if (seen.view != view) {
            seen = new Known(view, view.topic(name));
            known = seen;
            if (seen.topic != null) {
                lastKnown = seen.topic;
            }
        }
        return seen.topic;
    }

    /** Says what is known of the topic, before the first record without a key. */
    public void learn(ClusterView.Topic topic) {
        if (lastKnown == null) {
            lastKnown = topic;
        }
    }

    CompressionRatio ratio() {
        return ratio;
    }

    /** How many bytes of a buffer's capacity to fill before compression. */
    int plainLimit(int capacity) {
        if (!owner.compression().isOn()) {
            return capacity;
        }
        AccumulatorSettings settings = owner.settings();
        int most = Math.min(ratio.plainBytes(settings.batchBytes()), settings.maxRequestBytes());
        return Math.min(capacity, Math.max(most, Math.min(capacity, settings.batchBytes())));
    }

    PartitionQueue queue(int partition) {
        PartitionQueue[] now = queues;
        return partition < now.length ? now[partition] : grow(partition);
    }

    private synchronized PartitionQueue grow(int partition) {
        PartitionQueue[] old = queues;
        if (partition >= old.length) {
            PartitionQueue[] larger = Arrays.copyOf(old, partition + 1);
            for (int i = old.length; i <= partition; i++) {
                larger[i] = new PartitionQueue(owner, this, i);
                owner.queueMade(larger[i]);
            }
            queues = larger;
            return larger[partition];
        }
        return old[partition];
    }

    /** Where records without a key go now. */
    StickyStay stay() {
        StickyStay now = stay;
        return now == null ? begin(null) : now;
    }

    boolean lasts(StickyStay asked) {
        return stay == asked;
    }

    /**
     * Whether records without a key go elsewhere now that they cannot be appended to an open batch.
     * They do when the stay has filled a batch, or has brought as much as one to a partition that
     * is emptied faster than it fills. Under the lock of the stay's queue.
     *
     * @param full whether there is an open batch, which is full
     */
    boolean movesOn(StickyStay asked, boolean full) {
        boolean over = full ? asked.tookAny() : asked.tookAtLeast(owner.settings().batchBytes());
        return over && begin(asked) != asked;
    }

    private synchronized StickyStay begin(@Nullable StickyStay ended) {
        StickyStay now = stay;
        if (now == null || now == ended) {
            now = new StickyStay(choose());
            stay = now;
        }
        return now;
    }

    /**
     * Any partition with a leader; of two at random, the one with less before it, which is enough
     * to keep the slow ones from drowning and costs the same with a thousand partitions.
     */
    private int choose() {
        ClusterView.Topic topic = lastKnown;
        if (topic == null) {
            throw new IllegalStateException("the partitions of " + name + " are not known");
        }
        int first = draw(topic);
        if (!owner.settings().adaptive()) {
            return first;
        }
        int second = draw(topic);
        return queue(second).waitingBatches() < queue(first).waitingBatches() ? second : first;
    }

    private int draw(ClusterView.Topic topic) {
        List<ClusterView.Partition> partitions = topic.partitions();
        for (int attempt = 0; attempt < 3; attempt++) {
            ClusterView.Partition drawn = partitions.get(owner.random(partitions.size()));
            if (usable(drawn)) {
                return drawn.index();
            }
        }
        return drawAmongUsable(partitions);
    }

    private int drawAmongUsable(List<ClusterView.Partition> partitions) {
        List<ClusterView.Partition> usable = new ArrayList<>(partitions.size());
        for (ClusterView.Partition partition : partitions) {
            if (usable(partition)) {
                usable.add(partition);
            }
        }
        List<ClusterView.Partition> from = usable.isEmpty() ? partitions : usable;
        return from.get(owner.random(from.size())).index();
    }

    private boolean usable(ClusterView.Partition partition) {
        return partition.leaderId() >= 0 && !owner.isLeaderStuck(partition.leaderId());
    }
}
