package dev.moldau.protocol.compress;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/**
 * Inflates snappy in both framings that Kafka clients send: the Java library's stream of blocks,
 * known by its first eight bytes, and one raw block without any frame (librdkafka, Sarama and
 * others, which decode both as well).
 */
final class SnappyDecompressor extends Decompressor {

    /** 0x82 S N A P P Y 0. */
    static final long STREAM_SIGNATURE = 0x82534e4150505900L;

    static final int STREAM_HEADER_BYTES = 16;

    /** The densest element, a copy of 64 bytes in 3, as a whole number. */
    private static final int HIGHEST_RATIO = 22;

    private final Scratch block = new Scratch();
    private ByteBuffer compressed = ByteBuffer.allocate(0);
    private boolean raw;

    @Override
    void begin(ByteBuffer compressed) {
        this.compressed = compressed;
        this.raw = !skipStreamHeader();
    }

    private boolean skipStreamHeader() {
        int at = compressed.position();
        if (compressed.remaining() < STREAM_HEADER_BYTES
                || compressed.getLong(at) != STREAM_SIGNATURE) {
            return false;
        }
        compressed.position(at + STREAM_HEADER_BYTES);
        return true;
    }

    @Override
    @Nullable ByteBuffer produce() {
        while (compressed.hasRemaining()) {
            ByteBuffer piece = raw ? inflate(compressed.remaining()) : nextStreamBlock();
            if (piece.hasRemaining()) {
                return piece;
            }
        }
        return null;
    }

    private ByteBuffer nextStreamBlock() {
        // Concatenated streams: each begins with the header again.
        while (skipStreamHeader()) {
            if (!compressed.hasRemaining()) {
                return compressed.slice(0, 0);
            }
        }
        if (compressed.remaining() < Integer.BYTES) {
            throw new CorruptCompressedDataException("snappy: block size cut off");
        }
        int size = compressed.getInt();
        if (size <= 0 || size > compressed.remaining()) {
            throw new CorruptCompressedDataException("snappy: block of " + size + " bytes");
        }
        return inflate(size);
    }

    private ByteBuffer inflate(int size) {
        ByteBuffer source = compressed.slice(compressed.position(), size);
        compressed.position(compressed.position() + size);
        int plainSize = checkDeclared(declaredSize(source), size, HIGHEST_RATIO);
        ByteBuffer target = block.room(plainSize);
        try {
            // The library refuses an exactly empty target; an empty block has nothing to inflate.
            if (plainSize > 0) {
                Snappy.uncompress(source, target);
            }
        } catch (IOException e) {
            throw new CorruptCompressedDataException("snappy: " + e.getMessage(), e);
        }
        return target.position(0).limit(plainSize);
    }

    private static long declaredSize(ByteBuffer source) {
        long size = 0;
        for (int i = 0, shift = 0; i < Math.min(5, source.limit()); i++, shift += 7) {
            byte part = source.get(i);
            size |= (part & 0x7fL) << shift;
            if (part >= 0) {
                return size;
            }
        }
        throw new CorruptCompressedDataException("snappy: no size");
    }
}
