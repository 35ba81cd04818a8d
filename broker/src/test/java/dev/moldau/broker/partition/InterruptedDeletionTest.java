package dev.moldau.broker.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.lane.ManualLane;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.LogEnvironment;
import dev.moldau.storage.LogSettings;
import dev.moldau.storage.disk.DiskFault;
import dev.moldau.storage.disk.MemoryDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The cluster has deleted a topic, and the broker ended before its folders were gone. */
class InterruptedDeletionTest {

    private static final Path DATA = Path.of("/data");
    private static final Uuid DELETED = new Uuid(1, 1);
    private static final Uuid UNKNOWN = new Uuid(2, 2);

    private final ManualLane lane = new ManualLane();
    private final ManualTimer timer = new ManualTimer();
    private final MemoryDisk disk = new MemoryDisk(timer);
    private LogDirectory directory = openDirectory();

    private LogDirectory openDirectory() {
        return LogDirectory.open(
                DATA,
                new LogDirectory.Identity("cluster", 1),
                new LogEnvironment(disk, timer, Runnable::run, new Random(5), 100));
    }

    private PartitionHost hostAfterACrash() {
        directory.create(new TopicPartition("gone", 0), DELETED, LogSettings.DEFAULTS, lane);
        directory.create(new TopicPartition("kafkas", 0), UNKNOWN, LogSettings.DEFAULTS, lane);
        disk.endProcess();
        directory = openDirectory();
        return new PartitionHost(
                lane,
                1,
                new PartitionRegistry(),
                new PartitionOpener(
                        directory,
                        new PartitionLanes(List.of(lane)),
                        PartitionsUnderTest.portsWith(timer),
                        Runnable::run),
                new EffectiveConfigs(BrokerConfig.of(Map.of("log.dirs", DATA.toString()))),
                Uuid.ZERO,
                new LeadershipListener() {
                    @Override
                    public void elected(Partition partition, int leaderEpoch) {
                        throw new AssertionError(partition);
                    }

                    @Override
                    public void topicsDeleted(List<String> names) {
                        throw new AssertionError(names);
                    }
                });
    }

    @Test
    void itsFoldersGoAtTheNextStartAndOthersThatNobodyKnowsStay() {
        PartitionHost host = hostAfterACrash();
        host.onImage(ClusterImage.empty("cluster").next().deletedTopic(DELETED).build());
        lane.runAll();

        assertThat(disk.exists(DATA.resolve("gone-0"))).isFalse();
        assertThat(disk.exists(DATA.resolve("kafkas-0"))).isTrue();
        assertThat(host.hasNothingLeftOf(DELETED)).isTrue();
    }

    @Test
    void aFolderThatCannotBeDeletedIsNotForgotten() {
        PartitionHost host = hostAfterACrash();
        disk.fault(
                (operation, path) -> {
                    if (operation == DiskFault.Operation.RENAME && path.endsWith("gone-0")) {
                        throw new IOException("Input/output error");
                    }
                });
        host.onImage(ClusterImage.empty("cluster").next().deletedTopic(DELETED).build());
        lane.runAll();

        assertThat(disk.exists(DATA.resolve("gone-0"))).isTrue();
        assertThat(host.hasNothingLeftOf(DELETED)).isFalse();
    }
}
