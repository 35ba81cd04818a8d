package dev.moldau.protocol.compress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;

/** Writes snappy in the framing of the Java library, which every Kafka client reads. */
final class SnappyCompressor implements Compressor {

    private static final int BLOCK_BYTES = 32 * 1024;
    private static final int VERSION = 1;

    @Override
    public ByteBuffer compress(ByteBuffer plain, int level, Scratch out) {
        int blockBound = Integer.BYTES + Snappy.maxCompressedLength(BLOCK_BYTES);
        ByteBuffer target = out.room(SnappyDecompressor.STREAM_HEADER_BYTES + blockBound);
        target.putLong(SnappyDecompressor.STREAM_SIGNATURE).putInt(VERSION).putInt(VERSION);
        int end = plain.limit();
        while (plain.position() < end) {
            int size = Math.min(BLOCK_BYTES, end - plain.position());
            target = out.moreRoom(blockBound);
            putBlock(plain.slice(plain.position(), size), target);
            plain.position(plain.position() + size);
        }
        return target.flip();
    }

    private static void putBlock(ByteBuffer plain, ByteBuffer target) {
        int at = target.position();
        ByteBuffer room = target.slice(at + Integer.BYTES, target.remaining() - Integer.BYTES);
        try {
            int size = Snappy.compress(plain, room);
            target.putInt(size).position(at + Integer.BYTES + size);
        } catch (IOException e) {
            // Compressing memory into memory with enough room has nothing to fail at.
            throw new UncheckedIOException(e);
        }
    }
}
