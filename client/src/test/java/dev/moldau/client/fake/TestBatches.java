package dev.moldau.client.fake;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.EndTransactionMarker;
import java.nio.ByteBuffer;
import java.util.List;

/** Batches by hand, for tests of the fake itself. */
public final class TestBatches {

    private static final int ROOM_BYTES = 4096;

    private TestBatches() {}

    /** A batch without identity. */
    public static ByteBuffer plain(int... numbers) {
        return write(BatchSettings.PLAIN, numbers);
    }

    /** A batch of an idempotent producer. */
    static ByteBuffer idempotent(long producerId, int epoch, int sequence, int... numbers) {
        return write(
                BatchSettings.PLAIN.withProducer(producerId, (short) epoch, sequence), numbers);
    }

    /** A batch that belongs to a transaction. */
    public static ByteBuffer transactional(long producerId, int sequence, int... numbers) {
        return write(
                BatchSettings.PLAIN.withProducer(producerId, (short) 0, sequence).inTransaction(),
                numbers);
    }

    /** What ends a producer's transaction. */
    public static ByteBuffer marker(long producerId, boolean committed) {
        ByteBuffer target = ByteBuffer.allocate(ROOM_BYTES);
        try (Codecs codecs = new Codecs()) {
            int unused =
                    new EndTransactionMarker(committed, 0)
                            .write(
                                    new BatchWriter(codecs),
                                    target,
                                    BatchSettings.PLAIN.withProducer(producerId, (short) 0, -1),
                                    1_000);
        }
        return target.flip();
    }

    private static ByteBuffer write(BatchSettings settings, int... numbers) {
        ByteBuffer target = ByteBuffer.allocate(ROOM_BYTES);
        try (Codecs codecs = new Codecs()) {
            BatchWriter writer = new BatchWriter(codecs).begin(target, settings);
            for (int number : numbers) {
                ByteBuffer value = ByteBuffer.wrap(History.value(number, 20));
                writer.append(1_000 + number, null, value, List.of());
            }
            writer.finish();
        }
        return target.flip();
    }
}
