package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;

/**
 * Inflates one LZ4 block that may point back into the blocks before it. The library's decoder sees
 * one block only; linked blocks are what some clients' libraries write by default.
 */
final class Lz4LinkedBlock {

    /** How far back a block may point. */
    static final int HISTORY_BYTES = 64 * 1024;

    private static final int SHORTEST_MATCH = 4;
    private static final int LONG_LENGTH = 15;

    private final ByteBuffer source;
    private final int sourceEnd;
    private final ByteBuffer target;
    private final int targetEnd;
    private int in;
    private int out;

    private Lz4LinkedBlock(ByteBuffer source, ByteBuffer target, int targetStart, int targetEnd) {
        this.source = source;
        this.in = source.position();
        this.sourceEnd = source.limit();
        this.target = target;
        this.out = targetStart;
        this.targetEnd = targetEnd;
    }

    /**
     * Inflates {@code source} from its position to its limit.
     *
     * @param target holds the history from 0 to {@code targetStart}
     * @return where the inflated bytes end in the target
     */
    static int inflate(ByteBuffer source, ByteBuffer target, int targetStart, int targetEnd) {
        return new Lz4LinkedBlock(source, target, targetStart, targetEnd).inflate();
    }

    private int inflate() {
        while (true) {
            int token = nextByte();
            copyLiterals(length(token >>> 4));
            if (in == sourceEnd) {
                return out;
            }
            int distance = nextByte() | nextByte() << 8;
            copyMatch(distance, length(token & 0x0f) + SHORTEST_MATCH);
        }
    }

    private int length(int fromToken) {
        int length = fromToken;
        if (length == LONG_LENGTH) {
            int part;
            do {
                part = nextByte();
                length += part;
                // More than any block can hold: stop before the sum can overflow.
                if (length > targetEnd) {
                    throw new CorruptCompressedDataException("lz4: run beyond its block");
                }
            } while (part == 0xff);
        }
        return length;
    }

    private void copyLiterals(int length) {
        if (length > sourceEnd - in || length > targetEnd - out) {
            throw new CorruptCompressedDataException("lz4: literals beyond their block");
        }
        target.put(out, source, in, length);
        in += length;
        out += length;
    }

    private void copyMatch(int distance, int length) {
        if (distance == 0 || distance > out || length > targetEnd - out) {
            throw new CorruptCompressedDataException("lz4: match beyond its block");
        }
        if (distance >= length) {
            target.put(out, target, out - distance, length);
        } else {
            // The match overlaps what it writes: it repeats the last bytes.
            for (int i = out; i < out + length; i++) {
                target.put(i, target.get(i - distance));
            }
        }
        out += length;
    }

    private int nextByte() {
        if (in >= sourceEnd) {
            throw new CorruptCompressedDataException("lz4: block cut off");
        }
        return source.get(in++) & 0xff;
    }
}
