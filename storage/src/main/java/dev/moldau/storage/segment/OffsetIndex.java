package dev.moldau.storage.segment;

import java.io.IOException;

/**
 * Offset to position, sparse: an entry says that the batch at a position ends at, or above, an
 * offset, and that everything up to the offset lies at or before that batch.
 *
 * <p>Format: 8 bytes an entry, the offset relative to the segment's base and the position, both
 * int32, rising.
 */
final class OffsetIndex {

    static final int ENTRY_BYTES = 8;
    private static final int POSITION = 4;

    private final IndexFile entries;
    private final long baseOffset;

    OffsetIndex(LogFile file, long baseOffset, long fileBytes) {
        this.entries = new IndexFile(file, ENTRY_BYTES, (int) (fileBytes / ENTRY_BYTES));
        this.baseOffset = baseOffset;
        if (fileBytes % ENTRY_BYTES != 0) {
            entries.markSuspect();
        }
    }

    IndexFile entries() {
        return entries;
    }

    void append(long lastOffset, int position) {
        entries.append((int) (lastOffset - baseOffset), position);
    }

    /**
     * The position from which a walk finds the first batch that ends at or above an offset; 0 if no
     * entry is below. Everything that ends below an entry's offset lies before its position.
     */
    int floorPosition(long offset) {
        long relative = offset - baseOffset;
        return relative <= 0 ? 0 : floor(0, (int) Math.min(relative, Integer.MAX_VALUE));
    }

    /** The largest position with an entry, at or below a given one; 0 if there is none. */
    int floorBatchStart(int position) {
        return floor(POSITION, position);
    }

    private int floor(int field, int value) {
        if (entries.isSuspect()) {
            return 0;
        }
        try (IndexFile.Reader reader = entries.reader()) {
            int entry = reader.floorInt(field, value);
            return entry < 0 ? 0 : checked(reader.intAt(entry, POSITION));
        } catch (IOException e) {
            entries.markSuspect(); // the batches themselves have the answer too
            return 0;
        }
    }

    /**
     * The position of the last entry; 0 if there is none. The index is suspect afterwards if first
     * or last entry cannot be true.
     *
     * @param logBytes how long the segment is
     * @param endOffset where the next segment begins
     */
    int lastPosition(int logBytes, long endOffset) {
        try (IndexFile.Reader reader = entries.reader()) {
            int last = reader.count() - 1;
            if (last < 0) {
                return 0;
            }
            int position = reader.intAt(last, POSITION);
            int offset = reader.intAt(last, 0);
            int firstPosition = reader.intAt(0, POSITION);
            int firstOffset = reader.intAt(0, 0);
            boolean rises = last == 0 || (firstPosition < position && firstOffset < offset);
            if (rises
                    && firstPosition > 0
                    && firstOffset >= 0
                    && position < logBytes
                    && baseOffset + offset < endOffset) {
                return position;
            }
        } catch (IOException e) {
            entries.markSuspect(); // the batches themselves have the answer too
            return 0;
        }
        entries.markSuspect();
        return 0;
    }

    /** The offset of the last entry, of which there is one. */
    long lastOffset() throws IOException {
        try (IndexFile.Reader reader = entries.reader()) {
            return baseOffset + reader.intAt(reader.count() - 1, 0);
        }
    }

    private int checked(int position) {
        if (position <= 0) { // the first batch never has an entry
            entries.markSuspect();
            return 0;
        }
        return position;
    }

    /** Drops the entries of batches that begin at or behind a position. */
    void truncateToPosition(int position) throws IOException {
        int keep;
        try (IndexFile.Reader reader = entries.reader()) {
            keep = position <= 0 ? 0 : reader.floorInt(POSITION, position - 1) + 1;
        }
        entries.truncate(keep);
    }
}
