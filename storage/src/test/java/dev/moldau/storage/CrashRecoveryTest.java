package dev.moldau.storage;

import static dev.moldau.storage.TestFolder.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.AppendOutcome.Appended;
import dev.moldau.storage.disk.DiskFault;
import dev.moldau.storage.disk.MemoryDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a log is after its process or its machine has died, and after its files were damaged. */
class CrashRecoveryTest {

    /** An index entry for each batch but the first; 512 entries are written to the file at once. */
    private static final LogSettings DENSE_INDEX = LogSettings.DEFAULTS.withIndexes(1 << 20, 1);

    private final ManualClock clock = new ManualClock();
    private final MemoryDisk disk = new MemoryDisk(clock);
    private final TestFolder folder = new TestFolder(disk, Path.of("/data"), clock);
    private final Path firstSegment = folder.folder().resolve("00000000000000000000.log");

    private PartitionLog killAndReopen(LogSettings settings) {
        disk.endProcess();
        return folder.reopen(settings);
    }

    @Test
    void aTornBatchRightAtTheRecoveryPointTakesNothingBelowItAway() throws IOException {
        PartitionLog log = folder.create(DENSE_INDEX);
        for (int i = 0; i < 300; i++) {
            append(log, TestBatches.plain(1, 10, 1000 + i));
        }
        log.flush();
        int flushedBytes = (int) log.view().sizeBytes();
        folder.directory.writeCheckpoints();
        for (int i = 300; i < 700; i++) {
            append(log, TestBatches.plain(1, 10, 1000 + i));
        }
        disk.flipBit(firstSegment, flushedBytes + BatchView.HEADER_BYTES + 2, 3);

        log = killAndReopen(DENSE_INDEX);

        assertThat(log.view().logEndOffset()).isEqualTo(300);
        assertThat(append(log, TestBatches.plain(1, 10, 1))).isEqualTo(new Appended(300, 300));
        new StructureValidator(disk, folder.folder()).validate(log.view());
    }

    @Test
    void whatACrashLeftInThePageCacheIsOnTheDiskBeforeItIsServed() {
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        append(log, TestBatches.plain(3, 10, 1));

        LogSettings durable = LogSettings.DEFAULTS.withFlush(1, Long.MAX_VALUE);
        log = killAndReopen(durable);
        assertThat(log.view().logEndOffset()).isEqualTo(3);
        assertThat(log.recoveryPoint()).isEqualTo(3);
        for (int seed = 0; seed < 10; seed++) {
            disk.loseUnsynced(new Random(seed));
            log = folder.reopen(durable);
            assertThat(log.view().logEndOffset()).isEqualTo(3);
        }
    }

    @Test
    void damageBelowTheRecoveryPointLeavesWhatIsBeforeItReadable() throws IOException {
        PartitionLog log = folder.create(DENSE_INDEX);
        int[] starts = new int[700];
        for (int i = 0; i < 700; i++) {
            starts[i] = (int) log.view().sizeBytes();
            append(log, TestBatches.plain(1, 10, 1000 + i));
        }
        log.flush();
        folder.directory.writeCheckpoints();
        int entries = 512; // as many as the file has: the last one is where recovery begins
        disk.flipBit(firstSegment, starts[entries] + BatchView.HEADER_BYTES + 2, 3);

        log = killAndReopen(DENSE_INDEX);

        assertThat(log.view().logEndOffset()).isEqualTo(entries);
        new StructureValidator(disk, folder.folder()).validate(log.view());
    }

    @Test
    void theLatestTimestampIsKnownAfterACrashThoughTheTimeIndexWasNotWritten() {
        LogSettings settings = DENSE_INDEX.withFlush(1, Long.MAX_VALUE);
        PartitionLog log = folder.create(settings);
        long latestMs = clock.wallMs();
        append(log, TestBatches.plain(1, 10, latestMs));
        for (int i = 1; i < 700; i++) {
            append(log, TestBatches.plain(1, 10, latestMs - 1_000_000));
        }
        folder.directory.writeCheckpoints();

        log = killAndReopen(settings);
        log.moveHighWatermark(700);

        assertThat(log.view().offsetForTime(latestMs, ReadBound.HIGH_WATERMARK))
                .contains(new OffsetAtTime(latestMs, 0, 5));
        log.roll();
        assertThat(log.view().offsetForTime(latestMs, ReadBound.HIGH_WATERMARK))
                .contains(new OffsetAtTime(latestMs, 0, 5));
        log.configure(settings.withRetention(500_000, -1));
        assertThat(log.maintain().removedSegments()).isZero();
    }

    @Test
    void damagedEpochsAreReadFromAllBatchesNotOnlyFromThoseBeyondTheRecoveryPoint()
            throws IOException {
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        for (int epoch = 1; epoch < 5; epoch++) {
            log.append(List.of(Append.produced(TestBatches.plain(3, 10, 1), epoch)));
            log.roll();
        }
        folder.settle();
        log = folder.restart(log);
        assertThat(log.view().endOffsetFor(2)).isEqualTo(new EpochEnd(2, 6));
        log.close();
        folder.settle();
        folder.directory.close();
        disk.flipBit(folder.folder().resolve("leader-epoch-checkpoint"), 0, 6);

        log = folder.reopen(LogSettings.DEFAULTS);

        assertThat(log.view().leaderEpoch()).isEqualTo(4);
        assertThat(log.view().endOffsetFor(2)).isEqualTo(new EpochEnd(2, 6));
        assertThat(log.view().epochOf(7)).isEqualTo(3);
    }

    @Test
    void snapshotsOfEarlierShutdownsDoNotPileUp() {
        PartitionLog log = folder.create(LogSettings.DEFAULTS);
        for (int i = 0; i < 6; i++) {
            append(log, TestBatches.idempotent(1, 0, i, 1, clock.wallMs()));
            log = folder.restart(log);
        }
        assertThat(snapshotFiles()).hasSize(1);
        assertThat(append(log, TestBatches.idempotent(1, 0, 3, 1, clock.wallMs())))
                .isInstanceOf(AppendOutcome.Duplicate.class);
        log.roll();
        folder.restart(log);
        assertThat(snapshotFiles()).hasSizeLessThanOrEqualTo(2);
    }

    private List<Path> snapshotFiles() {
        return disk.paths().stream().filter(p -> p.toString().endsWith(".snapshot")).toList();
    }

    @Test
    void powerFailuresAtAnyMomentKeepWhatWasFlushedAndItsOrder() {
        for (long seed = 1; seed <= 40; seed++) {
            Random random = new Random(seed);
            ManualClock itsClock = new ManualClock();
            MemoryDisk itsDisk = new MemoryDisk(itsClock);
            TestFolder its = new TestFolder(itsDisk, Path.of("/data"), itsClock);
            LogSettings settings =
                    DENSE_INDEX.withSegments(1 + random.nextInt(60_000) + 500, 60_000_000);
            PartitionLog log = its.create(settings);
            for (int round = 0; round < 4; round++) {
                int batches = random.nextInt(900);
                long flushed = log.recoveryPoint();
                for (int i = 0; i < batches; i++) {
                    append(log, TestBatches.plain(1 + random.nextInt(3), 10, 1000));
                    if (random.nextInt(300) == 0) {
                        log.flush();
                        flushed = log.view().logEndOffset();
                    }
                    if (random.nextInt(200) == 0) {
                        its.directory.writeCheckpoints();
                    }
                }
                if (random.nextBoolean()) {
                    its.settle();
                    flushed = Math.max(flushed, log.recoveryPoint());
                }
                long end = end(log);
                itsDisk.loseUnsynced(random);
                log = its.reopen(settings);
                assertThat(log.view().logEndOffset())
                        .as("seed %d round %d", seed, round)
                        .isBetween(flushed, end);
                log.moveHighWatermark(log.view().logEndOffset());
                assertThat(readAll(log.view())).as("seed %d", seed).isEqualTo(end(log));
            }
        }
    }

    /** Readers must find the new start before they can miss a file below it. */
    @Test
    void noFileGoesBeforeTheNewStartIsPublished_row49() {
        LogSettings settings = LogSettings.DEFAULTS.withSegments(1_000, 60_000_000);
        PartitionLog log = folder.create(settings);
        for (int i = 0; i < 60; i++) {
            append(log, TestBatches.plain(1, 100, clock.wallMs()));
        }
        List<Long> gone = new ArrayList<>();
        disk.fault(
                (operation, path) -> {
                    String name = String.valueOf(path.getFileName());
                    if (operation == DiskFault.Operation.RENAME && name.endsWith(".log")) {
                        long base = Long.parseLong(name.substring(0, 20));
                        assertThat(log.view().logStartOffset()).isGreaterThan(base);
                        gone.add(base);
                    }
                });
        log.configure(settings.withRetention(-1, 3_000));
        log.maintain();
        log.raiseLogStart(55);
        log.maintain();
        log.configure(settings.withRetention(1_000, -1));
        clock.advanceMs(2_000);
        log.maintain();
        assertThat(gone).hasSizeGreaterThan(5).isSorted();
    }

    private static long end(PartitionLog log) {
        return log.view().logEndOffset();
    }

    /** Reads every batch; the offsets must follow each other. Answers where they end. */
    private static long readAll(LogView view) {
        long next = 0;
        while (view.read(next, 100_000, ReadBound.LOG_END, true)
                instanceof ReadOutcome.Data(FileRecords records)) {
            try (records) {
                Batches batches = new Batches().over(records.toMemory());
                while (batches.next()) {
                    assertThat(batches.batch().checksumMatches()).isTrue();
                    assertThat(batches.batch().baseOffset()).isEqualTo(next);
                    next = batches.batch().lastOffset() + 1;
                }
            }
        }
        return next;
    }
}
