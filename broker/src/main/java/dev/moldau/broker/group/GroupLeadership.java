package dev.moldau.broker.group;

import dev.moldau.broker.partition.Leadership;
import dev.moldau.broker.partition.LeadershipListener;
import dev.moldau.broker.partition.Partition;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Tells the coordinator which partitions of the offsets topic this broker leads, and which topics
 * are gone. Called on the thread of the partitions' host.
 */
public final class GroupLeadership implements LeadershipListener {

    private final GroupCoordinator coordinator;
    private final Executor readers;

    /**
     * @param readers where loading may wait for the disk
     */
    public GroupLeadership(GroupCoordinator coordinator, Executor readers) {
        this.coordinator = coordinator;
        this.readers = readers;
    }

    @Override
    public void elected(Partition partition, int leaderEpoch) {
        if (partition.name().topic().equals(GroupCoordinator.OFFSETS_TOPIC)) {
            coordinator.onElected(
                    partition.name().partition(),
                    leaderEpoch,
                    new PartitionShardLog(partition, leaderEpoch, readers));
        }
    }

    @Override
    public void follows(Partition partition, Leadership now) {
        if (partition.name().topic().equals(GroupCoordinator.OFFSETS_TOPIC)) {
            coordinator.onResigned(partition.name().partition(), now.leaderEpoch());
        }
    }

    @Override
    public void left(List<Partition> partitions) {
        for (Partition partition : partitions) {
            follows(partition, partition.leadership());
        }
    }

    @Override
    public void topicsDeleted(List<String> names) {
        if (names.contains(GroupCoordinator.OFFSETS_TOPIC)) {
            coordinator.resignAll();
        }
        coordinator.onTopicsDeleted(names);
    }
}
