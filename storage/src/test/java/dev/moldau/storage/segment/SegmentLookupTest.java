package dev.moldau.storage.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.SystemClock;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.storage.TestBatches;
import dev.moldau.storage.disk.DiskFault;
import dev.moldau.storage.disk.MemoryDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Indexes far larger than what is kept in memory. */
class SegmentLookupTest {

    private static final Path FOLDER = Path.of("/log");
    private static final int BATCHES = 5000;

    private final MemoryDisk disk = new MemoryDisk(new SystemClock());
    private final OpenFiles files = new OpenFiles(disk, 10);

    private Segment segmentOfManyBatches() throws IOException {
        disk.createFolders(FOLDER);
        Segment segment = Segment.empty(files, FOLDER, 1000, 0);
        ByteBuffer batch = TestBatches.plain(3, 40, 7);
        BatchView view = new BatchView().wrap(batch, 0);
        for (int i = 0; i < BATCHES; i++) {
            view.baseOffset(1000 + i * 3L);
            segment.write(new ByteBuffer[] {batch.duplicate()}, 1);
            segment.appended(1000 + i * 3L + 2, batch.remaining(), i, 100, 0);
        }
        return segment;
    }

    private void assertFoundWithFewReads(Segment segment) throws IOException {
        int size = segment.sizeBytes() / BATCHES;
        AtomicInteger reads = new AtomicInteger();
        disk.fault(
                (operation, path) -> {
                    if (operation == DiskFault.Operation.READ) {
                        reads.incrementAndGet();
                    }
                });
        try (FileLease lease = segment.log().lease()) {
            for (int i = 0; i < BATCHES * 3; i += 7) {
                reads.set(0);
                long place = segment.ceiling(lease, 1000 + i, segment.sizeBytes());
                assertThat(Place.position(place)).isEqualTo(i / 3 * size);
                assertThat(Place.sizeBytes(place)).isEqualTo(size);
                assertThat(reads.get()).as("reads for offset %s", 1000 + i).isLessThan(12);
                assertThat(segment.needsIndexes()).isFalse();
                int start = segment.floorBatchStart(i / 3 * size + 5);
                assertThat(start).isBetween((i / 3 - 2) * size, i / 3 * size);
                assertThat(start % size).isZero();
            }
        }
        disk.fault(DiskFault.NONE);
    }

    @Test
    void aGrowingSegmentFindsEveryOffsetWithAFewReads() throws IOException {
        assertFoundWithFewReads(segmentOfManyBatches());
    }

    @Test
    void aFinishedSegmentAndOneFoundOnDiskDoToo() throws IOException {
        Segment segment = segmentOfManyBatches();
        segment.finish();
        assertFoundWithFewReads(segment);
        long index = disk.readSmall(FOLDER.resolve("00000000000000001000.index"), 1 << 20).length;
        long times =
                disk.readSmall(FOLDER.resolve("00000000000000001000.timeindex"), 1 << 20).length;
        SegmentSizes sizes = new SegmentSizes(segment.sizeBytes(), index, times, 0);
        Segment found = Segment.existing(files, FOLDER, 1000, sizes, 0);
        assertFoundWithFewReads(found);
        assertThat(found.maxTimestamp()).isEqualTo(BATCHES - 1);
    }

    @Test
    void rebuiltIndexesAreAsGood() throws IOException {
        Segment segment = segmentOfManyBatches();
        segment.suspectIndexes();
        assertThat(segment.needsIndexes()).isTrue();
        segment.rebuildIndexes(100);
        assertFoundWithFewReads(segment);
    }

    /** A reader with a view of before the cut may blame an index entry for bytes that went. */
    @Test
    void truncationMakesDoubtedIndexesAnew() throws IOException {
        Segment segment = segmentOfManyBatches();
        int keep = BATCHES / 2;
        Cut cut = Cut.of(segment, 1000 + keep * 3L);
        segment.suspectIndexes();
        segment.truncate(cut.position(), cut.endOffset(), 100);
        assertThat(segment.needsIndexes()).isFalse();
        assertThat(segment.sizeBytes()).isEqualTo(cut.position());
        try (FileLease lease = segment.log().lease()) {
            long place = segment.ceiling(lease, 1000 + keep * 3L - 1, segment.sizeBytes());
            assertThat(Place.position(place)).isEqualTo(cut.position() - cut.position() / keep);
        }
    }

    @Test
    void truncationCutsIndexesInFileAndInMemory() throws IOException {
        Segment segment = segmentOfManyBatches();
        int size = segment.sizeBytes() / BATCHES;
        for (int keep = BATCHES - 1; keep > 0; keep -= 777) {
            Cut cut = Cut.of(segment, 1000 + keep * 3L + 1);
            assertThat(cut).isEqualTo(new Cut(keep * size, 1000 + keep * 3L));
            segment.truncate(cut.position(), cut.endOffset(), 4096);
            try (FileLease lease = segment.log().lease()) {
                long place = segment.ceiling(lease, 1000 + keep * 3L - 1, segment.sizeBytes());
                assertThat(Place.position(place)).isEqualTo((keep - 1) * size);
                assertThat(Place.position(segment.ceiling(lease, 1000 + keep * 3L, keep * size)))
                        .isEqualTo(keep * size);
            }
            assertThat(segment.needsIndexes()).isFalse();
        }
    }
}
