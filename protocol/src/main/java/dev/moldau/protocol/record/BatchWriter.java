package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one v2 batch into a buffer of the caller, and after {@link #finish} the next one. Creates
 * nothing per record. Confined to one thread.
 *
 * <pre>{@code
 * writer.begin(target, BatchSettings.PLAIN.withBaseOffset(100));
 * while (writer.hasRoomFor(timestampMs, keySize, valueSize, headers)) {
 *     writer.append(timestampMs, key, value, headers);
 * }
 * writer.finish();
 * }</pre>
 *
 * <p>Without compression, records are written where they stay. With compression, they are written
 * there too, and {@code finish} compresses them in place; room is counted before compression, so a
 * batch always fits what {@link #hasRoomFor} promised. Records that compression would not make
 * smaller stay as they are, and the batch says so.
 */
public final class BatchWriter {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int ATTRIBUTES_BYTES = 1;

    private final @Nullable Codecs codecs;
    private final BatchView view = new BatchView();

    private ByteBuffer target = NOTHING;
    private BatchSettings settings = BatchSettings.PLAIN;
    private int start;
    private int recordCount;
    private int lastOffsetDelta;
    private long baseTimestamp;
    private long maxTimestamp;

    /** A writer of batches that stay plain, or that {@link BatchCompressor} compresses later. */
    public BatchWriter() {
        this.codecs = null;
    }

    /** A writer that compresses with its owner's codecs. */
    public BatchWriter(Codecs codecs) {
        this.codecs = codecs;
    }

    /**
     * Begins a batch at the target's position.
     *
     * @param target big-endian, heap or direct; the writer moves its position
     * @throws BufferOverflowException if there is no room for the header
     */
    public BatchWriter begin(ByteBuffer target, BatchSettings settings) {
        assert target.order() == ByteOrder.BIG_ENDIAN;
        if (codecs == null && settings.compression() != Compression.NONE) {
            throw new IllegalArgumentException("a writer without codecs cannot compress");
        }
        if (target.remaining() < BatchView.HEADER_BYTES) {
            throw new BufferOverflowException();
        }
        this.target = target;
        this.settings = settings;
        start = target.position();
        target.position(start + BatchView.HEADER_BYTES);
        recordCount = 0;
        lastOffsetDelta = -1;
        baseTimestamp = BatchView.NO_TIMESTAMP;
        maxTimestamp = BatchView.NO_TIMESTAMP;
        return this;
    }

    /**
     * Lets go of the target after the end of a batch, for a writer that may idle: it would keep the
     * buffer from the collector. Nothing but {@link #begin} may follow.
     */
    public void release() {
        target = NOTHING;
    }

    /** Whether a record of these sizes, appended now, fits what is left of the target. */
    public boolean hasRoomFor(
            long timestampMs, int keySize, int valueSize, List<RecordHeader> headers) {
        long body =
                bodyBytes(
                        timestampMs,
                        lastOffsetDelta + 1,
                        keySize,
                        valueSize,
                        headersBytes(headers));
        return fits(body);
    }

    /**
     * The most bytes that a batch of one record of these sizes takes, with the batch's header.
     * Tells how large a target must be for a record too large for an ordinary one.
     */
    public static long sizeBound(int keySize, int valueSize, List<RecordHeader> headers) {
        int longestFieldsBytes = 5 + ATTRIBUTES_BYTES + 10 + 5 + 5 + 5;
        return BatchView.HEADER_BYTES
                + longestFieldsBytes
                + Math.max(keySize, 0)
                + (long) Math.max(valueSize, 0)
                + headersBytes(headers);
    }

    /**
     * Appends a record at the next offset.
     *
     * @param timestampMs in epoch ms, or {@link BatchView#NO_TIMESTAMP}
     * @param key from position to limit, which are not moved, or null
     * @param value likewise
     * @throws BufferOverflowException if the record does not fit; the batch is as before
     */
    public void append(
            long timestampMs,
            @Nullable ByteBuffer key,
            @Nullable ByteBuffer value,
            List<RecordHeader> headers) {
        appendAt(settings.baseOffset() + lastOffsetDelta + 1, timestampMs, key, value, headers);
    }

    /**
     * Appends a record at an offset above the last one: the gaps that compaction makes.
     *
     * @throws BufferOverflowException if the record does not fit; the batch is as before
     */
    public void appendAt(
            long offset,
            long timestampMs,
            @Nullable ByteBuffer key,
            @Nullable ByteBuffer value,
            List<RecordHeader> headers) {
        int delta = deltaOf(offset);
        int keySize = key == null ? RecordView.NULL_SIZE : key.remaining();
        int valueSize = value == null ? RecordView.NULL_SIZE : value.remaining();
        long body = bodyBytes(timestampMs, delta, keySize, valueSize, headersBytes(headers));
        beginRecord(body, timestampMs, delta);
        putNullable(key, key == null ? 0 : key.position(), keySize);
        putNullable(value, value == null ? 0 : value.position(), valueSize);
        putHeaders(headers);
    }

    private void putHeaders(List<RecordHeader> headers) {
        Varints.write(target, headers.size());
        // By index: an iterator would be an object per record.
        for (int i = 0; i < headers.size(); i++) {
            putHeader(headers.get(i));
        }
    }

    /**
     * Appends a record at the next offset if it fits. Without headers it makes no object.
     *
     * @param timestampMs in epoch ms, or {@link BatchView#NO_TIMESTAMP}
     * @return false if the record does not fit; the batch is as before
     */
    public boolean tryAppend(
            long timestampMs,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers) {
        int delta = lastOffsetDelta + 1;
        int keySize = key == null ? RecordView.NULL_SIZE : key.length;
        int valueSize = value == null ? RecordView.NULL_SIZE : value.length;
        long body = bodyBytes(timestampMs, delta, keySize, valueSize, headersBytes(headers));
        if (!fits(body)) {
            return false;
        }
        beginRecord(body, timestampMs, delta);
        putNullable(key);
        putNullable(value);
        putHeaders(headers);
        return true;
    }

    private void putNullable(byte @Nullable [] bytes) {
        if (bytes == null) {
            Varints.write(target, RecordView.NULL_SIZE);
        } else {
            Varints.write(target, bytes.length);
            target.put(bytes);
        }
    }

    /**
     * Appends a copy of a record at the next offset, if it fits, whatever offset it had.
     *
     * @return false if the record does not fit; the batch is as before
     */
    public boolean tryAppendNext(RecordView record) {
        int delta = lastOffsetDelta + 1;
        long timestampMs = record.timestamp();
        int keySize = record.keySize();
        int valueSize = record.valueSize();
        int headersBytes = record.headersSizeBytes();
        if (!fits(bodyBytes(timestampMs, delta, keySize, valueSize, headersBytes))) {
            return false;
        }
        appendCopy(record, delta);
        return true;
    }

    /**
     * Appends a copy of a record, with its own offset and timestamp.
     *
     * @throws BufferOverflowException if the record does not fit; the batch is as before
     */
    public void append(RecordView record) {
        appendCopy(record, deltaOf(record.offset()));
    }

    private void appendCopy(RecordView record, int delta) {
        int keySize = record.keySize();
        int valueSize = record.valueSize();
        long timestampMs = record.timestamp();
        long body = bodyBytes(timestampMs, delta, keySize, valueSize, record.headersSizeBytes());
        beginRecord(body, timestampMs, delta);
        putNullable(record.buffer(), record.keyStart(), keySize);
        putNullable(record.buffer(), record.valueStart(), valueSize);
        copy(record.buffer(), record.headersStart(), record.headersSizeBytes());
    }

    private int deltaOf(long offset) {
        int delta = Math.toIntExact(offset - settings.baseOffset());
        if (delta <= lastOffsetDelta) {
            throw new IllegalArgumentException(
                    "offset " + offset + " is not above the last one of the batch");
        }
        return delta;
    }

    private long bodyBytes(
            long timestampMs, int delta, int keySize, int valueSize, long headersBytes) {
        long timestampDelta = recordCount == 0 ? 0 : timestampMs - baseTimestamp;
        return ATTRIBUTES_BYTES
                + Varints.sizeLong(timestampDelta)
                + Varints.size(delta)
                + Varints.size(keySize)
                + Math.max(keySize, 0)
                + Varints.size(valueSize)
                + (long) Math.max(valueSize, 0)
                + headersBytes;
    }

    private boolean fits(long body) {
        return body <= target.remaining() && body + Varints.size((int) body) <= target.remaining();
    }

    private void beginRecord(long body, long timestampMs, int delta) {
        if (!fits(body)) {
            throw new BufferOverflowException();
        }
        if (recordCount == 0) {
            baseTimestamp = timestampMs;
        }
        Varints.write(target, (int) body);
        target.put((byte) 0);
        Varints.writeLong(target, timestampMs - baseTimestamp);
        Varints.write(target, delta);
        maxTimestamp = Math.max(maxTimestamp, timestampMs);
        lastOffsetDelta = delta;
        recordCount++;
    }

    private void putNullable(@Nullable ByteBuffer bytes, int from, int size) {
        Varints.write(target, size);
        if (bytes != null && size > 0) {
            copy(bytes, from, size);
        }
    }

    private void copy(ByteBuffer bytes, int from, int size) {
        int at = target.position();
        target.put(at, bytes, from, size).position(at + size);
    }

    private static long headersBytes(List<RecordHeader> headers) {
        long bytes = Varints.size(headers.size());
        for (int i = 0; i < headers.size(); i++) {
            RecordHeader header = headers.get(i);
            int keySize = Utf8.size(header.key());
            ByteBuffer value = header.value();
            int valueSize = value == null ? RecordView.NULL_SIZE : value.remaining();
            bytes += Varints.size(keySize) + keySize;
            bytes += Varints.size(valueSize) + (long) Math.max(valueSize, 0);
        }
        return bytes;
    }

    private void putHeader(RecordHeader header) {
        Varints.write(target, Utf8.size(header.key()));
        Utf8.put(target, header.key());
        ByteBuffer value = header.value();
        putNullable(
                value,
                value == null ? 0 : value.position(),
                value == null ? RecordView.NULL_SIZE : value.remaining());
    }

    /** How many records the batch has so far. */
    public int recordCount() {
        return recordCount;
    }

    /** The bytes of the batch so far, with its header, before compression. */
    public int sizeBytes() {
        return target.position() - start;
    }

    /**
     * Ends the batch: compresses, writes header and checksum.
     *
     * @return the bytes of the batch; the target's position is after them
     */
    public int finish() {
        return finish(lastOffsetDelta);
    }

    /**
     * Ends a batch that covers offsets up to a given one, whether or not that record is still in
     * it.
     *
     * @param coveredOffsetDelta the last offset minus the base offset, at least that of the last
     *     record
     * @return the bytes of the batch; the target's position is after them
     */
    public int finish(int coveredOffsetDelta) {
        if (coveredOffsetDelta < Math.max(lastOffsetDelta, 0)) {
            throw new IllegalArgumentException("last offset delta " + coveredOffsetDelta);
        }
        int size = finishHeader(coveredOffsetDelta);
        target.putInt(start + BatchView.CRC_AT, view.wrap(target, start).computeCrc());
        return size;
    }

    /**
     * Ends the batch like {@link #finish}, but leaves the checksum to {@link BatchView#stampCrc},
     * for batches of which something is still to be written.
     *
     * @return the bytes of the batch; the target's position is after them
     */
    public int finishWithoutChecksum() {
        return finishHeader(Math.max(lastOffsetDelta, 0));
    }

    private int finishHeader(int coveredOffsetDelta) {
        int attributes = compress() ? settings.attributes() : withoutCompression();
        boolean brokersTime = settings.timestampType() == TimestampType.LOG_APPEND_TIME;
        int size = sizeBytes();
        target.putLong(start, settings.baseOffset());
        target.putInt(start + BatchView.SIZE_AT, size - BatchView.SIZE_PREFIX_BYTES);
        target.putInt(start + BatchView.LEADER_EPOCH_AT, settings.partitionLeaderEpoch());
        target.put(start + BatchView.MAGIC_AT, (byte) 2);
        target.putShort(start + BatchView.ATTRIBUTES_AT, (short) attributes);
        target.putInt(start + BatchView.LAST_OFFSET_DELTA_AT, coveredOffsetDelta);
        target.putLong(start + BatchView.BASE_TIMESTAMP_AT, baseTimestamp);
        target.putLong(
                start + BatchView.MAX_TIMESTAMP_AT,
                brokersTime ? settings.logAppendTimeMs() : maxTimestamp);
        target.putLong(start + BatchView.PRODUCER_ID_AT, settings.producerId());
        target.putShort(start + BatchView.PRODUCER_EPOCH_AT, settings.producerEpoch());
        target.putInt(start + BatchView.BASE_SEQUENCE_AT, settings.baseSequence());
        target.putInt(start + BatchView.RECORD_COUNT_AT, recordCount);
        return size;
    }

    private int withoutCompression() {
        return settings.attributes() & ~BatchView.COMPRESSION_MASK;
    }

    private boolean compress() {
        if (codecs == null || settings.compression() == Compression.NONE || recordCount == 0) {
            return false;
        }
        int from = start + BatchView.HEADER_BYTES;
        int plainSize = target.position() - from;
        ByteBuffer compressed =
                codecs.compress(
                        settings.compression(),
                        settings.compressionLevel(),
                        target.slice(from, plainSize));
        if (compressed.remaining() >= plainSize) {
            return false;
        }
        target.position(from).put(compressed);
        return true;
    }

    /** UTF-8 without an object for what is plain ASCII, as header keys are. */
    private static final class Utf8 {

        static int size(String text) {
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) >= 0x80) {
                    return text.getBytes(StandardCharsets.UTF_8).length;
                }
            }
            return text.length();
        }

        static void put(ByteBuffer target, String text) {
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) >= 0x80) {
                    target.position(target.position() - i);
                    target.put(text.getBytes(StandardCharsets.UTF_8));
                    return;
                }
                target.put((byte) text.charAt(i));
            }
        }
    }
}
