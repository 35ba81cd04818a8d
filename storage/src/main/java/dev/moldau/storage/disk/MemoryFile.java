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
    }

    void loseUnsynced(RandomGenerator random) {
        if (dirtyFrom >= size) {
            return;
        }
        int kept = dirtyFrom + random.nextInt(size - dirtyFrom + 1);
        if (random.nextInt(4) > 0) {
            truncate(kept);
        } else { // the length is there, the bytes are not
            Arrays.fill(content, kept, size, (byte) 0);
        }
        dirtyFrom = size;
    }
}
