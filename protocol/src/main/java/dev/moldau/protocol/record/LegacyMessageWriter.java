package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Compression;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/** Writes messages of formats v0 and v1, one by one. Confined to one thread, reused. */
final class LegacyMessageWriter {

    private final CRC32 crc = new CRC32();

    /** The bytes of a message with offset and size. */
    static long sizeBytes(int magic, int keySize, int valueSize) {
        return (long) LegacyMessage.fixedBytes(magic)
                + Integer.BYTES
                + Math.max(keySize, 0)
                + Integer.BYTES
                + Math.max(valueSize, 0);
    }

    /**
     * Writes a message at the target's position, where there is room for it.
     *
     * @param timestampMs ignored in format v0
     * @param timestampType ignored in format v0
     * @param source holds the key and the value at absolute indexes; sizes of -1 stand for null
     */
    void put(
            ByteBuffer target,
            int magic,
            long offset,
            Compression compression,
            TimestampType timestampType,
            long timestampMs,
            ByteBuffer source,
            int keyStart,
            int keySize,
            int valueStart,
            int valueSize) {
        int start = target.position();
        int attributes = compression.id();
        if (magic == 1 && timestampType == TimestampType.LOG_APPEND_TIME) {
            attributes |= BatchView.LOG_APPEND_TIME_FLAG;
        }
        int size = (int) sizeBytes(magic, keySize, valueSize);
        target.putLong(offset).putInt(size - BatchView.SIZE_PREFIX_BYTES).putInt(0);
        target.put((byte) magic).put((byte) attributes);
        if (magic == 1) {
            target.putLong(timestampMs);
        }
        putNullable(target, source, keyStart, keySize);
        putNullable(target, source, valueStart, valueSize);
        crc.reset();
        crc.update(target.slice(start + BatchView.MAGIC_AT, size - BatchView.MAGIC_AT));
        target.putInt(start + BatchView.LEGACY_CRC_AT, (int) crc.getValue());
    }

    private static void putNullable(ByteBuffer target, ByteBuffer source, int from, int size) {
        target.putInt(size);
        if (size > 0) {
            int at = target.position();
            target.put(at, source, from, size).position(at + size);
        }
    }
}
