package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import java.nio.ByteBuffer;

/**
 * Writes a message set of format v0 or v1 into a target of limited size, and wraps runs of messages
 * that belong together into a compressed one. Confined to one thread, reused.
 */
final class LegacySetWriter {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Codecs codecs;
    private final LegacyMessageWriter messages = new LegacyMessageWriter();

    private ByteBuffer target = NOTHING;
    private int magic;
    private long nextOffset;
    private int refusedBytes;

    LegacySetWriter(Codecs codecs) {
        this.codecs = codecs;
    }

    void begin(ByteBuffer target, int magic) {
        this.target = target;
        this.magic = magic;
        this.nextOffset = 0;
        this.refusedBytes = 0;
    }

    /** Copies a message as it is, if there is room. */
    boolean copy(BatchView entry) {
        int size = entry.sizeBytes();
        if (!hasRoomFor(size)) {
            return false;
        }
        int at = target.position();
        target.put(at, entry.buffer(), entry.start(), size).position(at + size);
        nextOffset = entry.lastOffset() + 1;
        return true;
    }

    /** Writes a plain message with its absolute offset, if there is room. */
    boolean put(
            long offset,
            TimestampType timestampType,
            long timestampMs,
            ByteBuffer source,
            int keyStart,
            int keySize,
            int valueStart,
            int valueSize) {
        if (!hasRoomFor(LegacyMessageWriter.sizeBytes(magic, keySize, valueSize))) {
            return false;
        }
        messages.put(
                target,
                magic,
                offset,
                Compression.NONE,
                timestampType,
                timestampMs,
                source,
                keyStart,
                keySize,
                valueStart,
                valueSize);
        nextOffset = offset + 1;
        return true;
    }

    private boolean hasRoomFor(long sizeBytes) {
        if (sizeBytes > target.remaining()) {
            refusedBytes = (int) Math.min(sizeBytes, Integer.MAX_VALUE);
            return false;
        }
        return true;
    }

    /**
     * Replaces the plain messages from {@code start} on by one compressed wrapper, if that is
     * smaller. Inside a wrapper of v1 offsets count from its first message; no checksum covers
     * them.
     */
    void wrap(int start, Compression compression, TimestampType timestampType, long maxTimestamp) {
        int plainSize = target.position() - start;
        if (compression == Compression.NONE || plainSize == 0) {
            return;
        }
        long base = magic == 0 ? 0 : target.getLong(start);
        shiftOffsets(start, -base);
        ByteBuffer plain = target.slice(start, plainSize);
        ByteBuffer compressed =
                magic == 0 && compression == Compression.LZ4
                        ? codecs.compressOldLz4(plain)
                        : codecs.compress(compression, compression.defaultLevel(), plain);
        int size = compressed.remaining();
        if (LegacyMessageWriter.sizeBytes(magic, RecordView.NULL_SIZE, size) >= plainSize) {
            shiftOffsets(start, base);
            return;
        }
        target.position(start);
        messages.put(
                target,
                magic,
                nextOffset - 1,
                compression,
                timestampType,
                maxTimestamp,
                compressed,
                0,
                RecordView.NULL_SIZE,
                compressed.position(),
                size);
    }

    private void shiftOffsets(int start, long by) {
        int at = start;
        while (by != 0 && at < target.position()) {
            target.putLong(at, target.getLong(at) + by);
            at += Batches.sizeAt(target, at);
        }
    }

    /** The offset after the last message written. */
    long nextOffset() {
        return nextOffset;
    }

    /** The size of the message that there was no room for. */
    int refusedBytes() {
        return refusedBytes;
    }
}
