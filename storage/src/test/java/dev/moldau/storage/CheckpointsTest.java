package dev.moldau.storage;

import static dev.moldau.storage.TestFolder.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.storage.checkpoint.OffsetCheckpoint;
import dev.moldau.storage.disk.DiskFault;
import dev.moldau.storage.disk.MemoryDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the checkpoints of a data folder say after a crash, whatever happened beside them. */
@Timeout(30)
class CheckpointsTest {

    private final ManualClock clock = new ManualClock();
    private final MemoryDisk memory = new MemoryDisk(clock);

    private static Thread started(Runnable work) {
        return Thread.ofPlatform().start(work);
    }

    /**
     * (1) The checkpoints are being written and have looked at a log, (2) its topic is deleted and
     * made anew, (3) the files are written, (4) the broker dies.
     */
    @Test
    void aPartitionMadeAnewWhileCheckpointsAreWrittenInheritsNothing() throws Exception {
        PausingDisk disk = new PausingDisk(memory, OffsetCheckpoint.RECOVERY_POINTS);
        TestFolder folder = new TestFolder(disk, Path.of("/data"), clock);
        PartitionLog old = folder.create(LogSettings.DEFAULTS);
        append(old, TestBatches.plain(9, 1, 1));
        old.flush();
        old.raiseLogStart(5);
        disk.arm();
        Thread writing = started(folder.directory::writeCheckpoints);
        assertThat(disk.reached.await(10, TimeUnit.SECONDS)).isTrue();

        folder.directory.delete(old);
        Thread making = started(() -> folder.create(LogSettings.DEFAULTS));
        making.join(200); // it may have to wait for the files
        disk.goOn.countDown();
        writing.join();
        making.join();
        PartitionLog made = folder.directory.logs().getFirst();
        append(made, TestBatches.plain(2, 1, 1));

        memory.endProcess();
        PartitionLog found = folder.reopen(LogSettings.DEFAULTS);
        assertThat(found.view().logStartOffset()).isZero();
        assertThat(found.view().logEndOffset()).isEqualTo(2);
    }

    @Test
    void aTruncationWhileCheckpointsAreWrittenLowersTheRecoveryPointInTheFile() throws Exception {
        PausingDisk disk = new PausingDisk(memory, OffsetCheckpoint.RECOVERY_POINTS);
        TestFolder folder = new TestFolder(disk, Path.of("/data"), clock);
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        append(log, TestBatches.plain(1, 1, 1));
        append(log, TestBatches.plain(9, 1, 1));
        log.flush();
        disk.arm();
        Thread writing = started(folder.directory::writeCheckpoints);
        assertThat(disk.reached.await(10, TimeUnit.SECONDS)).isTrue();
        Thread letGo =
                started(
                        () -> {
                            try {
                                Thread.currentThread().join(200);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            disk.goOn.countDown();
                        });
        log.truncateTo(1);
        letGo.join();
        writing.join();

        assertThat(
                        new OffsetCheckpoint(memory, folder.path, OffsetCheckpoint.RECOVERY_POINTS)
                                .read())
                .containsEntry(TestFolder.PARTITION, 1L);
    }

    @Test
    void recordsThatWereGivenUpStayGoneOnceTheLogStartsAreWritten() {
        TestFolder folder = new TestFolder(memory, Path.of("/data"), clock);
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        append(log, TestBatches.plain(9, 1, 1));
        log.raiseLogStart(5);
        folder.directory.writeLogStarts();
        memory.endProcess();
        assertThat(folder.reopen(LogSettings.DEFAULTS).view().logStartOffset()).isEqualTo(5);
    }

    @Test
    void aFolderThatCouldNotBeRenamedDoesNotStandInTheWayOfItsSuccessorForEver() {
        TestFolder folder = new TestFolder(memory, Path.of("/data"), clock);
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        append(log, TestBatches.plain(9, 1, 1));
        memory.fault(
                (operation, path) -> {
                    if (operation == DiskFault.Operation.RENAME && path.endsWith("orders-3")) {
                        throw new IOException("Input/output error");
                    }
                });
        assertThatThrownBy(() -> folder.directory.delete(log))
                .isInstanceOf(DiskFailureException.class);
        assertThatThrownBy(() -> folder.create(LogSettings.DEFAULTS))
                .isInstanceOf(DiskFailureException.class);
        memory.fault(DiskFault.NONE);

        PartitionLog made = folder.create(LogSettings.DEFAULTS);
        assertThat(made.view().logEndOffset()).isZero();
        assertThat(append(made, TestBatches.plain(1, 1, 1)))
                .isEqualTo(new AppendOutcome.Appended(0, 0));
    }

    @Test
    void aFolderWhoseNumberIsWrittenOtherwiseIsNoPartition() throws IOException {
        TestFolder folder = new TestFolder(memory, Path.of("/data"), clock);
        folder.directory.close();
        memory.createFolders(Path.of("/data/orders-03"));
        memory.createFolders(Path.of("/data/orders-0"));
        LogDirectory again =
                LogDirectory.open(folder.path, TestFolder.IDENTITY, folder.environment);
        assertThat(again.found())
                .extracting(found -> found.partition().toString())
                .isEqualTo(List.of("orders-0"));
        again.close();
    }
}
