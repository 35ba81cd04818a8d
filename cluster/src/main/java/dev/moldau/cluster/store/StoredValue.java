package dev.moldau.cluster.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A record's form in the local file: checksum, version, value. The checksum covers the name too, so
 * that a value that got under a wrong name is found.
 */
final class StoredValue {

    private static final int HEADER_BYTES = 8;

    private StoredValue() {}

    static byte[] encode(StoreKey key, byte[] value, int version) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + value.length);
        bytes.putInt(0).putInt(version).put(value);
        return bytes.putInt(0, checksum(key, bytes.array())).array();
    }

    /**
     * @throws IllegalArgumentException if the bytes are not what was stored under that name
     */
    static StoreRecord decode(StoreKey key, byte[] stored) {
        if (stored.length < HEADER_BYTES) {
            throw new IllegalArgumentException("the record " + key + " is cut short");
        }
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        if (bytes.getInt() != checksum(key, stored)) {
            throw new IllegalArgumentException("the record " + key + " fails its checksum");
        }
        int version = bytes.getInt();
        byte[] value = new byte[bytes.remaining()];
        bytes.get(value);
        return new StoreRecord(key, value, version);
    }

    private static int checksum(StoreKey key, byte[] stored) {
        CRC32C crc = new CRC32C();
        crc.update(key.toString().getBytes(StandardCharsets.UTF_8));
        crc.update(stored, Integer.BYTES, stored.length - Integer.BYTES);
        return (int) crc.getValue();
    }
}
