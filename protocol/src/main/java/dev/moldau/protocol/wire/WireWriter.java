package dev.moldau.protocol.wire;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the protocol's primitives into one growing buffer. Made for one message or one frame, and
 * confined to its caller.
 *
 * <p>Records that are in a file, or in memory but large, are not copied: the writer notes where
 * they belong, and {@link #pieces()} tells buffer and records apart in order, so that regions of
 * files can go out by sendfile.
 *
 * <p>Where a method takes {@code flexible}, true stands for the compact form (lengths are unsigned
 * varints, one more than the value, zero for null), false for the classic one.
 */
public final class WireWriter {

    /** Runs in memory up to this size are copied: cheaper than one more piece to write. */
    static final int MAX_COPIED_RECORDS_BYTES = 4096;

    private static final int INITIAL_BYTES = 512;

    private final WireBuffers buffers;
    private ByteBuffer out;
    private int start;

    /** Records that were not copied; null as long as there are none. */
    private @Nullable List<Records> payloads;

    /** For each of them, how many bytes of the buffer go before it. */
    private int[] payloadOffsets = {};

    private long payloadBytes;

    /** A writer on the heap. */
    public WireWriter() {
        this(WireBuffers.HEAP, INITIAL_BYTES);
    }

    /**
     * @param buffers where the buffer comes from
     * @param initialBytes how much it should hold at first, in bytes
     */
    public WireWriter(WireBuffers buffers, int initialBytes) {
        this.buffers = buffers;
        this.out = buffers.take(Math.max(initialBytes, 16));
        this.start = out.position();
    }

    /** How many bytes have been written, without records that were not copied. */
    public int position() {
        return out.position() - start;
    }

    /** How many bytes the message has, with all its records. */
    public long sizeBytes() {
        return position() + payloadBytes;
    }

    /** The buffer that holds what was written; the last one taken from {@link WireBuffers}. */
    public ByteBuffer buffer() {
        return out;
    }

    /** What was written, in order. Views of the writer's buffer: nothing more may be written. */
    public List<WirePiece> pieces() {
        if (payloads == null) {
            return List.of(bytes(0, position()));
        }
        List<WirePiece> pieces = new ArrayList<>(2 * payloads.size() + 1);
        int from = 0;
        for (int i = 0; i < payloads.size(); i++) {
            if (payloadOffsets[i] > from) {
                pieces.add(bytes(from, payloadOffsets[i]));
                from = payloadOffsets[i];
            }
            pieces.add(new WirePiece.Payload(payloads.get(i)));
        }
        if (position() > from) {
            pieces.add(bytes(from, position()));
        }
        return pieces;
    }

    /**
     * What was written, as one buffer, for messages whose records are all in memory.
     *
     * @throws IllegalStateException if there are records in a file
     */
    public ByteBuffer toBuffer() {
        if (payloads == null) {
            return out.slice(start, position());
        }
        ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(sizeBytes()));
        for (WirePiece piece : pieces()) {
            if (piece instanceof WirePiece.Bytes bytes) {
                all.put(bytes.buffer());
            } else if (piece instanceof WirePiece.Payload payload
                    && payload.records() instanceof MemoryRecords memory) {
                all.put(memory.bytes().duplicate());
            } else {
                throw new IllegalStateException("the message has records that are not in memory");
            }
        }
        return all.flip();
    }

    private WirePiece bytes(int from, int to) {
        return new WirePiece.Bytes(out.slice(start + from, to - from));
    }

    /** One byte, 0 or 1. */
    public void writeBoolean(boolean value) {
        ensure(1);
        out.put((byte) (value ? 1 : 0));
    }

    /** A signed byte. */
    public void writeInt8(byte value) {
        ensure(1);
        out.put(value);
    }

    /** Two bytes with a sign. */
    public void writeInt16(short value) {
        ensure(2);
        out.putShort(value);
    }

    /**
     * Two bytes without a sign.
     *
     * @throws IllegalArgumentException if the value does not fit
     */
    public void writeUint16(int value, String field) {
        if ((value & ~0xffff) != 0) {
            throw new IllegalArgumentException(field + " is not within 0..65535: " + value);
        }
        ensure(2);
        out.putShort((short) value);
    }

    /** Four bytes with a sign. */
    public void writeInt32(int value) {
        ensure(4);
        out.putInt(value);
    }

    /** Puts four bytes over what was written before, such as the size in front of a frame. */
    public void setInt32(int position, int value) {
        out.putInt(start + position, value);
    }

    /** Eight bytes with a sign. */
    public void writeInt64(long value) {
        ensure(8);
        out.putLong(value);
    }

    /** An IEEE 754 double. */
    public void writeFloat64(double value) {
        ensure(8);
        out.putDouble(value);
    }

    /** Sixteen bytes. */
    public void writeUuid(Uuid value) {
        ensure(16);
        out.putLong(value.mostSignificantBits());
        out.putLong(value.leastSignificantBits());
    }

    /** One to five bytes, seven bits each, lowest first. */
    public void writeUnsignedVarint(int value) {
        ensure(5);
        putUnsignedVarint(value);
    }

    private void putUnsignedVarint(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            out.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }

    /** A signed varint in zigzag form, of one to five bytes. */
    public void writeVarint(int value) {
        writeUnsignedVarint((value << 1) ^ (value >> 31));
    }

    /** A signed varint in zigzag form, of one to ten bytes. */
    public void writeVarlong(long value) {
        ensure(10);
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7fL) != 0) {
            out.put((byte) ((int) rest | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }

    /** A null string. */
    public void writeNullString(boolean flexible) {
        if (flexible) {
            writeUnsignedVarint(0);
        } else {
            writeInt16((short) -1);
        }
    }

    /**
     * A string.
     *
     * @param field what to call it in errors
     * @throws ValueTooLongException if it is longer than a string may be
     */
    public void writeString(boolean flexible, String value, String field) {
        int length = value.length();
        if (length > WireLimits.MAX_STRING_BYTES) {
            throw tooLong(field, length);
        }
        ensure(length + 5);
        int before = out.position();
        putStringLength(flexible, length);
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                out.position(before);
                writeEncoded(flexible, value.getBytes(StandardCharsets.UTF_8), field);
                return;
            }
            out.put((byte) c);
        }
    }

    private void writeEncoded(boolean flexible, byte[] utf8, String field) {
        if (utf8.length > WireLimits.MAX_STRING_BYTES) {
            throw tooLong(field, utf8.length);
        }
        ensure(utf8.length + 5);
        putStringLength(flexible, utf8.length);
        out.put(utf8);
    }

    private void putStringLength(boolean flexible, int length) {
        if (flexible) {
            putUnsignedVarint(length + 1);
        } else {
            out.putShort((short) length);
        }
    }

    private static ValueTooLongException tooLong(String field, int length) {
        return new ValueTooLongException(field, length);
    }

    /** Null bytes or null records. */
    public void writeNullBytes(boolean flexible) {
        writeNullArray(flexible);
    }

    /** Bytes, from the buffer's position to its limit; its position does not move. */
    public void writeBytes(boolean flexible, ByteBuffer value) {
        int length = value.remaining();
        writeArrayCount(flexible, length);
        writeRaw(value);
    }

    /** Bytes without a length. */
    public void writeRaw(ByteBuffer value) {
        int length = value.remaining();
        ensure(length);
        int position = out.position();
        out.put(position, value, value.position(), length);
        out.position(position + length);
    }

    /** Records: copied if they are in memory and small, else kept as a piece of their own. */
    public void writeRecords(boolean flexible, Records value) {
        int length = value.sizeBytes();
        writeArrayCount(flexible, length);
        if (length <= MAX_COPIED_RECORDS_BYTES && value instanceof MemoryRecords memory) {
            writeRaw(memory.bytes());
            return;
        }
        addPayload(value, length);
    }

    private void addPayload(Records value, int length) {
        if (length == 0) {
            return;
        }
        if (payloads == null) {
            payloads = new ArrayList<>();
        }
        int index = payloads.size();
        if (index == payloadOffsets.length) {
            payloadOffsets = Arrays.copyOf(payloadOffsets, Math.max(8, index * 2));
        }
        payloadOffsets[index] = position();
        payloads.add(value);
        payloadBytes += length;
    }

    /** A null array. */
    public void writeNullArray(boolean flexible) {
        if (flexible) {
            writeUnsignedVarint(0);
        } else {
            writeInt32(-1);
        }
    }

    /** The number of elements of an array; the elements follow. */
    public void writeArrayCount(boolean flexible, int count) {
        if (flexible) {
            writeUnsignedVarint(count + 1);
        } else {
            writeInt32(count);
        }
    }

    /** The mark before a structure that may be null. */
    public void writePresence(boolean present) {
        writeInt8((byte) (present ? 1 : -1));
    }

    /** The mark before a structure that may be null and is a tagged field. */
    public void writeTaggedPresence(boolean present) {
        writeUnsignedVarint(present ? 1 : 0);
    }

    /**
     * Begins a tagged field; its value follows, without records that are not to be copied.
     *
     * @return what {@link #endTagged} needs
     */
    public int beginTagged(int tag) {
        writeUnsignedVarint(tag);
        ensure(1);
        out.put((byte) 0);
        return position();
    }

    /**
     * Ends a tagged field. The size stands before the value and takes one byte nearly always: a
     * value of 128 bytes or more is moved to make room.
     *
     * @throws IllegalStateException if the value has records that were not copied; the annotation
     *     processor lets no message declare such a field
     */
    public void endTagged(int begin) {
        if (payloads != null && payloadOffsets[payloads.size() - 1] >= begin) {
            throw new IllegalStateException("records that are not copied cannot be tagged");
        }
        int size = position() - begin;
        int valueAt = start + begin;
        if (size < 0x80) {
            out.put(valueAt - 1, (byte) size);
            return;
        }
        int extra = unsignedVarintBytes(size) - 1;
        ensure(extra);
        ByteBuffer value = out.duplicate().position(valueAt).limit(valueAt + size);
        out.position(valueAt + extra);
        out.put(value);
        int end = out.position();
        out.position(valueAt - 1);
        putUnsignedVarint(size);
        out.position(end);
    }

    /** How many bytes an unsigned varint takes. */
    static int unsignedVarintBytes(int value) {
        return (38 - Integer.numberOfLeadingZeros(value | 1)) / 7;
    }

    private void ensure(int bytes) {
        if (out.remaining() < bytes) {
            grow(bytes);
        }
    }

    private void grow(int bytes) {
        int used = position();
        long wanted = Math.max((long) used + bytes, 2L * used);
        ByteBuffer bigger = buffers.take((int) Math.min(wanted, Integer.MAX_VALUE - 64));
        int biggerStart = bigger.position();
        ByteBuffer smaller = out;
        bigger.put(smaller.duplicate().position(start).limit(start + used));
        out = bigger;
        start = biggerStart;
        buffers.giveBack(smaller);
    }
}
