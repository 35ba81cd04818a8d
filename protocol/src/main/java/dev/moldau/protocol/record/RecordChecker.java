package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Decompressor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks every record of a batch, which for plain ones means one pass over the bytes of the frame,
 * and for compressed ones one pass over each piece that comes out of the decompressor: memory never
 * depends on what a batch inflates to. The broker does this for every record that it takes in, so
 * there is one tight loop for records that lie whole in the piece at hand, and a patient byte by
 * byte one for those that reach into the next.
 *
 * <p>What is wrong with the bytes ends the check with a {@link CorruptRecordsException}; what
 * breaks a rule of the topic is collected in {@link #faults}. Confined to one thread, reused.
 */
final class RecordChecker {

    private static final int SMALLEST_BODY_BYTES = RecordView.SMALLEST_BYTES - 1;
    private static final int SMALLEST_HEADER_BYTES = 2;

    /** One load's worth. */
    private static final int COMMON_LOOKAHEAD_BYTES = Long.BYTES;

    /** The bit that says that the second of eight bytes is not the last of its varint. */
    private static final long SECOND_CONTINUES = 0x80L << 48;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final List<Validation.RecordFault> faults = new ArrayList<>();

    private ByteBuffer piece = NOTHING;
    private int at;
    private int end;
    private @Nullable Decompressor more;

    /** Where the piece at hand begins among all inflated bytes. */
    private long pieceStart;

    private boolean keysRequired;
    private long earliestDelta;
    private long latestDelta;
    private long noTimestampDelta;
    private long maxDelta;
    private int maxDeltaIndex;
    private int faultCount;
    private boolean timestampFault;

    /** Sets what the next batch is held against; the timestamps are deltas to its base. */
    void rules(boolean keysRequired, long earliestDelta, long latestDelta, long noTimestampDelta) {
        this.keysRequired = keysRequired;
        this.earliestDelta = earliestDelta;
        this.latestDelta = latestDelta;
        this.noTimestampDelta = noTimestampDelta;
    }

    /** Checks plain records that lie at these absolute indexes. */
    void check(ByteBuffer records, int from, int to, int recordCount) {
        piece = records;
        at = from;
        end = to;
        more = null;
        pieceStart = 0;
        checkAll(recordCount);
    }

    /** Checks records as they come out of a decompressor. */
    void check(Decompressor inflating, int recordCount) {
        piece = NOTHING;
        at = 0;
        end = 0;
        more = inflating;
        pieceStart = 0;
        checkAll(recordCount);
    }

    private void checkAll(int recordCount) {
        faults.clear();
        faultCount = 0;
        timestampFault = false;
        maxDelta = Long.MIN_VALUE;
        maxDeltaIndex = 0;
        try {
            for (int index = 0; index < recordCount; index++) {
                if (!checkCommon(index) && !checkWhole(index)) {
                    checkInPieces(index);
                }
            }
            if (at < end || nextPiece()) {
                throw new CorruptRecordsException("more bytes than " + recordCount + " records");
            }
        } finally {
            piece = NOTHING;
            more = null;
        }
    }

    /**
     * Checks the next record if it is of the common kind: whole in the piece at hand, its varints
     * of one or two bytes. Everything before the key then lies in the first eight bytes, which one
     * load brings in.
     */
    private boolean checkCommon(int index) {
        ByteBuffer bytes = piece;
        int start = at;
        if (end - start < COMMON_LOOKAHEAD_BYTES) {
            return false;
        }
        long head = bytes.getLong(start);
        // The top bits of the bytes that end length, timestamp delta and offset delta.
        int next = start;
        int length;
        if (head >= 0) {
            length = (int) (head >>> 56);
            head <<= 16;
            next += 2;
        } else if ((head & SECOND_CONTINUES) == 0) {
            length = twoBytes(head);
            head <<= 24;
            next += 3;
        } else {
            return false;
        }
        int timestampDelta;
        if (head >= 0) {
            timestampDelta = (int) (head >>> 56);
            head <<= 8;
            next += 1;
        } else if ((head & SECOND_CONTINUES) == 0) {
            timestampDelta = twoBytes(head);
            head <<= 16;
            next += 2;
        } else {
            return false;
        }
        int offsetDelta;
        if (head >= 0) {
            offsetDelta = (int) (head >>> 56);
            next += 1;
        } else if ((head & SECOND_CONTINUES) == 0) {
            offsetDelta = twoBytes(head);
            next += 2;
        } else {
            return false;
        }
        return checkCommonRest(index, start, next, length, timestampDelta, offsetDelta);
    }

    private boolean checkCommonRest(
            int index, int start, int from, int length, int timestampDelta, int offsetDelta) {
        ByteBuffer bytes = piece;
        int next = from;
        int recordEnd = start + (length < 0x80 ? 1 : 2) + Varints.unzigzag(length);
        int last = recordEnd - 1;
        if (recordEnd > end || last <= next) {
            return false;
        }
        int keySize = bytes.get(next++);
        if (keySize < 0) {
            return false;
        }
        keySize = Varints.unzigzag(keySize);
        next += Math.max(keySize, 0);
        if (keySize < RecordView.NULL_SIZE || next >= last) {
            return false;
        }
        int valueSize = bytes.get(next++);
        if (valueSize < 0) {
            valueSize = (valueSize & 0x7f) | bytes.get(next++) << 7;
        }
        valueSize = Varints.unzigzag(valueSize);
        if (valueSize < RecordView.NULL_SIZE || valueSize > last - next) {
            return false;
        }
        next += Math.max(valueSize, 0);
        // Without headers, the last byte is their count.
        if (next != last || bytes.get(last) != 0) {
            checkHeaders(bytes, next, recordEnd, index);
        }
        checkFields(
                index, Varints.unzigzag(timestampDelta), Varints.unzigzag(offsetDelta), keySize);
        at = recordEnd;
        return true;
    }

    /** The varint in the first two bytes, still with its sign at the bottom. */
    private static int twoBytes(long head) {
        return (int) (((head >>> 56) & 0x7f) | ((head >>> 41) & 0x3f80));
    }

    /** Checks the next record if all of it lies in the piece at hand. */
    private boolean checkWhole(int index) {
        ByteBuffer bytes = piece;
        int start = at;
        if (end - start < Varints.LONGEST_INT_BYTES) {
            return false;
        }
        long read = Varints.read(bytes, start, end);
        int length = Varints.value(read);
        int next = Varints.next(read);
        if (length < SMALLEST_BODY_BYTES) {
            throw corrupt(index, "length " + length);
        }
        if (length > end - next) {
            return false;
        }
        int recordEnd = next + length;
        next++;

        long timestampDelta;
        int first = bytes.get(next);
        if (first >= 0) {
            timestampDelta = Varints.unzigzag(first);
            next++;
        } else {
            timestampDelta = Varints.readLong(bytes, next, recordEnd);
            next = Varints.skip(bytes, next);
        }

        read = Varints.read(bytes, next, recordEnd);
        int offsetDelta = Varints.value(read);

        read = Varints.read(bytes, Varints.next(read), recordEnd);
        int keySize = Varints.value(read);
        next = afterNullable(Varints.next(read), keySize, recordEnd, index);

        read = Varints.read(bytes, next, recordEnd);
        next = afterNullable(Varints.next(read), Varints.value(read), recordEnd, index);

        checkHeaders(bytes, next, recordEnd, index);
        checkFields(index, timestampDelta, offsetDelta, keySize);
        at = recordEnd;
        return true;
    }

    private static int afterNullable(int from, int size, int recordEnd, int index) {
        if (size > recordEnd - from || size < RecordView.NULL_SIZE) {
            throw corrupt(index, "size " + size + " of a key or value");
        }
        return from + Math.max(size, 0);
    }

    private static void checkHeaders(ByteBuffer bytes, int from, int recordEnd, int index) {
        long read = Varints.read(bytes, from, recordEnd);
        int headers = Varints.value(read);
        int next = Varints.next(read);
        if (headers < 0 || headers > (recordEnd - next) / SMALLEST_HEADER_BYTES) {
            throw corrupt(index, headers + " headers");
        }
        for (int i = 0; i < headers; i++) {
            read = Varints.read(bytes, next, recordEnd);
            if (Varints.value(read) < 0) {
                throw corrupt(index, "header without a key");
            }
            next = afterNullable(Varints.next(read), Varints.value(read), recordEnd, index);
            read = Varints.read(bytes, next, recordEnd);
            next = afterNullable(Varints.next(read), Varints.value(read), recordEnd, index);
        }
        if (next != recordEnd) {
            throw corrupt(index, "length does not fit its fields");
        }
    }

    private void checkFields(int index, long timestampDelta, int offsetDelta, int keySize) {
        if (offsetDelta != index) {
            throw corrupt(index, "offset delta " + offsetDelta);
        }
        if (timestampDelta > maxDelta) {
            maxDelta = timestampDelta;
            maxDeltaIndex = index;
        }
        if ((timestampDelta < earliestDelta || timestampDelta > latestDelta)
                && timestampDelta != noTimestampDelta) {
            timestampFault = true;
            addFault(index, "The timestamp is outside of what the topic allows.");
        }
        if (keysRequired && keySize < 0) {
            addFault(index, "The topic is compacted and needs a key in every record.");
        }
    }

    private void addFault(int index, String reason) {
        faultCount++;
        if (faults.size() < Validation.Refused.MOST_RECORD_FAULTS) {
            faults.add(new Validation.RecordFault(index, reason));
        }
    }

    /** Checks the next record byte by byte, going to the next pieces as they are needed. */
    private void checkInPieces(int index) {
        int length = (int) readInPieces(Integer.SIZE);
        if (length < SMALLEST_BODY_BYTES) {
            throw corrupt(index, "length " + length);
        }
        long recordEnd = position() + length;
        nextByte();
        long timestampDelta = readInPieces(Long.SIZE);
        int offsetDelta = (int) readInPieces(Integer.SIZE);
        int keySize = (int) readInPieces(Integer.SIZE);
        skipNullable(keySize, recordEnd, index);
        skipNullable((int) readInPieces(Integer.SIZE), recordEnd, index);
        int headers = (int) readInPieces(Integer.SIZE);
        if (headers < 0) {
            throw corrupt(index, headers + " headers");
        }
        for (int i = 0; i < headers; i++) {
            int headerKeySize = (int) readInPieces(Integer.SIZE);
            if (headerKeySize < 0 || position() > recordEnd) {
                throw corrupt(index, "header without a key");
            }
            skipNullable(headerKeySize, recordEnd, index);
            skipNullable((int) readInPieces(Integer.SIZE), recordEnd, index);
        }
        if (position() != recordEnd) {
            throw corrupt(index, "length does not fit its fields");
        }
        checkFields(index, timestampDelta, offsetDelta, keySize);
    }

    private long position() {
        return pieceStart + at;
    }

    private void skipNullable(int size, long recordEnd, int index) {
        if (size < RecordView.NULL_SIZE || size > recordEnd - position()) {
            throw corrupt(index, "size " + size + " of a key or value");
        }
        int left = Math.max(size, 0);
        while (left > end - at) {
            left -= end - at;
            at = end;
            if (!nextPiece()) {
                throw new CorruptRecordsException("records cut off");
            }
        }
        at += left;
    }

    /** Reads a zigzag varint of at most so many bits. */
    private long readInPieces(int bits) {
        long raw = 0;
        for (int shift = 0; shift < bits; shift += 7) {
            long part = nextByte();
            raw |= (part & 0x7f) << shift;
            if (part >= 0) {
                // The last byte has room for what is left of the bits only.
                if (shift + 7 > bits && part >> (bits - shift) != 0) {
                    break;
                }
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw Varints.malformed(position());
    }

    private byte nextByte() {
        while (at == end) {
            if (!nextPiece()) {
                throw new CorruptRecordsException("records cut off");
            }
        }
        return piece.get(at++);
    }

    private boolean nextPiece() {
        ByteBuffer next = more == null ? null : more.next();
        if (next == null) {
            return false;
        }
        pieceStart = position() - next.position();
        piece = next;
        at = next.position();
        end = next.limit();
        return true;
    }

    private static CorruptRecordsException corrupt(int index, String what) {
        return new CorruptRecordsException("record " + index + ": " + what);
    }

    /** The largest timestamp delta. */
    long maxDelta() {
        return maxDelta;
    }

    /** The first record that has the largest timestamp delta. */
    int maxDeltaIndex() {
        return maxDeltaIndex;
    }

    /** How many times a record broke a rule of the topic. */
    int faultCount() {
        return faultCount;
    }

    /** Whether a timestamp was among the faults. */
    boolean hasTimestampFault() {
        return timestampFault;
    }

    /** The first of the faults. */
    List<Validation.RecordFault> faults() {
        return faults;
    }
}
