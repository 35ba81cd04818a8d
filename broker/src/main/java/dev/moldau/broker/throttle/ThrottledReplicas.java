package dev.moldau.broker.throttle;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which replicas of a topic are throttled on one broker: what {@code
 * leader.replication.throttled.replicas} or {@code follower.replication.throttled.replicas} says.
 * Immutable.
 */
public final class ThrottledReplicas {

    /** No replica is. */
    public static final ThrottledReplicas NONE = new ThrottledReplicas(false, Set.of());

    private static final String ALL = "*";
    private static final String NOBODY = "none";

    private final boolean all;
    private final Set<Integer> partitions;

    private ThrottledReplicas(boolean all, Set<Integer> partitions) {
        this.all = all;
        this.partitions = partitions;
    }

    /**
     * Reads the topic's setting, of which each value has the form that the catalogue of keys
     * demands.
     *
     * @param setting {@code partition:broker} pairs, or {@code *} for all replicas
     * @param brokerId whose replicas count
     */
    public static ThrottledReplicas of(List<String> setting, int brokerId) {
        if (setting.contains(ALL)) {
            return new ThrottledReplicas(true, Set.of());
        }
        Set<Integer> partitions = new HashSet<>();
        for (String pair : setting) {
            int colon = pair.indexOf(':');
            if (!pair.equals(NOBODY)
                    && Integer.parseInt(pair, colon + 1, pair.length(), 10) == brokerId) {
                partitions.add(Integer.parseInt(pair, 0, colon, 10));
            }
        }
        return partitions.isEmpty() ? NONE : new ThrottledReplicas(false, Set.copyOf(partitions));
    }

    /** Whether this broker's replica of the partition is throttled. */
    public boolean contains(int partition) {
        return all || partitions.contains(partition);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ThrottledReplicas that
                && all == that.all
                && partitions.equals(that.partitions);
    }

    @Override
    public int hashCode() {
        return partitions.hashCode() + (all ? 1 : 0);
    }
}
