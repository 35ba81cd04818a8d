package dev.moldau.storage;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchWriter;
import java.nio.ByteBuffer;
import java.util.List;

/** Batches for tests. */
public final class TestBatches {

    private TestBatches() {}

    /** A batch of so many records with values of a size, all with one timestamp. */
    public static ByteBuffer batch(
            BatchSettings settings, int records, int valueBytes, long timestampMs) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(128 + records * (valueBytes + 32));
        try (Codecs codecs = new Codecs()) {
            BatchWriter writer = new BatchWriter(codecs).begin(bytes, settings);
            for (int i = 0; i < records; i++) {
                byte[] value = new byte[valueBytes];
                if (valueBytes > 0) {
                    value[0] = (byte) i;
                }
                writer.append(timestampMs, null, ByteBuffer.wrap(value), List.of());
            }
            writer.finish();
        }
        return bytes.flip();
    }

    /** A plain batch. */
    public static ByteBuffer plain(int records, int valueBytes, long timestampMs) {
        return batch(BatchSettings.PLAIN, records, valueBytes, timestampMs);
    }

    /** A batch of an idempotent producer. */
    public static ByteBuffer idempotent(
            long producerId, int epoch, int sequence, int records, long timestampMs) {
        return batch(
                BatchSettings.PLAIN.withProducer(producerId, (short) epoch, sequence),
                records,
                10,
                timestampMs);
    }

    /** A batch of a transaction. */
    public static ByteBuffer transactional(
            long producerId, int epoch, int sequence, int records, long timestampMs) {
        return batch(
                BatchSettings.PLAIN
                        .withProducer(producerId, (short) epoch, sequence)
                        .inTransaction(),
                records,
                10,
                timestampMs);
    }

    /** The marker that ends a transaction. */
    public static ByteBuffer marker(
            long producerId, int epoch, boolean commit, int coordinatorEpoch, long timestampMs) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(256);
        ByteBuffer key = ByteBuffer.allocate(4).putShort((short) 0);
        key.putShort((short) (commit ? 1 : 0)).flip();
        ByteBuffer value =
                ByteBuffer.allocate(6).putShort((short) 0).putInt(coordinatorEpoch).flip();
        try (Codecs codecs = new Codecs()) {
            BatchWriter writer =
                    new BatchWriter(codecs)
                            .begin(
                                    bytes,
                                    BatchSettings.PLAIN
                                            .withProducer(producerId, (short) epoch, -1)
                                            .inTransaction()
                                            .asControl());
            writer.append(timestampMs, key, value, List.of());
            writer.finish();
        }
        return bytes.flip();
    }
}
