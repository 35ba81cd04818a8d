package dev.moldau.broker.partition;

import java.util.List;

/**
 * Told which partitions this broker leads, for those who keep state in a partition. Called on the
 * host's thread, for each partition in the order of events; must not wait.
 */
public interface LeadershipListener {

    /** This broker leads the partition from now on, in that epoch; the partition serves. */
    void elected(Partition partition, int leaderEpoch);

    /**
     * This broker does not lead the partition. Told whenever its state is another one: who leads,
     * in which epoch, or that nobody does at present.
     */
    default void follows(Partition partition, Leadership now) {}

    /** This broker does not have those partitions any more: others do, or their topics are gone. */
    default void left(List<Partition> partitions) {}

    /** All that an image changes has been told; more may come with the next one. */
    default void told() {}

    /** Topics are gone, with all their partitions. */
    void topicsDeleted(List<String> names);
}
