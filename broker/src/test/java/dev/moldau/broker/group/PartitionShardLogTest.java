package dev.moldau.broker.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.broker.lane.ManualLane;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionSettings;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.LogEnvironment;
import dev.moldau.storage.LogSettings;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.disk.NioDisk;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups over a partition on a real disk. */
class PartitionShardLogTest {

    private static final TopicPartition NAME =
            new TopicPartition(GroupCoordinator.OFFSETS_TOPIC, 0);
    private static final Uuid ID = new Uuid(3, 4);

    private final ManualLane lane = new ManualLane();
    private final ManualTimer time = new ManualTimer();
    private final FakeTopics topics = new FakeTopics().with("t", 4);

    private LogDirectory directory(Path folder) {
        return LogDirectory.open(
                folder,
                new LogDirectory.Identity("cluster", 1),
                new LogEnvironment(
                        new NioDisk(), time, Runnable::run, new SplittableRandom(1), 10));
    }

    private Partition partition(PartitionLog log) {
        Partition partition =
                new Partition(
                        log,
                        lane,
                        (_, _, _, _) -> null,
                        PartitionsUnderTest.portsWith(time),
                        PartitionSettings.DEFAULTS);
        now(partition.become(PartitionsUnderTest.ledBy(1, 0)));
        return partition;
    }

    private GroupCoordinator coordinator(Partition partition) {
        GroupCoordinator coordinator = GroupsUnderTest.coordinator(lane, time, topics);
        new GroupLeadership(coordinator, Runnable::run).elected(partition, 0);
        lane.runAll();
        return coordinator;
    }

    private <R> R now(CompletionStage<R> stage) {
        lane.runAll();
        return stage.toCompletableFuture().join();
    }

    private static CommitCommand commit(int partition, long offset) {
        return new CommitCommand(
                "g",
                "",
                null,
                -1,
                -1,
                List.of(new CommitCommand.Entry("t", Uuid.ZERO, partition, offset, 1, "", -1)));
    }

    private static OffsetFetchCommand fetch(int partition) {
        return new OffsetFetchCommand("g", List.of(new TopicPartition("t", partition)), false);
    }

    @Test
    void offsetsAreFoundAgainWhenTheLogIsOpenedAgain(@TempDir Path folder) {
        LogDirectory first = directory(folder);
        Partition partition = partition(first.create(NAME, ID, LogSettings.DEFAULTS, lane));
        GroupCoordinator coordinator = coordinator(partition);
        for (int i = 0; i < 1_000; i++) {
            assertThat(now(coordinator.commit(commit(i % 4, i)))).containsExactly(ErrorCode.NONE);
        }
        assertThat(partition.view().logEndOffset()).isEqualTo(1_000);
        coordinator.close();
        now(partition.close());
        first.close();

        LogDirectory second = directory(folder);
        Partition again = partition(second.open(NAME, ID, LogSettings.DEFAULTS, lane));
        GroupCoordinator next = coordinator(again);
        for (int i = 0; i < 4; i++) {
            CommittedOffset found =
                    now(next.fetchOffsets(fetch(i))).offsets().getFirst().committed();
            assertThat(found).isNotNull().extracting(CommittedOffset::offset).isEqualTo(996L + i);
        }
        now(again.close());
        second.close();
    }

    @Test
    void inALaterEpochTheShardOfTheFormerOneStoresNothing(@TempDir Path folder) {
        LogDirectory directory = directory(folder);
        Partition partition = partition(directory.create(NAME, ID, LogSettings.DEFAULTS, lane));
        GroupCoordinator coordinator = coordinator(partition);
        now(coordinator.commit(commit(0, 1)));
        now(partition.become(PartitionsUnderTest.ledBy(2, 1)));
        assertThat(now(coordinator.commit(commit(0, 2))))
                .containsExactly(ErrorCode.NOT_COORDINATOR);
        assertThat(partition.view().logEndOffset()).isEqualTo(1);
        now(partition.close());
        directory.close();
    }

    @Test
    void whatIsLargerThanTheTopicAllowsIsRefused(@TempDir Path folder) {
        LogDirectory directory = directory(folder);
        Partition partition = partition(directory.create(NAME, ID, LogSettings.DEFAULTS, lane));
        PartitionShardLog log = new PartitionShardLog(partition, 0, Runnable::run);
        assertThat(log.maxBatchBytes()).isEqualTo(1_048_588);
        assertThatThrownBy(() -> now(log.append(new MemoryRecords(ByteBuffer.allocate(1_048_589)))))
                .cause()
                .isInstanceOfSatisfying(
                        AppendFailedException.class,
                        refused ->
                                assertThat(refused.error()).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE));
        assertThat(log.endOffset()).isZero();
        now(partition.close());
        directory.close();
    }
}
