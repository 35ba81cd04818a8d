package dev.moldau.storage.producer;

import dev.moldau.storage.disk.DamagedFileException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A snapshot of the producers, as bytes: version int16 = 1, CRC-32C of the rest, a count, and so
 * many entries of 42 bytes, each a {@link SnapshotEntry} in the order of its components.
 */
public final class ProducerSnapshot {

    private static final short VERSION = 1;
    private static final int CRC_AT = Short.BYTES;
    private static final int COUNT_AT = CRC_AT + Integer.BYTES;
    private static final int HEADER_BYTES = COUNT_AT + Integer.BYTES;
    private static final int ENTRY_BYTES = 8 + 2 + 4 + 8 + 4 + 8 + 4 + 8;

    private ProducerSnapshot() {}

    /** Writes entries. */
    public static byte[] encode(List<SnapshotEntry> entries) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + entries.size() * ENTRY_BYTES);
        bytes.putShort(VERSION).putInt(0).putInt(entries.size());
        for (SnapshotEntry entry : entries) {
            bytes.putLong(entry.producerId())
                    .putShort(entry.epoch())
                    .putInt(entry.lastSequence())
                    .putLong(entry.lastOffset())
                    .putInt(entry.offsetDelta())
                    .putLong(entry.timestampMs())
                    .putInt(entry.coordinatorEpoch())
                    .putLong(entry.transactionStart());
        }
        bytes.putInt(CRC_AT, crc(bytes.array()));
        return bytes.array();
    }

    /**
     * Reads entries.
     *
     * @param path where the bytes come from, for the message
     * @throws DamagedFileException if they are no snapshot
     */
    public static List<SnapshotEntry> decode(byte[] content, Path path)
            throws DamagedFileException {
        if (content.length < HEADER_BYTES) {
            throw new DamagedFileException(path, 0, content.length + " bytes are no snapshot");
        }
        ByteBuffer bytes = ByteBuffer.wrap(content);
        short version = bytes.getShort();
        if (version != VERSION) {
            throw new DamagedFileException(path, 0, "version " + version + " is unknown");
        }
        if (bytes.getInt() != crc(content)) {
            throw new DamagedFileException(path, CRC_AT, "the checksum does not fit");
        }
        int count = bytes.getInt();
        if (count < 0 || (long) count * ENTRY_BYTES != bytes.remaining()) {
            throw new DamagedFileException(
                    path, COUNT_AT, count + " entries in " + bytes.remaining() + " bytes");
        }
        List<SnapshotEntry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(
                    new SnapshotEntry(
                            bytes.getLong(),
                            bytes.getShort(),
                            bytes.getInt(),
                            bytes.getLong(),
                            bytes.getInt(),
                            bytes.getLong(),
                            bytes.getInt(),
                            bytes.getLong()));
        }
        return entries;
    }

    private static int crc(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content, COUNT_AT, content.length - COUNT_AT);
        return (int) crc.getValue();
    }
}
