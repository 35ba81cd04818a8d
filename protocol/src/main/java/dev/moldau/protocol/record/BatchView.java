package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Compression;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * A reusable view of the batch that begins at one place of a buffer, without copying. It reads
 * absolutely and never moves the buffer's position or limit.
 *
 * <p>Three formats begin alike: an 8-byte offset, a 4-byte size and, at byte 16, the magic. What a
 * log needs to walk a segment works for all of them ({@link #baseOffset}, {@link #sizeBytes},
 * {@link #magic}, {@link #lastOffset}, {@link #maxTimestamp}, {@link #compression}, {@link
 * #timestampType}, {@link #checksumMatches}); for messages of format v0 and v1 an entry plays the
 * batch, and the fields that only v2 has answer "none". Setters other than {@link
 * #baseOffset(long)} are for v2 only.
 *
 * <p>A view needs only the header's bytes to be there ({@link #HEADER_BYTES} for v2), except for
 * the checksum, which reads the whole batch. Views are confined to one thread. What is read is not
 * checked: {@link Batches} checks sizes, {@link BatchValidator} everything.
 *
 * <p>Source: the record batch and message set pages of the Kafka protocol; KIP-98, KIP-32.
 */
public final class BatchView {

    /** The bytes of offset and size, which the size field does not count. */
    public static final int SIZE_PREFIX_BYTES = 12;

    /** The bytes that show the magic, enough to know which format follows. */
    public static final int MAGIC_PREFIX_BYTES = 17;

    /** The bytes before the first record of a v2 batch. */
    public static final int HEADER_BYTES = 61;

    /** The bytes of a whole v0 message with null key and value, with offset and size. */
    public static final int SMALLEST_V0_BYTES = 26;

    /** The bytes of a whole v1 message with null key and value, with offset and size. */
    public static final int SMALLEST_V1_BYTES = 34;

    /** Says that no producer id was given. */
    public static final long NO_PRODUCER_ID = -1;

    /** Says that no producer epoch was given. */
    public static final short NO_PRODUCER_EPOCH = -1;

    /** Says that no sequence was given. */
    public static final int NO_SEQUENCE = -1;

    /** Says that no timestamp was given: all of format v0. */
    public static final long NO_TIMESTAMP = -1;

    /** Says that no leader epoch is known. */
    public static final int NO_LEADER_EPOCH = -1;

    static final int SIZE_AT = 8;
    static final int LEADER_EPOCH_AT = 12;
    static final int MAGIC_AT = 16;
    static final int CRC_AT = 17;
    static final int ATTRIBUTES_AT = 21;
    static final int LAST_OFFSET_DELTA_AT = 23;
    static final int BASE_TIMESTAMP_AT = 27;
    static final int MAX_TIMESTAMP_AT = 35;
    static final int PRODUCER_ID_AT = 43;
    static final int PRODUCER_EPOCH_AT = 51;
    static final int BASE_SEQUENCE_AT = 53;
    static final int RECORD_COUNT_AT = 57;

    static final int LEGACY_CRC_AT = 12;
    static final int LEGACY_ATTRIBUTES_AT = 17;
    static final int LEGACY_TIMESTAMP_AT = 18;

    static final int COMPRESSION_MASK = 0x07;
    static final int LOG_APPEND_TIME_FLAG = 0x08;
    static final int TRANSACTIONAL_FLAG = 0x10;
    static final int CONTROL_FLAG = 0x20;
    static final int DELETE_HORIZON_FLAG = 0x40;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final CRC32C crc32c = new CRC32C();
    private ByteBuffer buffer = NOTHING;
    private int start;

    /**
     * Looks at the batch that begins at {@code start}.
     *
     * @param buffer big-endian, heap or direct, with at least {@link #MAGIC_PREFIX_BYTES} from
     *     start to limit; borrowed until the next call
     * @param start an absolute index
     * @return this view
     * @throws IndexOutOfBoundsException if the prefix does not fit before the limit
     */
    public BatchView wrap(ByteBuffer buffer, int start) {
        assert buffer.order() == ByteOrder.BIG_ENDIAN;
        this.start = Objects.checkFromIndexSize(start, MAGIC_PREFIX_BYTES, buffer.limit());
        this.buffer = buffer;
        return this;
    }

    /** The buffer under the view. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Where in the buffer the batch begins, an absolute index. */
    public int start() {
        return start;
    }

    /**
     * The first field. The offset of the first record of a v2 batch; the offset of a v0 or v1
     * message, which for a compressed one is the offset of its <em>last</em> inner message.
     */
    public long baseOffset() {
        return buffer.getLong(start);
    }

    /**
     * The bytes of the whole batch including offset and size fields. A lying size field makes the
     * result negative or too large; {@link Batches} checks it.
     */
    public int sizeBytes() {
        return SIZE_PREFIX_BYTES + buffer.getInt(start + SIZE_AT);
    }

    /** The format: 0, 1 or 2. */
    public byte magic() {
        return buffer.get(start + MAGIC_AT);
    }

    /** Whether the batch has format v2. */
    public boolean isV2() {
        return magic() == 2;
    }

    /** The leader epoch in which the batch was appended; {@link #NO_LEADER_EPOCH} before v2. */
    public int partitionLeaderEpoch() {
        return isV2() ? buffer.getInt(start + LEADER_EPOCH_AT) : NO_LEADER_EPOCH;
    }

    /** The checksum that the batch carries: CRC-32C for v2, CRC-32 before. */
    public int crc() {
        return buffer.getInt(start + (isV2() ? CRC_AT : LEGACY_CRC_AT));
    }

    /** The attribute bits: two bytes for v2, one before. */
    public int attributes() {
        return isV2()
                ? buffer.getShort(start + ATTRIBUTES_AT)
                : buffer.get(start + LEGACY_ATTRIBUTES_AT);
    }

    /** The attribute bits that name the compression; may be an id that no codec has. */
    public int compressionId() {
        return attributes() & COMPRESSION_MASK;
    }

    /**
     * How the records are compressed.
     *
     * @throws dev.moldau.protocol.compress.CorruptCompressedDataException if no codec has the id
     */
    public Compression compression() {
        return Compression.forId(compressionId());
    }

    /** Who set the timestamps; always create time for v0, which has none. */
    public TimestampType timestampType() {
        return magic() > 0 && (attributes() & LOG_APPEND_TIME_FLAG) != 0
                ? TimestampType.LOG_APPEND_TIME
                : TimestampType.CREATE_TIME;
    }

    /** Whether the batch belongs to a transaction (KIP-98). */
    public boolean isTransactional() {
        return isV2() && (attributes() & TRANSACTIONAL_FLAG) != 0;
    }

    /** Whether the batch holds control records, such as the end of a transaction (KIP-98). */
    public boolean isControl() {
        return isV2() && (attributes() & CONTROL_FLAG) != 0;
    }

    /** When compaction may drop the batch's tombstones or marker, in epoch ms, if set (KIP-534). */
    public OptionalLong deleteHorizonMs() {
        return isV2() && (attributes() & DELETE_HORIZON_FLAG) != 0
                ? OptionalLong.of(baseTimestamp())
                : OptionalLong.empty();
    }

    /** The last offset minus the base offset; 0 before v2. Compaction leaves it as it was. */
    public int lastOffsetDelta() {
        return isV2() ? buffer.getInt(start + LAST_OFFSET_DELTA_AT) : 0;
    }

    /** The last offset that the batch covers; the next batch begins above it. */
    public long lastOffset() {
        return baseOffset() + lastOffsetDelta();
    }

    /** What the records' timestamp deltas count from, in epoch ms; the timestamp before v2. */
    public long baseTimestamp() {
        return isV2() ? buffer.getLong(start + BASE_TIMESTAMP_AT) : legacyTimestamp();
    }

    /** The largest timestamp in the batch, in epoch ms; {@link #NO_TIMESTAMP} for v0. */
    public long maxTimestamp() {
        return isV2() ? buffer.getLong(start + MAX_TIMESTAMP_AT) : legacyTimestamp();
    }

    private long legacyTimestamp() {
        return magic() == 1 ? buffer.getLong(start + LEGACY_TIMESTAMP_AT) : NO_TIMESTAMP;
    }

    /** The producer's id, or {@link #NO_PRODUCER_ID}. */
    public long producerId() {
        return isV2() ? buffer.getLong(start + PRODUCER_ID_AT) : NO_PRODUCER_ID;
    }

    /** Whether an idempotent or transactional producer wrote the batch. */
    public boolean hasProducerId() {
        return producerId() > NO_PRODUCER_ID;
    }

    /** The producer's epoch, or {@link #NO_PRODUCER_EPOCH}. */
    public short producerEpoch() {
        return isV2() ? buffer.getShort(start + PRODUCER_EPOCH_AT) : NO_PRODUCER_EPOCH;
    }

    /** The first record's sequence, or {@link #NO_SEQUENCE}. */
    public int baseSequence() {
        return isV2() ? buffer.getInt(start + BASE_SEQUENCE_AT) : NO_SEQUENCE;
    }

    /** The last record's sequence, or {@link #NO_SEQUENCE}. After 2^31-1 comes 0. */
    public int lastSequence() {
        int base = baseSequence();
        return base == NO_SEQUENCE ? NO_SEQUENCE : sequenceAfter(base, lastOffsetDelta());
    }

    /** The sequence {@code steps} after another. After 2^31-1 comes 0. */
    public static int sequenceAfter(int sequence, int steps) {
        return (sequence + steps) & Integer.MAX_VALUE;
    }

    /** How many records the batch says it holds; 0 when compaction emptied it; 1 before v2. */
    public int recordCount() {
        return isV2() ? buffer.getInt(start + RECORD_COUNT_AT) : 1;
    }

    /** Where the records of a v2 batch begin, compressed or not, an absolute index. */
    public int recordsStart() {
        return start + HEADER_BYTES;
    }

    /** How many bytes the records of a v2 batch take, as they are, compressed or not. */
    public int recordsSizeBytes() {
        return sizeBytes() - HEADER_BYTES;
    }

    /** Sets the offset field. No checksum covers it in v2, v1 or v0. */
    public void baseOffset(long offset) {
        buffer.putLong(start, offset);
    }

    /** Sets the leader epoch of a v2 batch, which no checksum covers. */
    public void partitionLeaderEpoch(int epoch) {
        assert isV2();
        buffer.putInt(start + LEADER_EPOCH_AT, epoch);
    }

    /**
     * Stamps a v2 batch with its producer's identity. The checksum is stale until {@link
     * #stampCrc}.
     */
    public void producer(long id, short epoch, int firstSequence) {
        assert isV2();
        buffer.putLong(start + PRODUCER_ID_AT, id);
        buffer.putShort(start + PRODUCER_EPOCH_AT, epoch);
        buffer.putInt(start + BASE_SEQUENCE_AT, firstSequence);
    }

    /** Sets the checksum of a v2 batch to what its bytes ask for. */
    public void stampCrc() {
        assert isV2();
        buffer.putInt(start + CRC_AT, computeCrc());
    }

    /** Stamps a v2 batch with the broker's time: maximum, attribute bit and checksum. */
    public void logAppendTime(long timestampMs) {
        stamp(timestampMs, attributes() | LOG_APPEND_TIME_FLAG);
    }

    /** Sets the maximum timestamp of a v2 batch to what its records say, and the checksum. */
    public void maxCreateTime(long timestampMs) {
        stamp(timestampMs, attributes() & ~LOG_APPEND_TIME_FLAG);
    }

    private void stamp(long timestampMs, int attributes) {
        assert isV2();
        if (maxTimestamp() == timestampMs && attributes() == attributes) {
            return;
        }
        buffer.putShort(start + ATTRIBUTES_AT, (short) attributes);
        buffer.putLong(start + MAX_TIMESTAMP_AT, timestampMs);
        buffer.putInt(start + CRC_AT, computeCrc());
    }

    /** Whether the checksum that the batch carries fits its bytes, all of which must be there. */
    public boolean checksumMatches() {
        return crc() == computeCrc();
    }

    /** The checksum that the bytes of the batch ask for: CRC-32C for v2, CRC-32 before. */
    public int computeCrc() {
        return isV2()
                ? checksum(crc32c, start + ATTRIBUTES_AT)
                : checksum(new CRC32(), start + MAGIC_AT);
    }

    private int checksum(Checksum checksum, int from) {
        int length = Objects.checkIndex(start + sizeBytes(), buffer.limit() + 1) - from;
        checksum.reset();
        if (buffer.hasArray()) {
            checksum.update(buffer.array(), buffer.arrayOffset() + from, length);
        } else {
            checksum.update(buffer.slice(from, length));
        }
        return (int) checksum.getValue();
    }

    @Override
    public String toString() {
        return "batch v"
                + magic()
                + " offsets "
                + baseOffset()
                + ".."
                + lastOffset()
                + ", "
                + sizeBytes()
                + " bytes at "
                + start;
    }
}
