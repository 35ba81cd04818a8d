package dev.moldau.broker.partition;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Batches as producers send them. */
public final class TestBatches {

    /** When {@link dev.moldau.broker.lane.ManualTimer} begins. */
    public static final long NOW_MS = 1_700_000_000_000L;

    private TestBatches() {}

    /** A batch with these values, without keys. */
    public static MemoryRecords of(String... values) {
        return of(BatchSettings.PLAIN, values);
    }

    /** A batch with these values, without keys. */
    public static MemoryRecords of(BatchSettings settings, String... values) {
        return at(NOW_MS, settings, values);
    }

    /** A batch of records of one time, without keys. */
    public static MemoryRecords at(long timestampMs, BatchSettings settings, String... values) {
        int size = 128;
        for (String value : values) {
            size += value.length() + 32;
        }
        ByteBuffer bytes = ByteBuffer.allocateDirect(size);
        try (Codecs codecs = new Codecs()) {
            BatchWriter writer = new BatchWriter(codecs).begin(bytes, settings);
            for (String value : values) {
                ByteBuffer encoded = ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8));
                writer.append(timestampMs, null, encoded, List.of());
            }
            writer.finish();
        }
        return new MemoryRecords(bytes.flip());
    }

    /** One record of so many bytes. */
    public static MemoryRecords ofSize(int valueBytes) {
        return of("x".repeat(valueBytes));
    }

    /** A batch of an idempotent producer. */
    public static MemoryRecords idempotent(
            long producerId, int epoch, int sequence, String... values) {
        return of(BatchSettings.PLAIN.withProducer(producerId, (short) epoch, sequence), values);
    }
}
