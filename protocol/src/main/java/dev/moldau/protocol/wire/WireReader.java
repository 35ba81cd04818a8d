package dev.moldau.protocol.wire;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the protocol's primitives from a buffer. Made for one message and confined to its caller.
 *
 * <p>Nothing that the bytes claim is believed: each length and count is compared with the bytes
 * that remain before anything is allocated or sliced, and every fault comes out as {@link
 * MalformedMessageException}. Bytes and records are slices of the buffer; strings are copies.
 *
 * <p>Where a method takes {@code flexible}, true stands for the compact form (lengths are unsigned
 * varints, one more than the value, zero for null), false for the classic one.
 */
public final class WireReader {

    private static final byte[] NO_SCRATCH = {};

    private final ByteBuffer in;
    private final int origin;
    private final int maxElements;

    /** How many more elements the message may have. */
    private int elementsLeft;

    /** For strings in direct buffers: grown on demand, to the longest string seen. */
    private byte[] scratch = NO_SCRATCH;

    /**
     * A reader that limits each array, but not all of them together.
     *
     * @param source what to read, from its position to its limit; its own position never moves
     */
    public WireReader(ByteBuffer source) {
        this(source, Integer.MAX_VALUE);
    }

    /**
     * @param source what to read, from its position to its limit; its own position never moves
     * @param maxElements how many elements all arrays may have together, where each {@value
     *     WireLimits#STRING_BYTES_PER_ELEMENT} bytes of a string count as one more, and so does
     *     each unknown field that is kept
     */
    public WireReader(ByteBuffer source, int maxElements) {
        this.maxElements = maxElements;
        this.elementsLeft = maxElements;
        this.in = source.duplicate().order(ByteOrder.BIG_ENDIAN);
        this.origin = source.position();
    }

    /** How many bytes have been read. */
    public int position() {
        return in.position() - origin;
    }

    /** How many bytes are left. */
    public int remaining() {
        return in.remaining();
    }

    /** How many elements have been read: a measure of the memory that the message takes. */
    public int elements() {
        return maxElements - elementsLeft;
    }

    /** One byte; anything but zero is true. */
    public boolean readBoolean() {
        return readInt8() != 0;
    }

    /** A signed byte. */
    public byte readInt8() {
        require(1);
        return in.get();
    }

    /** Two bytes with a sign. */
    public short readInt16() {
        require(2);
        return in.getShort();
    }

    /** Two bytes without a sign. */
    public int readUint16() {
        require(2);
        return in.getShort() & 0xffff;
    }

    /** Four bytes with a sign. */
    public int readInt32() {
        require(4);
        return in.getInt();
    }

    /** Eight bytes with a sign. */
    public long readInt64() {
        require(8);
        return in.getLong();
    }

    /** An IEEE 754 double. */
    public double readFloat64() {
        require(8);
        return in.getDouble();
    }

    /** Sixteen bytes. */
    public Uuid readUuid() {
        require(16);
        long most = in.getLong();
        long least = in.getLong();
        return (most | least) == 0 ? Uuid.ZERO : new Uuid(most, least);
    }

    /**
     * One to five bytes, seven bits each, lowest first; a value above 2^31-1 comes out negative.
     */
    public int readUnsignedVarint() {
        require(1);
        byte first = in.get();
        return first >= 0 ? first : continueUnsignedVarint(first & 0x7f);
    }

    private int continueUnsignedVarint(int low) {
        int value = low;
        for (int shift = 7; shift < 28; shift += 7) {
            require(1);
            byte next = in.get();
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        require(1);
        byte last = in.get();
        if ((last & 0xf0) != 0) {
            throw malformed("varint has more than 32 bits");
        }
        return value | last << 28;
    }

    /** A signed varint in zigzag form, of one to five bytes. */
    public int readVarint() {
        int raw = readUnsignedVarint();
        return (raw >>> 1) ^ -(raw & 1);
    }

    /** A signed varint in zigzag form, of one to ten bytes. */
    public long readVarlong() {
        long raw = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            require(1);
            byte next = in.get();
            raw |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        require(1);
        byte last = in.get();
        if ((last & 0xfe) != 0) {
            throw malformed("varlong has more than 64 bits");
        }
        raw |= (long) last << 63;
        return (raw >>> 1) ^ -(raw & 1);
    }

    /**
     * A string that must be there.
     *
     * @param field what to call it in errors
     */
    public String readString(boolean flexible, String field) {
        String value = readNullableString(flexible, field);
        if (value == null) {
            throw unexpectedNull(field);
        }
        return value;
    }

    /**
     * A string or null. Bytes that are not UTF-8 become replacement characters.
     *
     * @param field what to call it in errors
     */
    public @Nullable String readNullableString(boolean flexible, String field) {
        int length = flexible ? readUnsignedVarint() - 1 : readInt16();
        if (length <= 0) {
            if (length == 0) {
                return "";
            }
            requireNullLength(length, field);
            return null;
        }
        if (length > WireLimits.MAX_STRING_BYTES) {
            throw malformed(field + " is a string of " + length + " bytes, beyond the limit");
        }
        requireFor(length, field);
        if (length >= WireLimits.STRING_BYTES_PER_ELEMENT) {
            count(length / WireLimits.STRING_BYTES_PER_ELEMENT, field);
        }
        int position = in.position();
        in.position(position + length);
        if (in.hasArray()) {
            return new String(
                    in.array(), in.arrayOffset() + position, length, StandardCharsets.UTF_8);
        }
        if (scratch.length < length) {
            scratch = new byte[Math.max(length, 64)];
        }
        in.get(position, scratch, 0, length);
        return new String(scratch, 0, length, StandardCharsets.UTF_8);
    }

    /**
     * Bytes that must be there, as a slice.
     *
     * @param field what to call them in errors
     */
    public ByteBuffer readBytes(boolean flexible, String field) {
        ByteBuffer value = readNullableBytes(flexible, field);
        if (value == null) {
            throw unexpectedNull(field);
        }
        return value;
    }

    /**
     * Bytes or null, as a slice.
     *
     * @param field what to call them in errors
     */
    public @Nullable ByteBuffer readNullableBytes(boolean flexible, String field) {
        int length = flexible ? readUnsignedVarint() - 1 : readInt32();
        if (length < 0) {
            requireNullLength(length, field);
            return null;
        }
        requireFor(length, field);
        return take(length);
    }

    /**
     * Records that must be there, as a slice.
     *
     * @param field what to call them in errors
     */
    public MemoryRecords readRecords(boolean flexible, String field) {
        return new MemoryRecords(readBytes(flexible, field));
    }

    /**
     * Records or null, as a slice.
     *
     * @param field what to call them in errors
     */
    public @Nullable MemoryRecords readNullableRecords(boolean flexible, String field) {
        ByteBuffer bytes = readNullableBytes(flexible, field);
        return bytes == null ? null : new MemoryRecords(bytes);
    }

    /**
     * The number of elements of an array that must be there.
     *
     * @param minElementBytes what each element takes at least, in bytes; at least 1
     * @param field what to call it in errors
     * @return a count for which it is safe to allocate
     */
    public int readArrayCount(boolean flexible, int minElementBytes, String field) {
        int count = readNullableArrayCount(flexible, minElementBytes, field);
        if (count < 0) {
            throw unexpectedNull(field);
        }
        return count;
    }

    /**
     * The number of elements of an array, or -1 for null.
     *
     * @param minElementBytes what each element takes at least, in bytes; at least 1
     * @param field what to call it in errors
     * @return a count for which it is safe to allocate
     */
    public int readNullableArrayCount(boolean flexible, int minElementBytes, String field) {
        int count = flexible ? readUnsignedVarint() - 1 : readInt32();
        if (count <= 0) {
            if (count != 0) {
                requireNullLength(count, field);
            }
            return count;
        }
        if (count > WireLimits.MAX_ARRAY_ELEMENTS) {
            throw malformed(field + " is an array of " + count + " elements, beyond the limit");
        }
        if ((long) count * minElementBytes > in.remaining()) {
            throw malformed(
                    field
                            + " is an array of "
                            + count
                            + " elements of at least "
                            + minElementBytes
                            + " bytes, but only "
                            + in.remaining()
                            + " bytes remain");
        }
        count(count, field);
        return count;
    }

    private void count(int elements, String field) {
        if (elements > elementsLeft) {
            throw malformed(
                    field
                            + " brings the elements of all arrays beyond the limit of "
                            + maxElements);
        }
        elementsLeft -= elements;
    }

    /**
     * The mark before a structure that may be null: a negative byte for null.
     *
     * @return whether the structure follows
     */
    public boolean readPresence() {
        return readInt8() >= 0;
    }

    /**
     * The mark before a structure that may be null and is a tagged field.
     *
     * @return whether the structure follows
     */
    public boolean readTaggedPresence() {
        return readUnsignedVarint() > 0;
    }

    /** The number of tagged fields that follow. */
    public int readTaggedCount() {
        int count = readUnsignedVarint();
        if (count == 0) {
            return 0;
        }
        if (count < 0 || count > WireLimits.MAX_TAGGED_FIELDS) {
            throw malformed(Integer.toUnsignedString(count) + " tagged fields, beyond the limit");
        }
        if (count * 2 > in.remaining()) {
            throw malformed(count + " tagged fields, but only " + in.remaining() + " bytes remain");
        }
        return count;
    }

    /** The number of a tagged field. */
    public int readTag() {
        int tag = readUnsignedVarint();
        if (tag < 0) {
            throw malformed("tag " + Integer.toUnsignedString(tag) + " is beyond the limit");
        }
        return tag;
    }

    /**
     * The size of a tagged field's value, once its tag has been read.
     *
     * @return the position at which the value must end, for {@link #endTagged}
     */
    public int beginTagged(int tag) {
        int size = readUnsignedVarint();
        if (size < 0 || size > in.remaining()) {
            throw malformed(
                    "tagged field "
                            + tag
                            + " has "
                            + Integer.toUnsignedString(size)
                            + " bytes, but only "
                            + in.remaining()
                            + " remain");
        }
        return position() + size;
    }

    /** Checks that a tagged field's value ended where its size said. */
    public void endTagged(int tag, int end) {
        if (position() != end) {
            throw malformed("tagged field " + tag + " should end at byte " + end + " and does not");
        }
    }

    /** Steps over the value of a tagged field that nobody here knows. */
    public void skipTagged(int tag) {
        int end = beginTagged(tag);
        in.position(origin + end);
    }

    /** The value of a tagged field that nobody here knows, as a slice. */
    public ByteBuffer readTagged(int tag) {
        count(1, "a tagged field");
        return take(beginTagged(tag) - position());
    }

    /** Steps over a whole section of tagged fields. */
    public void skipTaggedFields() {
        int count = readTaggedCount();
        for (int i = 0; i < count; i++) {
            skipTagged(readTag());
        }
    }

    /** A fault at the current position, for a caller to throw. */
    public MalformedMessageException malformed(String reason) {
        return new MalformedMessageException(position(), reason);
    }

    private ByteBuffer take(int length) {
        int position = in.position();
        ByteBuffer slice = in.slice(position, length);
        in.position(position + length);
        return slice;
    }

    private void require(int bytes) {
        if (in.remaining() < bytes) {
            throw malformed(
                    "a value of " + bytes + " bytes, but only " + in.remaining() + " remain");
        }
    }

    private void requireFor(int bytes, String field) {
        if (bytes > in.remaining()) {
            throw malformed(
                    field + " has " + bytes + " bytes, but only " + in.remaining() + " remain");
        }
    }

    /** Minus one means null; anything below is no length at all. */
    private void requireNullLength(int length, String field) {
        if (length != -1) {
            throw malformed(field + " has a negative length: " + length);
        }
    }

    private MalformedMessageException unexpectedNull(String field) {
        return malformed(field + " is null, which this version does not allow");
    }
}
