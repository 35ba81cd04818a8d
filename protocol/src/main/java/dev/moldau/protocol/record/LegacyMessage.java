package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Compression;
import java.nio.ByteBuffer;

/**
 * A reusable view of one message of format v0 or v1. Pointing it at a message checks everything
 * that is read later: sizes, checksum, the magic and the codec.
 *
 * <p>Layout: offset (8), size (4), CRC-32 (4), magic (1), attributes (1), in v1 timestamp (8), key
 * size (4), key, value size (4), value. The checksum covers all from the magic on; sizes of -1
 * stand for null.
 */
final class LegacyMessage {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final BatchView entry = new BatchView();

    private ByteBuffer buffer = NOTHING;
    private Compression compression = Compression.NONE;
    private int keyStart;
    private int keySize;
    private int valueStart;
    private int valueSize;

    /**
     * Looks at the message at {@code start}, of which {@code sizeBytes} are there, as {@link
     * Batches} found out.
     *
     * @throws CorruptRecordsException if the message is not well formed
     */
    void wrap(ByteBuffer bytes, int start, int sizeBytes) {
        buffer = bytes;
        entry.wrap(bytes, start);
        if (!entry.checksumMatches()) {
            throw corrupt("checksum does not match");
        }
        if (!Compression.known(entry.compressionId())) {
            throw corrupt("no compression has the id " + entry.compressionId());
        }
        compression = entry.compression();
        int end = start + sizeBytes;
        int sizeFieldBytes = Integer.BYTES;
        keyStart = start + fixedBytes(magic()) + sizeFieldBytes;
        keySize = checkedSize(bytes.getInt(keyStart - sizeFieldBytes), end - keyStart);
        valueStart = keyStart + Math.max(keySize, 0) + sizeFieldBytes;
        if (valueStart > end) {
            throw corrupt("key leaves no room for a value");
        }
        valueSize = checkedSize(bytes.getInt(valueStart - sizeFieldBytes), end - valueStart);
        if (valueStart + Math.max(valueSize, 0) != end) {
            throw corrupt("size does not fit its fields");
        }
    }

    /** The bytes before the size of the key. */
    static int fixedBytes(int magic) {
        return magic == 0 ? BatchView.LEGACY_TIMESTAMP_AT : BatchView.LEGACY_TIMESTAMP_AT + 8;
    }

    private int checkedSize(int size, int available) {
        if (size < RecordView.NULL_SIZE || size > available) {
            throw corrupt("size " + size + " of key or value");
        }
        return size;
    }

    private CorruptRecordsException corrupt(String what) {
        return new CorruptRecordsException("message at byte " + entry.start() + ": " + what);
    }

    ByteBuffer buffer() {
        return buffer;
    }

    long offset() {
        return entry.baseOffset();
    }

    byte magic() {
        return entry.magic();
    }

    Compression compression() {
        return compression;
    }

    TimestampType timestampType() {
        return entry.timestampType();
    }

    long timestamp() {
        return entry.maxTimestamp();
    }

    int keyStart() {
        return keyStart;
    }

    int keySize() {
        return keySize;
    }

    int valueStart() {
        return valueStart;
    }

    int valueSize() {
        return valueSize;
    }
}
