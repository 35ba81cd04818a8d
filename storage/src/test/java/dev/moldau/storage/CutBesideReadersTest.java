package dev.moldau.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.disk.NioDisk;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A reader holds a view, and the owner cuts the log above the high watermark. The tail in memory
 * does not know where the watermark is, so that the reader has to look beyond what is left.
 */
class CutBesideReadersTest {

    private static final int COMMITTED = 20;
    private static final int ABOVE = 1_000;

    @TempDir Path temporary;

    private int rounds;

    /** A log whose old view is of before the cut. */
    private record Cut(TestFolder folder, PartitionLog log, LogView old) implements AutoCloseable {
        @Override
        public void close() {
            log.close();
            folder.settle();
            folder.directory.close();
        }
    }

    private Cut beforeTheCut() {
        Path data = temporary.resolve("data" + rounds++);
        TestFolder folder = new TestFolder(new NioDisk(), data, new ManualClock());
        PartitionLog log =
                folder.create(
                        LogSettings.DEFAULTS
                                .withSegments(1_000_000, 60_000)
                                .withIndexes(1 << 20, 300));
        for (int i = 0; i < COMMITTED + ABOVE; i++) {
            log.append(List.of(Append.produced(TestBatches.plain(1, 20, 1), 5)));
        }
        log.moveHighWatermark(COMMITTED);
        return new Cut(folder, log, log.view());
    }

    private static List<Long> offsets(LogView view, long from, int maxBytes) {
        List<Long> offsets = new ArrayList<>();
        if (view.read(from, maxBytes, ReadBound.HIGH_WATERMARK, true)
                instanceof ReadOutcome.Data(FileRecords records)) {
            try (records) {
                Batches batches = new Batches().over(records.toMemory());
                while (batches.next()) {
                    offsets.add(batches.batch().baseOffset());
                }
            }
        }
        return offsets;
    }

    private static List<Long> upTo(long end) {
        return LongStream.range(0, end).boxed().toList();
    }

    @Test
    void whatLiesBelowTheCutIsReadAsBefore() {
        for (int at = COMMITTED; at < COMMITTED + 10; at++) {
            try (Cut cut = beforeTheCut()) {
                cut.log.truncateTo(at);
                assertThat(offsets(cut.old, 0, 1_000_000)).isEqualTo(upTo(COMMITTED));
                assertThat(offsets(cut.old, COMMITTED - 1, 1)).containsExactly(COMMITTED - 1L);
                assertThat(cut.old.offsetForTime(1, ReadBound.HIGH_WATERMARK)).isPresent();
                assertThat(cut.old.offsetForTime(2, ReadBound.HIGH_WATERMARK)).isEmpty();
            }
        }
    }

    @Test
    void alsoWhenOtherBatchesHaveTakenThePlace() {
        for (int valueBytes = 0; valueBytes < 20_000; valueBytes += 997) {
            try (Cut cut = beforeTheCut()) {
                cut.log.truncateTo(COMMITTED);
                TestFolder.append(cut.log, TestBatches.plain(1, valueBytes, 1));
                TestFolder.append(cut.log, TestBatches.plain(1, 2 * valueBytes, 1));
                assertThat(offsets(cut.old, 0, 1_000_000)).isEqualTo(upTo(COMMITTED));
                assertThat(offsets(cut.log.view(), 0, 1_000_000)).isEqualTo(upTo(COMMITTED + 2));
            }
        }
    }

    @Test
    void aFileThatEndsTooEarlyWhereNobodyCutItIsDamage() throws IOException {
        try (Cut cut = beforeTheCut()) {
            long batchBytes = cut.old.sizeBytes() / (COMMITTED + ABOVE);
            Path file = cut.folder.folder().resolve("00000000000000000000.log");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(batchBytes * COMMITTED / 2);
            }
            assertThatThrownBy(() -> cut.old.read(5, 1_000_000, ReadBound.HIGH_WATERMARK, true))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("ends within the batch");
        }
    }
}
