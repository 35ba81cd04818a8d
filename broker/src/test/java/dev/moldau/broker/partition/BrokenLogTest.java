package dev.moldau.broker.partition;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.broker.lane.ManualLane;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.broker.lane.ThreadLane;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageListener;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.ErrorCode;
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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log that cannot be opened: its neighbours serve, and clients are told that it is the disk. */
@Timeout(60)
class BrokenLogTest {

    private static final Path DATA = Path.of("/data");
    private static final Uuid TOPIC = new Uuid(1, 1);

    private final ManualLane lane = new ManualLane();
    private final ThreadLane partitionLane =
            new ThreadLane(
                    "partitions",
                    (failed, bug) -> {
                        throw new AssertionError(bug);
                    });
    private final ManualTimer timer = new ManualTimer();
    private final MemoryDisk disk = new MemoryDisk(timer);
    private final PartitionRegistry registry = new PartitionRegistry();
    private ClusterImage image = ClusterImage.empty("cluster");
    private final PartitionLookup lookup =
            new PartitionLookup(
                    registry,
                    new ImageSource() {
                        @Override
                        public ClusterImage current() {
                            return image;
                        }

                        @Override
                        public void subscribe(ImageListener listener) {
                            throw new AssertionError(listener);
                        }
                    });

    @AfterEach
    void close() {
        partitionLane.close();
    }

    private LogDirectory openDirectory() {
        return LogDirectory.open(
                DATA,
                new LogDirectory.Identity("cluster", 1),
                new LogEnvironment(disk, timer, Runnable::run, new Random(5), 100));
    }

    private PartitionHost host(LeadershipListener listener) {
        return new PartitionHost(
                lane,
                1,
                registry,
                new PartitionOpener(
                        openDirectory(),
                        new PartitionLanes(List.of(partitionLane)),
                        PartitionsUnderTest.portsWith(timer),
                        Runnable::run),
                new EffectiveConfigs(BrokerConfig.of(Map.of("log.dirs", DATA.toString()))),
                Uuid.ZERO,
                listener);
    }

    private static final LeadershipListener NOBODY =
            new LeadershipListener() {
                @Override
                public void elected(Partition partition, int leaderEpoch) {}

                @Override
                public void topicsDeleted(List<String> names) {}
            };

    private PartitionHost hostWithABrokenLog() {
        LogDirectory directory = openDirectory();
        for (int index = 0; index < 2; index++) {
            directory.create(
                    new TopicPartition("t", index), TOPIC, LogSettings.DEFAULTS, partitionLane);
        }
        disk.endProcess();
        disk.fault(
                (operation, path) -> {
                    if (path.toString().contains("t-1") && !path.endsWith("partition.metadata")) {
                        throw new IOException("Input/output error");
                    }
                });
        PartitionHost host = host(NOBODY);
        apply(host, Map.of());
        return host;
    }

    private void apply(PartitionHost host, Map<String, String> settings) {
        apply(host, settings, PartitionImage.created(List.of(1)));
    }

    private void apply(PartitionHost host, Map<String, String> settings, PartitionImage partition) {
        image =
                image.next()
                        .topic(new TopicImage("t", TOPIC, List.of(partition, partition), settings))
                        .build();
        host.onImage(image);
        lane.runAll();
    }

    @Test
    void clientsAreToldAStorageErrorAndItsNeighbourServes() {
        hostWithABrokenLog();

        assertThat(lookup.find("t", 0)).isNotNull();
        assertThat(lookup.find("t", 1)).isNull();
        assertThat(lookup.whyMissing("t", 1)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(lookup.whyMissing(TOPIC, 1)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(lookup.whyMissing("t", 2)).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void itIsTriedAgainWhenItsTopicChanges() {
        PartitionHost host = hostWithABrokenLog();
        apply(host, Map.of("retention.ms", "1000"));
        assertThat(lookup.whyMissing("t", 1)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);

        disk.fault(DiskFault.NONE);
        apply(host, Map.of("retention.ms", "2000"));
        assertThat(lookup.find("t", 1)).isNotNull();
        assertThat(lookup.find("t", 0)).isNotNull();
    }

    /** As after a disk was full for a while: no change of the topic tells that there is room. */
    @Test
    void itIsTriedAgainNowAndThen() {
        PartitionHost host = hostWithABrokenLog();
        host.retryFailed();
        lane.runAll();
        assertThat(lookup.whyMissing("t", 1)).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);

        disk.fault(DiskFault.NONE);
        host.retryFailed();
        lane.runAll();
        assertThat(lookup.find("t", 1)).isNotNull();
    }

    @Test
    void aPartitionThatIsOutOfServiceIsLeftAloneAndItsNeighbourGoesOn() {
        PartitionHost host = host(NOBODY);
        apply(host, Map.of(), new PartitionImage(List.of(1), List.of(1), -1, 3, 3));
        Partition broken = requireNonNull(lookup.find("t", 1));
        CompletableFuture<Object> bug =
                broken.ask(
                        log -> {
                            throw new IllegalStateException("a bug");
                        });
        assertThatThrownBy(bug::join).hasRootCauseMessage("a bug");
        apply(host, Map.of(), new PartitionImage(List.of(1), List.of(1), 1, 4, 4));
        assertThat(requireNonNull(lookup.find("t", 0)).leadership().leaderEpoch()).isEqualTo(4);
        assertThat(broken.leadership().leaderEpoch()).isEqualTo(3);
        host.retryFailed();
        assertThat(lane.queued()).as("there is nothing to try again").isZero();
    }

    @Test
    void aBugWhileApplyingStopsTheLaneAndIsToldToThoseWhoWait() {
        RuntimeException bug = new IllegalStateException("a bug");
        PartitionHost host =
                host(
                        new LeadershipListener() {
                            @Override
                            public void elected(Partition partition, int leaderEpoch) {
                                throw bug;
                            }

                            @Override
                            public void topicsDeleted(List<String> names) {}
                        });
        assertThatThrownBy(() -> apply(host, Map.of())).isSameAs(bug);
    }
}
