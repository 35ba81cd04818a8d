package dev.moldau.storage.segment;

import dev.moldau.storage.disk.DiskFile;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growing list of entries of one size whose older part is in a file and whose newest part is in
 * memory, both in the file's format. So an index costs no heap to speak of, however large its
 * segment, and an idle one none at all.
 *
 * <p>The owner appends, spills and truncates; any thread searches. What is in memory lies in an
 * array that is only ever added to: a reader sees as many entries as the volatile count says. When
 * the array is full its entries are written to the file and an empty one takes its place, by one
 * volatile write; a reader that still holds the old array finds the same entries in it.
 *
 * <p>Files of an index are a cache: whoever reads an impossible entry says so ({@link
 * #markSuspect}), and the owner has the index rebuilt.
 */
final class IndexFile {

    /** How many entries are kept in memory at most, and read from the file at once. */
    static final int BLOCK_ENTRIES = 512;

    private static final int SMALLEST_TAIL_ENTRIES = 8;

    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final LogFile file;
    private final int entryBytes;
    private volatile Tail tail;
    private volatile boolean suspect;

    /** Whether the file was written since it was forced. */
    private volatile boolean unforced;

    /** The newest entries. Slots below {@code count} never change. */
    private static final class Tail {
        static final byte[] NO_ENTRIES = {};

        final int before;
        final byte[] entries;
        volatile int count;

        Tail(int before, byte[] entries, int count) {
            this.before = before;
            this.entries = entries;
            this.count = count;
        }
    }

    /**
     * An index whose file has so many entries already.
     *
     * @param entriesInFile trusted until a reader finds otherwise
     */
    IndexFile(LogFile file, int entryBytes, int entriesInFile) {
        this.file = file;
        this.entryBytes = entryBytes;
        this.tail = new Tail(entriesInFile, Tail.NO_ENTRIES, 0);
    }

    LogFile file() {
        return file;
    }

    /** How many entries there are. */
    int count() {
        Tail now = tail;
        return now.before + now.count;
    }

    int sizeBytes() {
        return count() * entryBytes;
    }

    boolean isSuspect() {
        return suspect;
    }

    /** Says that an entry was found that cannot be true. */
    void markSuspect() {
        suspect = true;
    }

    /** Adds an entry of a long and an int (12 bytes). */
    void append(long first, int second) {
        Tail into = tailWithRoom();
        if (into != null) {
            int slot = into.count;
            int at = slot * entryBytes;
            LONG.set(into.entries, at, first);
            INT.set(into.entries, at + Long.BYTES, second);
            into.count = slot + 1;
        }
    }

    /** Adds an entry of two ints (8 bytes). */
    void append(int first, int second) {
        Tail into = tailWithRoom();
        if (into != null) {
            int slot = into.count;
            int at = slot * entryBytes;
            INT.set(into.entries, at, first);
            INT.set(into.entries, at + Integer.BYTES, second);
            into.count = slot + 1;
        }
    }

    /** The newest entries, with room for one more; null if the index is not worth going on with. */
    private @Nullable Tail tailWithRoom() {
        Tail now = tail;
        int capacity = now.entries.length / entryBytes;
        if (now.count < capacity) {
            return suspect ? null : now;
        }
        if (capacity >= BLOCK_ENTRIES) {
            spill();
            if (suspect) {
                return null;
            }
            now = tail;
        }
        int wanted = Math.min(BLOCK_ENTRIES, Math.max(SMALLEST_TAIL_ENTRIES, capacity * 2));
        now = new Tail(now.before, Arrays.copyOf(now.entries, wanted * entryBytes), now.count);
        tail = now;
        return now;
    }

    /**
     * Writes to the file what is in memory; makes the file if there is nothing to write. A failure
     * makes the index suspect, no more: what is lost can be had again from the batches.
     */
    void spill() {
        if (suspect) {
            return;
        }
        Tail now = tail;
        try (FileLease lease = file.leaseOrCreate()) {
            ByteBuffer bytes = ByteBuffer.wrap(now.entries, 0, now.count * entryBytes);
            lease.file().write(new ByteBuffer[] {bytes}, 1, (long) now.before * entryBytes);
            unforced = true;
            tail = new Tail(now.before + now.count, Tail.NO_ENTRIES, 0);
        } catch (IOException e) {
            markSuspect();
        }
    }

    /** Writes to the file what is in memory, if anything. */
    void spillIfAny() {
        if (tail.count > 0) {
            spill();
        }
    }

    /** Waits until the file is on the disk. Any thread. */
    void force() throws IOException {
        if (unforced) {
            unforced = false;
            file.force();
        }
    }

    /** Keeps only the first entries. */
    void truncate(int entries) throws IOException {
        Tail now = tail;
        if (entries >= now.before + now.count) {
            return;
        }
        int inFile = Math.min(entries, now.before);
        if (inFile < now.before) {
            try (FileLease lease = file.lease()) {
                lease.file().truncate((long) inFile * entryBytes);
                unforced = true;
            } catch (NoSuchFileException e) {
                assert inFile == 0 : e;
            }
        }
        int inMemory = entries - inFile;
        tail = new Tail(inFile, Arrays.copyOf(now.entries, inMemory * entryBytes), inMemory);
    }

    /** A search for one reader. */
    Reader reader() {
        return new Reader(tail);
    }

    /** Random access to the entries as of its creation, reading the file in blocks. */
    final class Reader implements AutoCloseable {
        private final Tail seen;
        private final int count;
        private @Nullable FileLease lease;
        private byte[] block = Tail.NO_ENTRIES;
        private int blockFirst;
        private int blockCount;

        private Reader(Tail seen) {
            this.seen = seen;
            this.count = seen.before + seen.count;
        }

        int count() {
            return count;
        }

        long longAt(int entry, int field) throws IOException {
            return (long) LONG.get(locate(entry), at(entry) + field);
        }

        int intAt(int entry, int field) throws IOException {
            return (int) INT.get(locate(entry), at(entry) + field);
        }

        private byte[] locate(int entry) throws IOException {
            if (entry >= seen.before) {
                return seen.entries;
            }
            if (entry < blockFirst || entry >= blockFirst + blockCount) {
                read(entry, 1);
            }
            return block;
        }

        private int at(int entry) {
            return (entry - (entry >= seen.before ? seen.before : blockFirst)) * entryBytes;
        }

        /** Has a range at hand that is small enough, when it lies in the file. */
        void prefetch(int from, int to) throws IOException {
            int end = Math.min(to, seen.before);
            if (from < end
                    && end - from <= BLOCK_ENTRIES
                    && !(from >= blockFirst && end <= blockFirst + blockCount)) {
                read(from, end - from);
            }
        }

        private void read(int first, int entries) throws IOException {
            FileLease open = lease;
            if (open == null) {
                open = file.lease();
                lease = open;
            }
            byte[] bytes = new byte[entries * entryBytes];
            DiskFile disk = open.file();
            disk.readFully(ByteBuffer.wrap(bytes), (long) first * entryBytes);
            block = bytes;
            blockFirst = first;
            blockCount = entries;
        }

        /** The last entry whose field is at most, or with {@code strict} below, a value; or -1. */
        int floorLong(int field, long value, boolean strict) throws IOException {
            int low = 0;
            int high = count;
            while (low < high) {
                prefetch(low, high);
                int middle = (low + high) >>> 1;
                long found = longAt(middle, field);
                if (strict ? found < value : found <= value) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low - 1;
        }

        /** The last entry whose field is at most a value; or -1. */
        int floorInt(int field, int value) throws IOException {
            int low = 0;
            int high = count;
            while (low < high) {
                prefetch(low, high);
                int middle = (low + high) >>> 1;
                if (intAt(middle, field) <= value) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low - 1;
        }

        @Override
        public void close() {
            FileLease open = lease;
            if (open != null) {
                open.close();
            }
        }
    }
}
