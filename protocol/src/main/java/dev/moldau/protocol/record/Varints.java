package dev.moldau.protocol.record;

import java.nio.ByteBuffer;

/**
 * The zigzag varints of v2 records, read and written at absolute places. Reading returns value and
 * next place in one long, so that a hot loop needs no object and no field for its place.
 */
final class Varints {

    static final int LONGEST_INT_BYTES = 5;
    private static final int LONGEST_LONG_BYTES = 10;

    private Varints() {}

    /**
     * Reads a varint at {@code at}, which must end before {@code end}.
     *
     * @return to be taken apart with {@link #value} and {@link #next}
     */
    static long read(ByteBuffer bytes, int at, int end) {
        if (at < end) {
            int first = bytes.get(at);
            if (first >= 0) {
                return pack(at + 1, first);
            }
            if (at + 1 < end) {
                int second = bytes.get(at + 1);
                if (second >= 0) {
                    return pack(at + 2, (first & 0x7f) | second << 7);
                }
            }
        }
        return readLongForm(bytes, at, end);
    }

    private static long readLongForm(ByteBuffer bytes, int at, int end) {
        int raw = 0;
        for (int i = 0; i < LONGEST_INT_BYTES && at + i < end; i++) {
            int part = bytes.get(at + i);
            raw |= (part & 0x7f) << (7 * i);
            if (part >= 0) {
                if (i == LONGEST_INT_BYTES - 1 && part > 0x0f) {
                    break;
                }
                return pack(at + i + 1, raw);
            }
        }
        throw malformed(at);
    }

    private static long pack(int next, int raw) {
        return ((long) next << 32) | (unzigzag(raw) & 0xffffffffL);
    }

    static int unzigzag(int raw) {
        return (raw >>> 1) ^ -(raw & 1);
    }

    /** The value that {@link #read} read. */
    static int value(long read) {
        return (int) read;
    }

    /** The place after what {@link #read} read. */
    static int next(long read) {
        return (int) (read >>> 32);
    }

    /** Reads a varint of up to 64 bits at {@code at}; {@link #skip} finds its end. */
    static long readLong(ByteBuffer bytes, int at, int end) {
        long raw = 0;
        for (int i = 0; i < LONGEST_LONG_BYTES && at + i < end; i++) {
            long part = bytes.get(at + i);
            raw |= (part & 0x7f) << (7 * i);
            if (part >= 0) {
                if (i == LONGEST_LONG_BYTES - 1 && part > 1) {
                    break;
                }
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw malformed(at);
    }

    /** The place after the varint at {@code at}, which {@link #readLong} found well formed. */
    static int skip(ByteBuffer bytes, int at) {
        int next = at;
        while (bytes.get(next) < 0) {
            next++;
        }
        return next + 1;
    }

    static CorruptRecordsException malformed(long at) {
        return new CorruptRecordsException("varint too long or cut off at byte " + at);
    }

    static int size(int value) {
        return sizeOfRaw(((value << 1) ^ (value >> 31)) & 0xffffffffL);
    }

    static int sizeLong(long value) {
        return sizeOfRaw((value << 1) ^ (value >> 63));
    }

    private static int sizeOfRaw(long raw) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(raw | 1);
        return (bits + 6) / 7;
    }

    static void write(ByteBuffer target, int value) {
        writeRaw(target, ((value << 1) ^ (value >> 31)) & 0xffffffffL);
    }

    static void writeLong(ByteBuffer target, long value) {
        writeRaw(target, (value << 1) ^ (value >> 63));
    }

    private static void writeRaw(ByteBuffer target, long raw) {
        long rest = raw;
        while ((rest & ~0x7fL) != 0) {
            target.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        target.put((byte) rest);
    }
}
