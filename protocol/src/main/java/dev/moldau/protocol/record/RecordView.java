package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A reusable view that walks the records of one v2 batch without copying them and without an object
 * per record. Compressed batches are inflated whole into the owner's scratch memory first.
 *
 * <pre>{@code
 * records.over(batch, codecs, limitBytes);
 * while (records.next()) {
 *     ... records.offset(), records.keyStart(), records.keySize() ...
 *     while (records.nextHeader()) { ... }
 * }
 * }</pre>
 *
 * <p>Places are absolute indexes in {@link #buffer}. Every length is checked before it is believed:
 * walking throws {@link CorruptRecordsException} and never reads outside the batch. Confined to one
 * thread; what it shows is valid until the next call of {@code next}, and as long as the bytes
 * under it.
 */
public final class RecordView {

    /** Stands for a key or value that is null. */
    public static final int NULL_SIZE = -1;

    /** Length, attributes, timestamp delta, offset delta, key size, value size, header count. */
    static final int SMALLEST_BYTES = 7;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer buffer = NOTHING;
    private int end;
    private int left;
    private long baseOffset;
    private long baseTimestamp;
    private boolean timestampIsBatches;

    private int start;
    private int next;
    private int offsetDelta;
    private long timestampDelta;
    private int keyStart;
    private int keySize;
    private int valueStart;
    private int valueSize;
    private int headersStart;
    private int headerCount;

    private int nextHeader;
    private int headersLeft;
    private int headerKeyStart;
    private int headerKeySize;
    private int headerValueStart;
    private int headerValueSize;

    /**
     * Begins a walk over the records of a batch.
     *
     * @param batch of format v2, whole
     * @param codecs what inflates a compressed batch; the walk is over when they inflate another
     * @param limitBytes how much a compressed batch may inflate to
     * @throws CorruptRecordsException if the record count is impossible
     * @throws dev.moldau.protocol.compress.CorruptCompressedDataException if the records do not
     *     inflate
     */
    public RecordView over(BatchView batch, Codecs codecs, int limitBytes) {
        Compression compression = batch.compression();
        if (compression == Compression.NONE || batch.recordCount() == 0) {
            return over(batch);
        }
        ByteBuffer plain =
                codecs.decompressWhole(
                        compression,
                        batch.buffer(),
                        batch.recordsStart(),
                        batch.recordsSizeBytes(),
                        limitBytes);
        return over(batch, plain, plain.position(), plain.limit());
    }

    /**
     * Begins a walk over the records of a batch that is not compressed.
     *
     * @throws CorruptRecordsException if the record count is impossible
     */
    public RecordView over(BatchView batch) {
        int from = batch.recordsStart();
        return over(batch, batch.buffer(), from, from + batch.recordsSizeBytes());
    }

    private RecordView over(BatchView batch, ByteBuffer records, int from, int to) {
        int count = batch.recordCount();
        if (count < 0 || count > (to - from) / SMALLEST_BYTES) {
            throw new CorruptRecordsException(
                    count + " records cannot be in " + (to - from) + " bytes");
        }
        buffer = records;
        next = from;
        end = to;
        left = count;
        baseOffset = batch.baseOffset();
        timestampIsBatches = batch.timestampType() == TimestampType.LOG_APPEND_TIME;
        baseTimestamp = timestampIsBatches ? batch.maxTimestamp() : batch.baseTimestamp();
        return this;
    }

    /**
     * Goes to the next record.
     *
     * @return false after the last one
     * @throws CorruptRecordsException if the record does not keep within its bounds, or if bytes
     *     are left after the last one
     */
    public boolean next() {
        if (left == 0) {
            if (next != end) {
                throw new CorruptRecordsException("bytes after the last record, from " + next);
            }
            return false;
        }
        left--;
        start = next;
        long length = Varints.read(buffer, start, end);
        int bodyStart = Varints.next(length);
        checkSize(Varints.value(length), end - bodyStart, start);
        next = bodyStart + Varints.value(length);
        readBody(bodyStart);
        return true;
    }

    private void readBody(int bodyStart) {
        int attributesBytes = 1;
        int at = bodyStart + attributesBytes;
        timestampDelta = Varints.readLong(buffer, at, next);
        long read = Varints.read(buffer, Varints.skip(buffer, at), next);
        offsetDelta = Varints.value(read);

        read = Varints.read(buffer, Varints.next(read), next);
        keyStart = Varints.next(read);
        keySize = checkNullable(Varints.value(read), next - keyStart);

        read = Varints.read(buffer, keyStart + Math.max(keySize, 0), next);
        valueStart = Varints.next(read);
        valueSize = checkNullable(Varints.value(read), next - valueStart);

        headersStart = valueStart + Math.max(valueSize, 0);
        read = Varints.read(buffer, headersStart, next);
        headerCount = Varints.value(read);
        nextHeader = Varints.next(read);
        headersLeft = headerCount;
        int smallestHeaderBytes = 2;
        if (headerCount < 0 || headerCount > (next - nextHeader) / smallestHeaderBytes) {
            throw new CorruptRecordsException(headerCount + " headers, record at " + start);
        }
        if (headerCount == 0 && nextHeader != next) {
            throw new CorruptRecordsException("bytes after the last field, record at " + start);
        }
    }

    private int checkNullable(int size, int available) {
        if (size != NULL_SIZE) {
            checkSize(size, available, start);
        }
        return size;
    }

    private static void checkSize(int size, int available, int recordStart) {
        if (size < 0 || size > available) {
            throw new CorruptRecordsException(
                    "size "
                            + size
                            + " where "
                            + available
                            + " bytes are left, record at "
                            + recordStart);
        }
    }

    /**
     * Goes to the next header of the current record.
     *
     * @return false after the last one
     * @throws CorruptRecordsException if the header does not keep within the record, or if bytes
     *     are left after the last one
     */
    public boolean nextHeader() {
        if (headersLeft == 0) {
            if (nextHeader != next) {
                throw new CorruptRecordsException("bytes after the headers, record at " + start);
            }
            return false;
        }
        headersLeft--;
        long read = Varints.read(buffer, nextHeader, next);
        headerKeyStart = Varints.next(read);
        headerKeySize = Varints.value(read);
        checkSize(headerKeySize, next - headerKeyStart, start);
        read = Varints.read(buffer, headerKeyStart + headerKeySize, next);
        headerValueStart = Varints.next(read);
        headerValueSize = checkNullable(Varints.value(read), next - headerValueStart);
        nextHeader = headerValueStart + Math.max(headerValueSize, 0);
        return true;
    }

    /** The bytes that places point into: the batch's own, or scratch memory. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Where the record begins, with its length field. */
    public int start() {
        return start;
    }

    /** The bytes of the record with its length field. */
    public int sizeBytes() {
        return next - start;
    }

    /** The record's offset. */
    public long offset() {
        return baseOffset + offsetDelta;
    }

    /** The record's offset minus the batch's base offset. */
    public int offsetDelta() {
        return offsetDelta;
    }

    /** The record's timestamp in epoch ms: its own, or the broker's if the batch has that. */
    public long timestamp() {
        return timestampIsBatches ? baseTimestamp : baseTimestamp + timestampDelta;
    }

    /** The timestamp minus the batch's base timestamp, in ms, as the producer wrote it. */
    public long timestampDelta() {
        return timestampDelta;
    }

    /** Whether the key is not null. */
    public boolean hasKey() {
        return keySize >= 0;
    }

    /** Where the key begins. */
    public int keyStart() {
        return keyStart;
    }

    /** The bytes of the key, or {@link #NULL_SIZE}. */
    public int keySize() {
        return keySize;
    }

    /** Whether the value is not null. */
    public boolean hasValue() {
        return valueSize >= 0;
    }

    /** Where the value begins. */
    public int valueStart() {
        return valueStart;
    }

    /** The bytes of the value, or {@link #NULL_SIZE}. */
    public int valueSize() {
        return valueSize;
    }

    /** The key as a new slice of the buffer, or null. */
    public @Nullable ByteBuffer key() {
        return slice(keyStart, keySize);
    }

    /** The value as a new slice of the buffer, or null. */
    public @Nullable ByteBuffer value() {
        return slice(valueStart, valueSize);
    }

    private @Nullable ByteBuffer slice(int from, int size) {
        return size < 0 ? null : buffer.slice(from, size);
    }

    /** How many headers the record has. */
    public int headerCount() {
        return headerCount;
    }

    /** Where the headers begin, with their count; they end with the record. */
    public int headersStart() {
        return headersStart;
    }

    /** The bytes of the headers with their count. */
    public int headersSizeBytes() {
        return next - headersStart;
    }

    /** Where the current header's key begins, in UTF-8. */
    public int headerKeyStart() {
        return headerKeyStart;
    }

    /** The bytes of the current header's key. */
    public int headerKeySize() {
        return headerKeySize;
    }

    /** Where the current header's value begins. */
    public int headerValueStart() {
        return headerValueStart;
    }

    /** The bytes of the current header's value, or {@link #NULL_SIZE}. */
    public int headerValueSize() {
        return headerValueSize;
    }
}
