package dev.moldau.systemtests;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Requests and batches written by hand, so that each of their bytes may be wrong. */
final class WireFrame {

    static final short PRODUCE = 0;
    static final short FETCH = 1;
    static final short METADATA = 3;
    static final short API_VERSIONS = 18;

    private static final int CRC_AT = 17;
    private static final int ATTRIBUTES_AT = 21;
    private static final int COUNT_AT = 57;

    /** Writes the fields behind a request's header. */
    @FunctionalInterface
    interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    private WireFrame() {}

    /**
     * A whole frame with a header of version 1, which is that of requests without tagged fields.
     */
    static byte[] request(short api, int version, String clientId, Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(0);
            out.writeShort(api);
            out.writeShort(version);
            out.writeInt(4711);
            string(out, clientId);
            body.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        byte[] frame = bytes.toByteArray();
        ByteBuffer.wrap(frame).putInt(0, frame.length - Integer.BYTES);
        return frame;
    }

    static byte[] request(short api, int version, Body body) {
        return request(api, version, "hostile", body);
    }

    /** A produce of version 3 for one partition. */
    static byte[] produce(String topic, int partition, int acks, byte[] records) {
        return request(
                PRODUCE,
                3,
                out -> {
                    out.writeShort(-1);
                    out.writeShort(acks);
                    out.writeInt(10_000);
                    out.writeInt(1);
                    string(out, topic);
                    out.writeInt(1);
                    out.writeInt(partition);
                    out.writeInt(records.length);
                    out.write(records);
                });
    }

    /** A metadata request of version 1, which makes the topics it names. */
    static byte[] metadata(String... topics) {
        return request(
                METADATA,
                1,
                out -> {
                    out.writeInt(topics.length);
                    for (String topic : topics) {
                        string(out, topic);
                    }
                });
    }

    static byte[] apiVersions() {
        return request(API_VERSIONS, 0, out -> {});
    }

    static void string(DataOutputStream out, String value) throws IOException {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        out.writeShort(utf8.length);
        out.write(utf8);
    }

    /** A batch of format v2 with one record of that many bytes. */
    static byte[] batch(int valueBytes) {
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        record.write(0);
        varint(record, 0);
        varint(record, 0);
        varint(record, -1);
        varint(record, valueBytes);
        record.writeBytes(new byte[valueBytes]);
        varint(record, 0);
        ByteArrayOutputStream sized = new ByteArrayOutputStream();
        varint(sized, record.size());
        sized.writeBytes(record.toByteArray());
        return batch(1, sized.toByteArray());
    }

    /** A batch of format v2 that claims so many records, with a right checksum. */
    static byte[] batch(int count, byte[] records) {
        ByteBuffer batch = ByteBuffer.allocate(61 + records.length);
        batch.putLong(0).putInt(49 + records.length).putInt(-1).put((byte) 2).putInt(0);
        batch.putShort((short) 0).putInt(count - 1);
        long now = System.currentTimeMillis();
        batch.putLong(now).putLong(now).putLong(-1).putShort((short) -1).putInt(-1).putInt(count);
        batch.put(records);
        return checksummed(batch.array());
    }

    /** The batch with another count of records, and a right checksum. */
    static byte[] claiming(byte[] batch, int count) {
        ByteBuffer.wrap(batch).putInt(COUNT_AT, count);
        return checksummed(batch);
    }

    static byte[] checksummed(byte[] batch) {
        CRC32C crc = new CRC32C();
        crc.update(batch, ATTRIBUTES_AT, batch.length - ATTRIBUTES_AT);
        ByteBuffer.wrap(batch).putInt(CRC_AT, (int) crc.getValue());
        return batch;
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        int raw = (value << 1) ^ (value >> 31);
        while ((raw & ~0x7f) != 0) {
            out.write((raw & 0x7f) | 0x80);
            raw >>>= 7;
        }
        out.write(raw);
    }
}
