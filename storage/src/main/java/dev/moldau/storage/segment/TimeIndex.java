package dev.moldau.storage.segment;

import dev.moldau.protocol.record.BatchView;
import java.io.IOException;

/**
 * Time to offset, sparse: an entry says that no record up to an offset has a later timestamp than
 * the entry's.
 *
 * <p>Format: 12 bytes an entry, the timestamp in epoch ms as int64 and the offset relative to the
 * segment's base as int32, both rising.
 */
final class TimeIndex {

    static final int ENTRY_BYTES = 12;
    private static final int OFFSET = 8;

    private final IndexFile entries;
    private final long baseOffset;

    TimeIndex(LogFile file, long baseOffset, long fileBytes) {
        this.entries = new IndexFile(file, ENTRY_BYTES, (int) (fileBytes / ENTRY_BYTES));
        this.baseOffset = baseOffset;
        if (fileBytes % ENTRY_BYTES != 0) {
            entries.markSuspect();
        }
    }

    IndexFile entries() {
        return entries;
    }

    /** Adds an entry, unless the timestamp is not above that of the last one. */
    void append(long timestamp, long offset, long lastTimestamp) {
        if (timestamp > lastTimestamp) {
            entries.append(timestamp, (int) (offset - baseOffset));
        }
    }

    /** The timestamp of the last entry; -1 if there is none. */
    long lastTimestamp() throws IOException {
        try (IndexFile.Reader reader = entries.reader()) {
            int count = reader.count();
            return count == 0 ? BatchView.NO_TIMESTAMP : reader.longAt(count - 1, 0);
        }
    }

    /** The offset of the last entry; the base offset if there is none. */
    long lastOffset() throws IOException {
        try (IndexFile.Reader reader = entries.reader()) {
            int count = reader.count();
            return count == 0 ? baseOffset : baseOffset + reader.intAt(count - 1, OFFSET);
        }
    }

    /** The offset of the last entry before a time: nothing up to it is as late; or the base. */
    long offsetBefore(long timestamp) {
        if (entries.isSuspect()) {
            return baseOffset;
        }
        try (IndexFile.Reader reader = entries.reader()) {
            int entry = reader.floorLong(0, timestamp, true);
            int relative = entry < 0 ? 0 : reader.intAt(entry, OFFSET);
            if (relative > 0 || entry <= 0) { // offsets rise
                return baseOffset + relative;
            }
        } catch (IOException e) {
            entries.markSuspect(); // the batches themselves have the answer too
            return baseOffset;
        }
        entries.markSuspect();
        return baseOffset;
    }

    /**
     * Whether first and last entry can be true.
     *
     * @param endOffset where the next segment begins
     */
    boolean isPlausible(long endOffset) {
        try (IndexFile.Reader reader = entries.reader()) {
            int last = reader.count() - 1;
            if (last < 0) {
                return true;
            }
            int offset = reader.intAt(last, OFFSET);
            long timestamp = reader.longAt(last, 0);
            boolean rises =
                    last == 0
                            || (reader.longAt(0, 0) < timestamp
                                    && reader.intAt(0, OFFSET) < offset);
            return rises && offset >= 0 && timestamp >= 0 && baseOffset + offset < endOffset;
        } catch (IOException e) {
            return false;
        }
    }

    /** Drops the entries for offsets from one on. */
    void truncateToOffset(long offset) throws IOException {
        int keep = 0;
        try (IndexFile.Reader reader = entries.reader()) {
            if (offset > baseOffset) {
                long relative = Math.min(offset - baseOffset - 1, Integer.MAX_VALUE);
                keep = reader.floorInt(OFFSET, (int) relative) + 1;
            }
        }
        entries.truncate(keep);
    }
}
