package dev.moldau.broker.partition;

import java.util.List;

/**
 * Told which partitions this broker leads, for those who keep state in a partition. Called on the
 * host's thread, for each partition in the order of events; must not wait.
 */
public interface LeadershipListener {

    /** Told of nothing. */
    LeadershipListener NONE =
            new LeadershipListener() {
                @Override
                public void elected(Partition partition, int leaderEpoch) {}

                @Override
                public void topicsDeleted(List<String> names) {}
            };

    /** This broker leads the partition from now on, in that epoch; the partition serves. */
    void elected(Partition partition, int leaderEpoch);

    /** Topics are gone, with all their partitions. */
    void topicsDeleted(List<String> names);
}
