package dev.moldau.storage.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** The bytes of a file of a {@link MemoryDisk}, under whose lock they change. */
final class MemoryFile {

    byte[] content = {};
    int size;
    long modifiedMs;

    /** Rises when the process ends: files opened before cannot be used any more. */
    int generation;

    /** The first byte that was changed since the file was forced. */
    private int dirtyFrom;

    /** How long the file was after each write since then. */
    private int[] sizes = {};

    private int writes;

    MemoryFile(long nowMs) {
        this.modifiedMs = nowMs;
    }

    void write(ByteBuffer source, int count, int position, long nowMs) {
        int end = position + count;
        if (end > content.length) {
            content = Arrays.copyOf(content, Math.max(end, content.length * 2));
        }
        source.get(content, position, count);
        size = Math.max(size, end);
        dirtyFrom = Math.min(dirtyFrom, position);
        modifiedMs = nowMs;
        if (writes == sizes.length) {
            sizes = Arrays.copyOf(sizes, Math.max(8, writes * 2));
        }
        sizes[writes++] = size;
    }

    void truncate(int sizeBytes) {
        if (sizeBytes < size) {
            Arrays.fill(content, sizeBytes, size, (byte) 0);
            size = sizeBytes;
            dirtyFrom = Math.min(dirtyFrom, sizeBytes);
        }
    }

    void forced() {
        dirtyFrom = size;
        writes = 0;
    }

    void loseUnsynced(RandomGenerator random) {
        if (dirtyFrom >= size) {
            return;
        }
        int kept = dirtyFrom + random.nextInt(size - dirtyFrom + 1);
        switch (random.nextInt(4)) {
            case 0 -> Arrays.fill(content, kept, size, (byte) 0); // the length is there alone
            case 1 -> truncate(sizeBefore(kept));
            default -> truncate(kept);
        }
        forced();
    }

    /** As long as the file was when it was written back: nothing of the next write is there. */
    private int sizeBefore(int most) {
        int longest = dirtyFrom;
        for (int i = 0; i < writes; i++) {
            if (sizes[i] <= most) {
                longest = Math.max(longest, sizes[i]);
            }
        }
        return longest;
    }
}
