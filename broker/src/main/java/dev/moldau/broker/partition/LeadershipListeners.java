package dev.moldau.broker.partition;

import java.util.List;

/**
 * Several listeners as one, told in order.
 *
 * @param all the listeners
 */
public record LeadershipListeners(List<LeadershipListener> all) implements LeadershipListener {

    /** Copies the list. */
    public LeadershipListeners {
        all = List.copyOf(all);
    }

    @Override
    public void elected(Partition partition, int leaderEpoch) {
        all.forEach(listener -> listener.elected(partition, leaderEpoch));
    }

    @Override
    public void follows(Partition partition, Leadership now) {
        all.forEach(listener -> listener.follows(partition, now));
    }

    @Override
    public void left(List<Partition> partitions) {
        all.forEach(listener -> listener.left(partitions));
    }

    @Override
    public void told() {
        all.forEach(LeadershipListener::told);
    }

    @Override
    public void topicsDeleted(List<String> names) {
        all.forEach(listener -> listener.topicsDeleted(names));
    }
}
