package dev.moldau.protocol.record;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.jspecify.annotations.Nullable;

/**
 * A record in a form that compares by value, whoever read or wrote it. Bytes are Latin-1 strings.
 */
record Seen(
        long offset,
        long timestamp,
        @Nullable String key,
        @Nullable String value,
        List<String> headers) {

    static final long NOW_MS = 1_700_000_000_000L;

    Seen withOffset(long newOffset) {
        return new Seen(newOffset, timestamp, key, value, headers);
    }

    Seen withTimestamp(long newTimestamp) {
        return new Seen(offset, newTimestamp, key, value, headers);
    }

    Seen withoutHeaders() {
        return new Seen(offset, timestamp, key, value, List.of());
    }

    @Nullable ByteBuffer keyBytes() {
        return encode(key);
    }

    @Nullable ByteBuffer valueBytes() {
        return encode(value);
    }

    List<dev.moldau.protocol.record.RecordHeader> ourHeaders() {
        List<dev.moldau.protocol.record.RecordHeader> list = new ArrayList<>();
        for (String header : headers) {
            String[] parts = header.split("=", 2);
            list.add(
                    new dev.moldau.protocol.record.RecordHeader(
                            parts[0], parts.length < 2 ? null : encode(parts[1])));
        }
        return list;
    }

    private Header[] kafkaHeaders() {
        return ourHeaders().stream()
                .map(h -> new RecordHeader(h.key(), h.value() == null ? null : bytes(h.value())))
                .toArray(Header[]::new);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    static @Nullable ByteBuffer encode(@Nullable String text) {
        return text == null ? null : ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    }

    static @Nullable String decode(@Nullable ByteBuffer bytes) {
        return bytes == null ? null : new String(bytes(bytes), ISO_8859_1);
    }

    private static String header(String key, @Nullable String value) {
        return value == null ? key : key + "=" + value;
    }

    static Seen of(Record record) {
        List<String> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            byte[] value = header.value();
            headers.add(header(header.key(), value == null ? null : new String(value, ISO_8859_1)));
        }
        return new Seen(
                record.offset(),
                record.timestamp(),
                decode(record.key()),
                decode(record.value()),
                headers);
    }

    static Seen of(RecordView record) {
        List<String> headers = new ArrayList<>();
        ByteBuffer bytes = record.buffer();
        while (record.nextHeader()) {
            ByteBuffer key = bytes.slice(record.headerKeyStart(), record.headerKeySize());
            int size = record.headerValueSize();
            ByteBuffer value = size < 0 ? null : bytes.slice(record.headerValueStart(), size);
            headers.add(
                    header(
                            new String(bytes(key), java.nio.charset.StandardCharsets.UTF_8),
                            decode(value)));
        }
        return new Seen(
                record.offset(),
                record.timestamp(),
                decode(record.key()),
                decode(record.value()),
                headers);
    }

    static Seen of(LegacyMessages message) {
        return new Seen(
                message.offset(),
                message.timestamp(),
                decode(message.key()),
                decode(message.value()),
                List.of());
    }

    /** Random records with consecutive offsets. */
    static List<Seen> random(Random random, int count, long baseOffset) {
        List<Seen> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int span = random.nextInt(5) == 0 ? 1_000_000_000 : 100;
            list.add(
                    new Seen(
                            baseOffset + i,
                            NOW_MS - span / 2 + random.nextInt(span),
                            random.nextInt(4) == 0 ? null : text(random),
                            random.nextInt(6) == 0 ? null : text(random),
                            headers(random)));
        }
        return list;
    }

    private static List<String> headers(Random random) {
        List<String> headers = new ArrayList<>();
        while (random.nextInt(3) == 0) {
            String key = random.nextInt(5) == 0 ? "Řeka" : "key" + random.nextInt(100);
            headers.add(random.nextBoolean() ? key : key + "=" + text(random));
        }
        return headers;
    }

    private static String text(Random random) {
        int longest = random.nextInt(20) == 0 ? 20_000 : 100;
        byte[] bytes = new byte[random.nextInt(longest)];
        int symbols = random.nextBoolean() ? 256 : 4;
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(symbols);
        }
        return new String(bytes, ISO_8859_1);
    }

    /** All records in a run as Kafka reads them, after it found every batch and record valid. */
    static List<Seen> readByKafka(ByteBuffer run) {
        List<Seen> list = new ArrayList<>();
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(run.slice()).batches()) {
            batch.ensureValid();
            for (Record record : batch) {
                record.ensureValid();
                list.add(of(record));
            }
        }
        return list;
    }

    /** A run of one batch or set that Kafka writes. */
    static ByteBuffer writtenByKafka(
            int magic,
            dev.moldau.protocol.compress.Compression compression,
            TimestampType timestampType,
            List<Seen> records) {
        try (MemoryRecordsBuilder builder =
                MemoryRecords.builder(
                        ByteBuffer.allocate(1024),
                        (byte) magic,
                        kafka(compression),
                        kafka(timestampType),
                        records.get(0).offset(),
                        NOW_MS)) {
            for (Seen record : records) {
                builder.appendWithOffset(
                        record.offset(),
                        magic == 0 ? -1 : record.timestamp(),
                        record.keyBytes(),
                        record.valueBytes(),
                        magic < 2 ? new Header[0] : record.kafkaHeaders());
            }
            return builder.build().buffer();
        }
    }

    static org.apache.kafka.common.compress.Compression kafka(
            dev.moldau.protocol.compress.Compression compression) {
        return org.apache.kafka.common.compress.Compression.of(compression.configName()).build();
    }

    static org.apache.kafka.common.record.TimestampType kafka(TimestampType type) {
        return org.apache.kafka.common.record.TimestampType.forName(type.configName());
    }
}
