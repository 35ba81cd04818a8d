package dev.moldau.storage;

import static dev.moldau.storage.TestFolder.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.AppendOutcome.Appended;
import dev.moldau.storage.disk.NioDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionLogTest {

    @TempDir Path temporary;

    private final ManualClock clock = new ManualClock();
    private TestFolder folder;
    private PartitionLog log;

    @BeforeEach
    void open() {
        folder = new TestFolder(new NioDisk(), temporary.resolve("data"), clock);
        log =
                folder.create(
                        LogSettings.DEFAULTS.withSegments(4000, 60_000).withIndexes(1 << 20, 300));
    }

    @AfterEach
    void filesFitTogether() throws IOException {
        folder.settle();
        new StructureValidator(folder.disk, folder.folder()).validate(log.view());
    }

    private static List<Long> offsets(LogView view, long from, int maxBytes) {
        List<Long> offsets = new ArrayList<>();
        ReadOutcome outcome = view.read(from, maxBytes, ReadBound.HIGH_WATERMARK, true);
        if (outcome instanceof ReadOutcome.Data(FileRecords records)) {
            try (records) {
                Batches batches = new Batches().over(records.toMemory());
                while (batches.next()) {
                    BatchView batch = batches.batch();
                    for (long o = batch.baseOffset(); o <= batch.lastOffset(); o++) {
                        offsets.add(o);
                    }
                }
            }
        }
        return offsets;
    }

    private void fill(int batches) {
        for (int i = 0; i < batches; i++) {
            append(log, TestBatches.plain(2, 100, clock.wallMs()));
        }
    }

    @Test
    void aNewPartitionTouchesOneFileOnly() throws IOException {
        try (var files = Files.list(folder.folder())) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactly("partition.metadata");
        }
        assertThat(log.view().read(0, 100, ReadBound.HIGH_WATERMARK, true))
                .isInstanceOf(ReadOutcome.AtEnd.class);
    }

    @Test
    void appendsOfOneDrainGetConsecutiveOffsetsAndTheLeadersEpoch() {
        Append one = Append.produced(TestBatches.plain(3, 10, 1), 5);
        Append two = Append.produced(TestBatches.plain(2, 10, 2), 5);
        log.append(List.of(one, two));

        assertThat(one.outcome()).isEqualTo(new Appended(0, 2));
        assertThat(two.outcome()).isEqualTo(new Appended(3, 4));
        assertThat(log.view().logEndOffset()).isEqualTo(5);
        assertThat(log.view().highWatermark()).isZero();
        assertThat(log.view().leaderEpoch()).isEqualTo(5);
        log.moveHighWatermark(5);
        assertThat(offsets(log.view(), 0, 1000)).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void readsBeginWithTheBatchOfTheOffsetEverywhere() {
        fill(60);
        assertThat(log.view().segmentCount()).isGreaterThan(3);
        for (int round = 0; round < 2; round++) {
            for (long offset = 0; offset < 120; offset++) {
                List<Long> found = offsets(log.view(), offset, 1);
                assertThat(found).containsExactly(offset / 2 * 2, offset / 2 * 2 + 1);
                assertThat(offsets(log.view(), offset, 700)).contains(offset).hasSizeLessThan(8);
            }
            folder.settle();
            log = folder.restart(log);
            log.moveHighWatermark(120);
        }
        assertThat(offsets(log.view(), 120, 100)).isEmpty();
        assertThat(log.view().read(121, 100, ReadBound.LOG_END, true))
                .isInstanceOf(ReadOutcome.OutOfRange.class);
    }

    @Test
    void aReaderSeesNothingAboveTheHighWatermark() {
        fill(3);
        log.append(List.of(Append.produced(TestBatches.plain(4, 100, 1), 5)));
        assertThat(offsets(log.view(), 0, 10_000)).hasSize(6);
        assertThat(offsets(log.view(), 6, 10_000)).isEmpty();
        assertThat(log.view().read(6, 10_000, ReadBound.LOG_END, true))
                .isInstanceOfSatisfying(ReadOutcome.Data.class, d -> d.records().close());
    }

    @Test
    void aBatchThatDoesNotFitIsLeftForLaterIfSomethingElseWasRead() {
        fill(1);
        assertThat(log.view().read(0, 10, ReadBound.HIGH_WATERMARK, false))
                .isInstanceOf(ReadOutcome.AtEnd.class);
    }

    @Test
    void aMillisecondOfAgeRollsByAppendTimeNotByRecordTime() {
        append(log, TestBatches.plain(1, 10, Long.MAX_VALUE / 2)); // row 39: far in the future
        append(log, TestBatches.plain(1, 10, 5)); // and in the past
        assertThat(log.view().segmentCount()).isEqualTo(1);
        clock.advanceMs(60_000);
        append(log, TestBatches.plain(1, 10, 6));
        assertThat(log.view().segmentCount()).isEqualTo(2);
    }

    @Test
    void futureTimestampsDoNotKeepSegments_row39() {
        append(log, TestBatches.plain(1, 10, clock.wallMs() + 1_000_000_000_000L));
        log.roll();
        log.configure(log.settings().withRetention(1000, -1));
        clock.advanceMs(1001);
        assertThat(log.maintain().removedSegments()).isEqualTo(1);
        assertThat(log.view().logStartOffset()).isEqualTo(1);
    }

    @Test
    void anExpiredActiveSegmentGoesToo() {
        fill(2);
        log.configure(log.settings().withRetention(1000, -1));
        clock.advanceMs(1001);
        log.maintain();
        assertThat(log.view().logStartOffset()).isEqualTo(4);
        assertThat(log.view().logEndOffset()).isEqualTo(4);
        log = folder.restart(log);
        assertThat(log.view().logEndOffset()).isEqualTo(4);
        assertThat(append(log, TestBatches.plain(1, 1, 1))).isEqualTo(new Appended(4, 4));
    }

    @Test
    void sizeRetentionKeepsTheNewestSegments() {
        fill(60);
        log.configure(log.settings().withRetention(-1, 8000));
        log.maintain();
        assertThat(log.view().sizeBytes()).isBetween(8000L, 12_000L);
        assertThat(offsets(log.view(), log.view().logStartOffset(), 300)).isNotEmpty();
        assertThat(log.view().read(0, 100, ReadBound.LOG_END, true))
                .isInstanceOf(ReadOutcome.OutOfRange.class);
    }

    @Test
    void theStartIsPublishedBeforeSegmentsGoAndOldViewsStayReadable_row49() {
        fill(60);
        LogView before = log.view();
        log.raiseLogStart(50);
        assertThat(log.view().logStartOffset()).isEqualTo(50);
        assertThat(offsets(before, 0, 300)).contains(0L);
        log.maintain();
        assertThat(log.view().segments()[0].baseOffset()).isLessThanOrEqualTo(50);
        assertThat(offsets(before, 0, 300)).contains(0L);

        clock.advanceMs(60_001);
        log.maintain();
        folder.settle();
        assertThat(before.read(0, 300, ReadBound.LOG_END, true))
                .isInstanceOf(ReadOutcome.OutOfRange.class);
    }

    @Test
    void aSegmentOnItsWayToAReaderIsNotDeleted() {
        fill(60);
        ReadOutcome.Data data = (ReadOutcome.Data) log.view().read(0, 300, ReadBound.LOG_END, true);
        log.raiseLogStart(100);
        log.maintain();
        clock.advanceMs(60_001);
        log.maintain();
        folder.settle();
        assertThat(new Batches().over(data.records().toMemory()).next()).isTrue();
        assertThat(Files.exists(folder.folder().resolve("00000000000000000000.log.deleted")))
                .isTrue();
        data.records().close();
        log.maintain();
        folder.settle();
        assertThat(Files.exists(folder.folder().resolve("00000000000000000000.log.deleted")))
                .isFalse();
    }

    @Test
    void theLogStartSurvivesARestart() {
        fill(10);
        log.raiseLogStart(7);
        log = folder.restart(log);
        assertThat(log.view().logStartOffset()).isEqualTo(7);
        assertThatThrownBy(() -> log.raiseLogStart(21))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void truncationDropsTheBatchAroundTheOffsetAndGoesOnFromThere() {
        fill(60);
        assertThat(log.truncateTo(51)).isEqualTo(50);
        assertThat(log.view().logEndOffset()).isEqualTo(50);
        assertThat(append(log, TestBatches.plain(1, 10, 1))).isEqualTo(new Appended(50, 50));
        assertThat(offsets(log.view(), 48, 10_000)).containsExactly(48L, 49L, 50L);
        assertThat(log.truncateTo(400)).isEqualTo(51);
    }

    @Test
    void aTruncationBelowTheStartBeginsAnew() {
        fill(20);
        log.raiseLogStart(10);
        log.truncateTo(4);
        assertThat(log.view().logStartOffset()).isEqualTo(4);
        assertThat(log.view().logEndOffset()).isEqualTo(4);
        assertThat(log.view().leaderEpoch()).isEqualTo(-1);
        assertThat(append(log, TestBatches.plain(1, 10, 1))).isEqualTo(new Appended(4, 4));
        log = folder.restart(log);
        assertThat(log.view().logEndOffset()).isEqualTo(5);
    }

    @Test
    void followersKeepTheLeadersOffsetsAndRefuseWhatDoesNotFollow() {
        ByteBuffer first = TestBatches.plain(3, 10, 1);
        new BatchView().wrap(first, 0).baseOffset(10);
        new BatchView().wrap(first, 0).partitionLeaderEpoch(2);
        Append run = Append.replicated(first);
        log.append(List.of(run));
        assertThat(run.outcome()).isEqualTo(new Appended(10, 12));
        Append again = Append.replicated(first);
        log.append(List.of(again));
        assertThat(again.outcome())
                .isInstanceOfSatisfying(
                        AppendOutcome.Refused.class,
                        r ->
                                assertThat(r.refusal())
                                        .isEqualTo(AppendOutcome.Refusal.OUT_OF_ORDER_OFFSET));
        assertThat(log.view().endOffsetFor(2)).isEqualTo(new EpochEnd(2, 13));
        assertThat(log.view().endOffsetFor(3)).isEqualTo(EpochEnd.UNKNOWN);
    }

    @Test
    void epochInWhichNothingWasAppendedGivesWayToWhatTheNextLeaderSends() {
        log.beginEpoch(1);
        log.append(List.of(Append.produced(TestBatches.plain(2, 10, 1), 1)));
        log.beginEpoch(7); // this broker leads, appends nothing, and is replaced
        ByteBuffer earlier = TestBatches.plain(2, 10, 1);
        new BatchView().wrap(earlier, 0).baseOffset(2);
        new BatchView().wrap(earlier, 0).partitionLeaderEpoch(5);
        log.append(List.of(Append.replicated(earlier)));
        assertThat(log.view().epochOf(2)).isEqualTo(5);
        assertThat(log.view().leaderEpoch()).isEqualTo(5);
        assertThat(log.view().endOffsetFor(5)).isEqualTo(new EpochEnd(5, 4));
        log = folder.restart(log);
        assertThat(log.view().endOffsetFor(5)).isEqualTo(new EpochEnd(5, 4));
    }

    @Test
    void epochThatGaveWayDoesNotComeBackWithACrash() {
        log.beginEpoch(1);
        log.append(List.of(Append.produced(TestBatches.plain(2, 10, 1), 1)));
        log.beginEpoch(7);
        log.flush(); // the file has it
        ByteBuffer earlier = TestBatches.plain(2, 10, 1);
        new BatchView().wrap(earlier, 0).baseOffset(2);
        new BatchView().wrap(earlier, 0).partitionLeaderEpoch(5);
        log.append(List.of(Append.replicated(earlier)));
        abandon();
        log = folder.reopen(settings());
        assertThat(log.view().logEndOffset()).isEqualTo(4);
        assertThat(log.view().epochOf(2)).isEqualTo(5);
        assertThat(log.view().endOffsetFor(5)).isEqualTo(new EpochEnd(5, 4));
    }

    @Test
    void epochInWhichNothingWasAppendedGoesWithATruncationToTheEnd() {
        log.beginEpoch(1);
        log.append(List.of(Append.produced(TestBatches.plain(2, 10, 1), 1)));
        log.beginEpoch(7);
        assertThat(log.truncateTo(2)).isEqualTo(2);
        assertThat(log.view().leaderEpoch()).isEqualTo(1);
        assertThat(log.view().logEndOffset()).isEqualTo(2);
    }

    @Test
    void epochsAnswerWhereTheyEnd() {
        log.beginEpoch(1);
        log.append(List.of(Append.produced(TestBatches.plain(2, 10, 1), 1)));
        log.beginEpoch(4);
        log.append(List.of(Append.produced(TestBatches.plain(2, 10, 1), 4)));
        log = folder.restart(log);
        assertThat(log.view().endOffsetFor(1)).isEqualTo(new EpochEnd(1, 2));
        assertThat(log.view().endOffsetFor(3)).isEqualTo(new EpochEnd(1, 2));
        assertThat(log.view().endOffsetFor(4)).isEqualTo(new EpochEnd(4, 4));
        assertThat(log.view().epochOf(1)).isEqualTo(1);
        log.truncateTo(2);
        assertThat(log.view().leaderEpoch()).isEqualTo(1);
    }

    @Test
    void timesAreFoundWithinBatchesAndAcrossSegments() {
        for (int i = 0; i < 60; i++) {
            append(log, TestBatches.plain(2, 100, 1000 + i * 10));
        }
        for (int round = 0; round < 2; round++) {
            LogView view = log.view();
            assertThat(view.offsetForTime(0, ReadBound.HIGH_WATERMARK))
                    .contains(new OffsetAtTime(1000, 0, 5));
            assertThat(view.offsetForTime(1501, ReadBound.HIGH_WATERMARK))
                    .contains(new OffsetAtTime(1510, 102, 5));
            assertThat(view.offsetForTime(1510, ReadBound.HIGH_WATERMARK))
                    .contains(new OffsetAtTime(1510, 102, 5));
            assertThat(view.offsetForTime(1591, ReadBound.HIGH_WATERMARK)).isEmpty();
            assertThat(view.maxTimestamp()).contains(new OffsetAtTime(1590, 118, 5));
            log = folder.restart(log);
            log.moveHighWatermark(120);
        }
    }

    @Test
    void batchesBeyondASegmentAreRefusedAndMalformedOnesToo() {
        assertThat(append(log, TestBatches.plain(1, 5000, 1)))
                .isInstanceOf(AppendOutcome.Refused.class);
        ByteBuffer cut = TestBatches.plain(1, 100, 1);
        cut.limit(cut.limit() - 1);
        assertThat(append(log, cut)).isInstanceOf(AppendOutcome.Refused.class);
        assertThat(log.view().logEndOffset()).isZero();
    }

    @Test
    void anotherThreadMayNotAppend() throws InterruptedException {
        List<Throwable> thrown = new ArrayList<>();
        Thread other = new Thread(() -> append(log, TestBatches.plain(1, 1, 1)));
        other.setUncaughtExceptionHandler((thread, e) -> thrown.add(e));
        other.start();
        other.join();
        assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void damagedIndexesAreMadeAnewWhileServing_rows42and43() throws IOException {
        fill(60);
        log.close();
        folder.settle();
        folder.directory.close();
        int damaged = 0;
        try (var files = Files.list(folder.folder())) {
            for (Path path : files.toList()) {
                String name = path.toString();
                if (name.endsWith("index")) {
                    byte[] bytes = Files.readAllBytes(path);
                    Arrays.fill(bytes, (byte) (0x11 * damaged));
                    Files.write(path, bytes);
                    damaged++;
                }
            }
        }
        assertThat(damaged).isGreaterThan(6);
        log = folder.reopen(settings());
        log.moveHighWatermark(120);
        for (long offset = 0; offset < 120; offset++) {
            assertThat(offsets(log.view(), offset, 1)).contains(offset);
        }
        log.maintain();
        folder.settle();
        for (long offset = 0; offset < 120; offset++) {
            assertThat(offsets(log.view(), offset, 1)).contains(offset);
        }
    }

    private static LogSettings settings() {
        return LogSettings.DEFAULTS.withSegments(4000, 60_000).withIndexes(1 << 20, 300);
    }

    @Test
    void aTornTailIsCutAndTheRestServes() throws IOException {
        fill(25);
        folder.settle();
        Path active = folder.folder().resolve("00000000000000000028.log");
        Files.write(active, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
        abandon();
        log = folder.reopen(settings());
        assertThat(log.view().logEndOffset()).isEqualTo(50);
        log.moveHighWatermark(50);
        assertThat(offsets(log.view(), 48, 1000)).containsExactly(48L, 49L);
        assertThat(log.view().leaderEpoch()).isEqualTo(5);
    }

    private void abandon() {
        log.abandon("killed");
        try {
            folder.directory.close();
        } catch (StorageException e) {
            throw new AssertionError(e);
        }
        assertThat(Files.exists(folder.path.resolve(".kafka_cleanshutdown"))).isFalse();
    }

    @Test
    void manySegmentsNeedFewHandles() {
        folder.directory.close();
        folder = new TestFolder(new NioDisk(), temporary.resolve("few"), clock, 4);
        log = folder.create(LogSettings.DEFAULTS.withSegments(400, 60_000));
        fill(100);
        for (long offset = 0; offset < 200; offset += 7) {
            assertThat(offsets(log.view(), offset, 1)).contains(offset);
        }
        folder.settle();
    }

    @Test
    void deletingRenamesAtOnceAndRemovesLater() throws IOException {
        fill(3);
        folder.directory.delete(log);
        assertThat(Files.exists(folder.folder())).isFalse();
        try (var names = Files.list(folder.path)) {
            assertThat(names.map(p -> p.getFileName().toString()))
                    .anyMatch(n -> n.startsWith("orders-3.") && n.endsWith("-delete"));
        }
        clock.advanceMs(60_001);
        folder.directory.writeCheckpoints();
        folder.settle();
        try (var names = Files.list(folder.path)) {
            assertThat(names.map(p -> p.getFileName().toString()))
                    .noneMatch(n -> n.endsWith("-delete"));
        }
        log = folder.create(LogSettings.DEFAULTS);
    }
}
