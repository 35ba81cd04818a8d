package dev.moldau.storage;

import static dev.moldau.storage.TestFolder.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.storage.disk.DiskFault;
import dev.moldau.storage.disk.MemoryDisk;
import dev.moldau.storage.disk.NioDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogDirectoryTest {

    @TempDir Path temporary;

    private final ManualClock clock = new ManualClock();

    private TestFolder onDisk() {
        return new TestFolder(new NioDisk(), temporary.resolve("data"), clock);
    }

    private TestFolder inMemory() {
        return new TestFolder(new MemoryDisk(clock), Path.of("/data"), clock);
    }

    @Test
    void aSecondUserIsRefusedWithFolderAndRemedy() {
        TestFolder folder = onDisk();
        assertThatThrownBy(
                        () ->
                                LogDirectory.open(
                                        folder.path, TestFolder.IDENTITY, folder.environment))
                .isInstanceOf(LogDirectoryException.class)
                .hasMessageContaining(folder.path.toString())
                .hasMessageContaining("log.dirs");
        folder.directory.close();
        LogDirectory.open(folder.path, TestFolder.IDENTITY, folder.environment).close();
    }

    @Test
    void anotherBrokersFolderIsRefused() {
        TestFolder folder = onDisk();
        Uuid id = folder.directory.directoryId();
        folder.directory.close();
        assertThatThrownBy(
                        () ->
                                LogDirectory.open(
                                        folder.path,
                                        new LogDirectory.Identity("cluster", 2),
                                        folder.environment))
                .hasMessageContaining("broker 1")
                .hasMessageContaining("broker 2");
        assertThatThrownBy(
                        () ->
                                LogDirectory.open(
                                        folder.path,
                                        new LogDirectory.Identity("other", 1),
                                        folder.environment))
                .hasMessageContaining("cluster other");
        LogDirectory again =
                LogDirectory.open(folder.path, TestFolder.IDENTITY, folder.environment);
        assertThat(again.directoryId()).isEqualTo(id);
        again.close();
    }

    @Test
    void theCleanMarkIsThereOnlyBetweenAGoodEndAndTheNextBeginning() {
        TestFolder folder = onDisk();
        Path mark = folder.path.resolve(".kafka_cleanshutdown");
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        append(log, TestBatches.plain(1, 1, 1));
        assertThat(Files.exists(mark)).isFalse();
        log = folder.restart(log);
        assertThat(folder.directory.wasClosedCleanly()).isTrue();
        assertThat(Files.exists(mark)).isFalse();
        folder.directory.close(); // the log was not closed before
        assertThat(Files.exists(mark)).isFalse();
        log.close();
    }

    /** By it the controller finds out whether another process was registered in between. */
    @Test
    void theCleanMarkTellsInWhichRegistrationTheBrokerWas() {
        TestFolder folder = onDisk();
        assertThat(folder.directory.closedInEpoch()).isEqualTo(-1);
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        folder.directory.brokerEpoch(17);
        log = folder.restart(log);
        assertThat(folder.directory.closedInEpoch()).isEqualTo(17);
        log = folder.restart(log);
        assertThat(folder.directory.closedInEpoch()).as("not told").isEqualTo(-1);
        log.close();
    }

    @Test
    void partitionsAreFoundAgainWithTheirTopicIds() throws IOException {
        TestFolder folder = onDisk();
        folder.create(LogSettings.DEFAULTS).close();
        Files.createDirectories(folder.path.resolve("no-partition-x"));
        Files.createDirectories(folder.path.resolve("plain-0"));
        Files.createDirectories(folder.path.resolve("a-1.0123456789abcdef-delete"));
        folder.directory.close();
        LogDirectory again =
                LogDirectory.open(folder.path, TestFolder.IDENTITY, folder.environment);
        assertThat(again.found())
                .containsExactlyInAnyOrder(
                        new LogDirectory.Found(
                                TestFolder.PARTITION, Optional.of(TestFolder.TOPIC_ID)),
                        new LogDirectory.Found(new TopicPartition("plain", 0), Optional.empty()));
        folder.settle();
        assertThat(Files.exists(folder.path.resolve("a-1.0123456789abcdef-delete"))).isFalse();
        again.deleteFound(new TopicPartition("plain", 0));
        folder.settle();
        assertThat(Files.exists(folder.path.resolve("plain-0"))).isFalse();
        again.close();
    }

    /** Else the log would be taken for that of any later topic of its name. */
    @Test
    void whoseALogIsIsWrittenAnewWhereAPowerFailureHasDamagedIt() throws IOException {
        TestFolder folder = inMemory();
        MemoryDisk disk = (MemoryDisk) folder.disk;
        folder.create(LogSettings.DEFAULTS);
        disk.endProcess();
        disk.flipBit(folder.folder().resolve("partition.metadata"), 0, 3);
        folder.reopen(LogSettings.DEFAULTS);
        disk.endProcess();
        folder.reopen(LogSettings.DEFAULTS);
        assertThat(folder.directory.found())
                .containsExactly(
                        new LogDirectory.Found(
                                TestFolder.PARTITION, Optional.of(TestFolder.TOPIC_ID)));
    }

    @Test
    void highWatermarksAndStartsAreCheckpointed() {
        TestFolder folder = inMemory();
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        append(log, TestBatches.plain(9, 1, 1));
        log.raiseLogStart(3);
        log.append(List.of(Append.produced(TestBatches.plain(1, 1, 1), 5)));
        folder.directory.writeCheckpoints();
        ((MemoryDisk) folder.disk).endProcess();
        log = folder.reopen(LogSettings.DEFAULTS);
        assertThat(folder.directory.checkpointedHighWatermark(TestFolder.PARTITION)).isEqualTo(9);
        assertThat(log.view().logStartOffset()).isEqualTo(3);
        assertThat(log.view().logEndOffset()).isEqualTo(10);
    }

    @Test
    void aNewPartitionInheritsNothingFromADeletedOneOfItsName_row9() {
        TestFolder folder = inMemory();
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        append(log, TestBatches.idempotent(1, 0, 0, 9, 1));
        log.raiseLogStart(5);
        folder.directory.writeCheckpoints();
        folder.directory.delete(log);
        log = folder.create(LogSettings.DEFAULTS);
        assertThat(append(log, TestBatches.idempotent(1, 0, 0, 9, 1)))
                .isEqualTo(new AppendOutcome.Appended(0, 8));
        ((MemoryDisk) folder.disk).endProcess();
        log = folder.reopen(LogSettings.DEFAULTS);
        assertThat(log.view().logStartOffset()).isZero();
        assertThat(log.view().logEndOffset()).isEqualTo(9);
    }

    @Test
    void aFailedFsyncTakesTheLogOffline() {
        TestFolder folder = inMemory();
        MemoryDisk disk = (MemoryDisk) folder.disk;
        PartitionLog log = folder.create(LogSettings.DEFAULTS.withFlush(1, Long.MAX_VALUE));
        append(log, TestBatches.plain(1, 1, 1));
        disk.fault(
                (operation, path) -> {
                    if (operation == DiskFault.Operation.FORCE) {
                        throw new IOException("I/O error");
                    }
                });
        assertThatThrownBy(() -> append(log, TestBatches.plain(1, 1, 1)))
                .isInstanceOf(LogOfflineException.class)
                .hasMessageContaining("I/O error");
        disk.fault(DiskFault.NONE);
        assertThat(log.hasFailed()).isTrue();
        assertThatThrownBy(() -> append(log, TestBatches.plain(1, 1, 1)))
                .isInstanceOf(LogOfflineException.class)
                .hasMessageContaining("I/O error");
        folder.directory.close();
        assertThat(disk.exists(folder.path.resolve(".kafka_cleanshutdown"))).isFalse();
    }

    @Test
    void flushMessagesForcesOncePerDrain() {
        TestFolder folder = inMemory();
        MemoryDisk disk = (MemoryDisk) folder.disk;
        PartitionLog log = folder.create(LogSettings.DEFAULTS.withFlush(1, Long.MAX_VALUE));
        append(log, TestBatches.plain(1, 1, 1));
        long before = disk.forces();
        log.append(
                List.of(
                        Append.produced(TestBatches.plain(1, 1, 1), 5),
                        Append.produced(TestBatches.plain(1, 1, 1), 5),
                        Append.produced(TestBatches.plain(1, 1, 1), 5)));
        // The log; the epochs did not change, their file is forced with it.
        assertThat(disk.forces() - before).isLessThanOrEqualTo(2);
        assertThat(log.recoveryPoint()).isEqualTo(4);
    }

    @Test
    void aFlushThatEndsAfterItsLaneDisturbsNobody() {
        TestFolder folder = inMemory();
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        append(log, TestBatches.plain(1, 1, 1));
        log.roll();
        append(log, TestBatches.plain(1, 1, 1));
        log.close();
        folder.lane.close();
        folder.settle();
        folder.directory.close();
        assertThat(((MemoryDisk) folder.disk).exists(folder.path.resolve(".kafka_cleanshutdown")))
                .isTrue();
        assertThat(log.recoveryPoint()).isEqualTo(2);
    }

    @Test
    void flushMsForcesInTheBackground() {
        TestFolder folder = inMemory();
        PartitionLog log = folder.create(LogSettings.DEFAULTS.withFlush(Long.MAX_VALUE, 1000));
        append(log, TestBatches.plain(1, 1, 1));
        clock.advanceMs(1000);
        log.maintain();
        assertThat(log.recoveryPoint()).isZero();
        folder.settle();
        assertThat(log.recoveryPoint()).isEqualTo(1);
    }
}
