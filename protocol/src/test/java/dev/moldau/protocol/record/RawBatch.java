package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import java.nio.ByteBuffer;

/** Builds v2 batches byte by byte, with a right checksum around whatever is wrong inside. */
final class RawBatch {

    private final ByteBuffer records = ByteBuffer.allocate(1 << 20);
    private int recordCount;
    private int attributes;
    private int lastOffsetDelta = Integer.MIN_VALUE;
    private int statedCount = Integer.MIN_VALUE;
    private long baseTimestamp = Seen.NOW_MS;
    private long maxTimestamp = Seen.NOW_MS;
    private long producerId = -1;
    private short producerEpoch = -1;
    private int baseSequence = -1;
    private Compression compression = Compression.NONE;

    static RawBatch of(int recordCount) {
        RawBatch batch = new RawBatch();
        for (int i = 0; i < recordCount; i++) {
            batch.record(0, i, "key", "value");
        }
        return batch;
    }

    /** A well-formed record with the next place in the batch. */
    RawBatch record(
            long timestampDelta,
            int offsetDelta,
            @org.jspecify.annotations.Nullable String key,
            @org.jspecify.annotations.Nullable String value) {
        ByteBuffer body = ByteBuffer.allocate(100_000);
        body.put((byte) 0);
        Varints.writeLong(body, timestampDelta);
        Varints.write(body, offsetDelta);
        for (String part : new String[] {key, value}) {
            ByteBuffer bytes = Seen.encode(part);
            Varints.write(body, bytes == null ? -1 : bytes.remaining());
            if (bytes != null) {
                body.put(bytes);
            }
        }
        Varints.write(body, 0);
        body.flip();
        Varints.write(records, body.remaining());
        records.put(body);
        recordCount++;
        return this;
    }

    /** Any bytes in the place of a record. */
    RawBatch rawRecord(int... bytes) {
        for (int part : bytes) {
            records.put((byte) part);
        }
        recordCount++;
        return this;
    }

    /** Any bytes after the records. */
    RawBatch trailing(int... bytes) {
        rawRecord(bytes);
        recordCount--;
        return this;
    }

    RawBatch attributes(int bits) {
        attributes = bits;
        return this;
    }

    RawBatch statedCount(int count) {
        statedCount = count;
        return this;
    }

    RawBatch lastOffsetDelta(int delta) {
        lastOffsetDelta = delta;
        return this;
    }

    RawBatch timestamps(long base, long max) {
        baseTimestamp = base;
        maxTimestamp = max;
        return this;
    }

    RawBatch producer(long id, int epoch, int sequence) {
        producerId = id;
        producerEpoch = (short) epoch;
        baseSequence = sequence;
        return this;
    }

    RawBatch compressed(Compression codec) {
        compression = codec;
        return this;
    }

    ByteBuffer build() {
        ByteBuffer plain = records.duplicate().flip();
        try (Codecs codecs = new Codecs()) {
            ByteBuffer body =
                    compression == Compression.NONE
                            ? plain
                            : codecs.compress(compression, compression.defaultLevel(), plain);
            return build(body);
        }
    }

    private ByteBuffer build(ByteBuffer body) {
        int count = statedCount == Integer.MIN_VALUE ? recordCount : statedCount;
        ByteBuffer batch = ByteBuffer.allocateDirect(BatchView.HEADER_BYTES + body.remaining());
        batch.putInt(8, batch.capacity() - 12);
        batch.put(16, (byte) 2);
        batch.putShort(21, (short) (attributes | compression.id()));
        batch.putInt(23, lastOffsetDelta == Integer.MIN_VALUE ? count - 1 : lastOffsetDelta);
        batch.putLong(27, baseTimestamp);
        batch.putLong(35, maxTimestamp);
        batch.putLong(43, producerId);
        batch.putShort(51, producerEpoch);
        batch.putInt(53, baseSequence);
        batch.putInt(57, count);
        batch.put(61, body, body.position(), body.remaining());
        return seal(batch);
    }

    /** Sets the checksum right. */
    static ByteBuffer seal(ByteBuffer batch) {
        BatchView view = new BatchView().wrap(batch, 0);
        return batch.putInt(17, view.computeCrc());
    }
}
