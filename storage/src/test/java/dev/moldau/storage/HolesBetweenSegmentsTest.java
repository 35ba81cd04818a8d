package dev.moldau.storage;

import static dev.moldau.storage.TestFolder.append;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.storage.AppendOutcome.Appended;
import dev.moldau.storage.checkpoint.MetaProperties;
import dev.moldau.storage.checkpoint.OffsetCheckpoint;
import dev.moldau.storage.disk.DiskFault;
import dev.moldau.storage.disk.DiskFile;
import dev.moldau.storage.disk.MemoryDisk;
import dev.moldau.storage.disk.OpenMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A segment that was rolled is brought to the disk later, and a power failure may take whole
 * batches off its end while the next one is there. Nothing of that is served; but what was never
 * there is no loss.
 */
class HolesBetweenSegmentsTest {

    private static final LogSettings SETTINGS = LogSettings.DEFAULTS;

    private final ManualClock clock = new ManualClock();
    private final MemoryDisk disk = new MemoryDisk(clock);
    private final TestFolder folder = new TestFolder(disk, Path.of("/data"), clock);
    private PartitionLog log = folder.create(SETTINGS);
    private int batchBytes;

    /** Offsets 0 to 3, 4 and 5, and 6 and 7, two a batch. */
    private void fillThreeSegments() {
        appendTwo();
        batchBytes = (int) log.view().sizeBytes();
        appendTwo();
        log.roll();
        appendTwo();
        log.roll();
        appendTwo();
    }

    private void appendTwo() {
        append(log, TestBatches.plain(2, 10, 1));
    }

    /** What was written of a file while it was so long, and nothing that came later. */
    private void shorten(long segment, int bytes) throws IOException {
        try (DiskFile file = disk.open(path(segment, ".log"), OpenMode.WRITE)) {
            file.truncate(bytes);
        }
    }

    private Path path(long segment, String suffix) {
        return folder.folder().resolve("%020d%s".formatted(segment, suffix));
    }

    private void kill() {
        disk.endProcess();
        log = folder.reopen(SETTINGS);
    }

    private void assertEndsAt(long end) throws IOException {
        assertThat(log.view().logEndOffset()).isEqualTo(end);
        new StructureValidator(disk, folder.folder()).validate(log.view());
        assertThat(append(log, TestBatches.plain(1, 10, 1))).isEqualTo(new Appended(end, end));
        kill();
        assertThat(log.view().logEndOffset()).isEqualTo(end + 1);
        new StructureValidator(disk, folder.folder()).validate(log.view());
    }

    @Test
    void whatFollowsWholeBatchesThatAreLostGoesToo() throws IOException {
        fillThreeSegments();
        shorten(0, batchBytes);
        kill();
        assertEndsAt(2);
    }

    @Test
    void whatWasLostIsSeenThoughNothingFollowsInTheNextSegment() throws IOException {
        appendTwo();
        batchBytes = (int) log.view().sizeBytes();
        appendTwo();
        log.roll();
        shorten(0, batchBytes);
        kill();
        assertEndsAt(2);
    }

    @Test
    void aSegmentThatLostEverythingEndsTheLog() throws IOException {
        fillThreeSegments();
        shorten(4, 0);
        kill();
        assertEndsAt(4);
    }

    @Test
    void aSegmentThatIsNotThereEndsTheLog() throws IOException {
        fillThreeSegments();
        disk.delete(path(4, ".log"));
        kill();
        assertEndsAt(4);
    }

    @Test
    void aRecoveryThatIsKilledAfterItCutLeavesNoHole() throws IOException {
        fillThreeSegments();
        shorten(0, 2 * batchBytes - 1);
        failRenamesOf(4);
        assertThatThrownBy(this::kill).isInstanceOf(DiskFailureException.class);
        disk.fault(DiskFault.NONE);
        kill();
        assertEndsAt(2);
    }

    @Test
    void aTruncationThatIsKilledLeavesNoHole() throws IOException {
        fillThreeSegments();
        failRenamesOf(6);
        assertThatThrownBy(() -> log.truncateTo(2)).isInstanceOf(LogOfflineException.class);
        disk.fault(DiskFault.NONE);
        kill();
        assertEndsAt(4);
    }

    private void failRenamesOf(long segment) {
        disk.fault(
                (operation, path) -> {
                    if (operation == DiskFault.Operation.RENAME
                            && path.equals(path(segment, ".log"))) {
                        throw new IOException("I/O error");
                    }
                });
    }

    @Test
    void offsetsThatTheLeaderDoesNotHaveAreNoLoss() throws IOException {
        replicateWithAGap();
        log.roll();
        kill();
        assertThat(log.view().segmentCount()).isEqualTo(3);
        assertEndsAt(12);
    }

    /** Offsets 0 and 1, and in the next segment 10 and 11. */
    private void replicateWithAGap() {
        replicate(0);
        log.configure(SETTINGS.withSegments((int) log.view().sizeBytes(), 60_000));
        replicate(10);
        assertThat(log.view().segmentCount()).isEqualTo(2);
        log.moveHighWatermark(12);
    }

    private void replicate(long offset) {
        ByteBuffer records = TestBatches.plain(2, 40_000, 1); // so large that indexes are missed
        new BatchView().wrap(records, 0).baseOffset(offset);
        log.append(List.of(Append.replicated(records)));
    }

    @Test
    void offsetsThatAreTooFarAwayForOneSegmentAreNoLoss() throws IOException {
        replicate(0);
        replicate(5_000_000_000L);
        kill();
        assertEndsAt(5_000_000_002L);
    }

    @Test
    void offsetsThatWereGivenUpAndNeverHadAgainAreNoLoss() throws IOException {
        appendTwo();
        append(log, TestBatches.plain(4, 10, 1));
        log.raiseLogStart(4);
        assertThat(log.truncateTo(4)).isEqualTo(4); // the batch goes whole, and begins at 2
        log.roll();
        appendTwo();
        kill();
        assertThat(log.view().logStartOffset()).isZero(); // as no checkpoint has the other
        assertEndsAt(6);
    }

    /** Its compaction takes what it likes, and its segments are named after their first batches. */
    @Test
    void aLogOfKafkasThatWasClosedInGoodOrderKeepsItsGaps() throws IOException {
        replicateWithAGap();
        log.close();
        folder.settle();
        folder.directory.close();
        disk.rename(path(2, ".log"), path(10, ".log"));
        disk.delete(path(2, ".index"));
        disk.delete(path(2, ".timeindex"));
        disk.delete(folder.path.resolve("recovery-point-offset-checkpoint"));
        log = folder.reopen(SETTINGS);
        assertThat(log.view().logEndOffset()).isEqualTo(12);
        assertThat(log.view().segmentCount()).isEqualTo(2);
    }

    /** What Kafka had compacted and not checkpointed when it was killed is no loss either. */
    @Test
    void aLogOfKafkasThatWasNotClosedKeepsItsGapsUntilItHasBeenClosedOnce() throws IOException {
        replicateWithAGap();
        disk.endProcess();
        byKafka();
        disk.rename(path(2, ".log"), path(10, ".log"));
        log = folder.reopen(SETTINGS);
        assertThat(log.view().logEndOffset()).isEqualTo(12);
        kill();
        assertThat(log.view().logEndOffset()).as("killed again").isEqualTo(12);

        log = folder.restart(log);
        log.roll();
        appendTwo();
        log.roll();
        appendTwo();
        shorten(12, 0);
        kill();
        assertThat(log.view().logEndOffset()).as("what we wrote we know").isEqualTo(12);
    }

    /** Without recovery points, all that Kafka ever wrote would be looked at. */
    @Test
    void aDamagedCheckpointMakesNoLossOfGaps() throws IOException {
        replicateWithAGap();
        disk.endProcess();
        disk.rename(path(2, ".log"), path(10, ".log"));
        disk.replace(
                folder.path, OffsetCheckpoint.RECOVERY_POINTS, "no number".getBytes(UTF_8), true);
        log = folder.reopen(SETTINGS);
        assertThat(log.view().logEndOffset()).isEqualTo(12);
    }

    /** As a file system of its own has it. */
    @Test
    void aFolderOfOthersDoesNotMakeANewDataFolderKafkas() throws IOException {
        Path data = Path.of("/mounted");
        disk.createFolders(data.resolve("lost+found"));
        new TestFolder(disk, data, clock);
        assertThat(MetaProperties.read(disk, data).orElseThrow().ownLogs()).isTrue();
    }

    /** As a folder looks that Kafka made: it says nothing of who wrote the logs. */
    private void byKafka() throws IOException {
        Path file = folder.path.resolve(MetaProperties.NAME);
        String text = new String(disk.readSmall(file, 1 << 10), UTF_8);
        String kafkas = text.replaceAll("moldau.*\\n", "");
        assertThat(kafkas).isNotEqualTo(text);
        disk.replace(folder.path, MetaProperties.NAME, kafkas.getBytes(UTF_8), true);
    }
}
