package dev.moldau.storage.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/**
 * The transactions that were aborted by a marker in this segment. There is no file while there are
 * none.
 *
 * <p>Format: 34 bytes an entry: version int16 = 0, producer id, first offset, last offset (of the
 * marker) and last stable offset after the marker, all int64; by last offset, rising.
 *
 * <p>The owner appends and truncates, any thread reads what the volatile count says is there.
 */
final class TransactionIndex {

    static final int ENTRY_BYTES = 34;
    private static final short VERSION = 0;

    private final LogFile file;
    private volatile int count;

    /** Whether the file was written since it was forced. */
    private volatile boolean unforced;

    TransactionIndex(LogFile file, long fileBytes) {
        this.file = file;
        this.count = (int) (fileBytes / ENTRY_BYTES);
    }

    LogFile file() {
        return file;
    }

    boolean isEmpty() {
        return count == 0;
    }

    void append(AbortedEntry entry) throws IOException {
        int before = count;
        ByteBuffer bytes =
                ByteBuffer.allocate(ENTRY_BYTES)
                        .putShort(VERSION)
                        .putLong(entry.producerId())
                        .putLong(entry.firstOffset())
                        .putLong(entry.lastOffset())
                        .putLong(entry.lastStableOffset())
                        .flip();
        try (FileLease lease = file.leaseOrCreate()) {
            lease.file().write(new ByteBuffer[] {bytes}, 1, (long) before * ENTRY_BYTES);
        }
        unforced = true;
        count = before + 1;
    }

    /**
     * All entries, in order.
     *
     * @throws IOException if the file cannot be read, or holds what is no entry
     */
    List<AbortedEntry> entries() throws IOException {
        int known = count;
        if (known == 0) {
            return List.of();
        }
        ByteBuffer bytes = ByteBuffer.allocate(known * ENTRY_BYTES);
        try (FileLease lease = file.lease()) {
            lease.file().readFully(bytes, 0);
        }
        bytes.flip();
        List<AbortedEntry> entries = new ArrayList<>(known);
        for (int i = 0; i < known; i++) {
            short version = bytes.getShort();
            if (version != VERSION) {
                throw new IOException("entry " + i + " of " + file + " has version " + version);
            }
            entries.add(
                    new AbortedEntry(
                            bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong()));
        }
        return entries;
    }

    /** Drops the entries of markers at or above an offset. */
    void truncateToOffset(long offset) throws IOException {
        int keep = 0;
        for (AbortedEntry entry : entries()) {
            if (entry.lastOffset() >= offset) {
                break;
            }
            keep++;
        }
        truncate(keep);
    }

    /** Waits until the file is on the disk. Any thread. */
    void force() throws IOException {
        if (unforced) {
            unforced = false;
            file.force();
        }
    }

    void truncate(int entries) throws IOException {
        if (entries >= count) {
            return;
        }
        count = entries;
        try (FileLease lease = file.lease()) {
            lease.file().truncate((long) entries * ENTRY_BYTES);
        } catch (NoSuchFileException e) {
            assert entries == 0 : e;
        }
    }
}
