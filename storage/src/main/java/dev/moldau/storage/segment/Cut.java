package dev.moldau.storage.segment;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.storage.disk.DamagedFileException;
import java.io.IOException;

/**
 * Where to cut a segment so that nothing from an offset on is left.
 *
 * @param position where the file is to end
 * @param endOffset the log's end then: the offset, or the start of the batch that contains it
 */
public record Cut(int position, long endOffset) {

    /**
     * Finds out where to cut.
     *
     * @throws DamagedFileException if there are no batches where batches should be
     */
    public static Cut of(Segment segment, long offset) throws IOException {
        int end = segment.sizeBytes();
        if (end == 0) {
            return new Cut(0, offset);
        }
        try (FileLease lease = segment.log().lease()) {
            int position = Place.position(segment.ceiling(lease, offset, end));
            HeaderScan scan = new HeaderScan(lease.file(), position, end);
            if (!scan.next()) {
                return new Cut(position, offset);
            }
            BatchView batch = scan.batch();
            if (batch.isV2() || batch.compressionId() == 0) {
                return new Cut(position, Math.min(offset, batch.baseOffset()));
            }
            // The offset of an old compressed message is its last one's: ask the one before it.
            scan = new HeaderScan(lease.file(), 0, position);
            long before = segment.baseOffset();
            while (scan.next()) {
                before = scan.batch().lastOffset() + 1;
            }
            return new Cut(position, Math.min(offset, before));
        } catch (CorruptRecordsException e) {
            throw segment.damaged(e);
        }
    }
}
