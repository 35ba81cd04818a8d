package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes gzip of one member. */
final class GzipCompressor implements Compressor {

    private static final int GROWTH_BYTES = 4 * 1024;
    private static final int TRAILER_BYTES = 8;

    /** Signature, method "deflate", no flags, no time, no extra flags, operating system unknown. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};

    private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    private final CRC32 crc = new CRC32();

    @Override
    public ByteBuffer compress(ByteBuffer plain, int level, Scratch out) {
        int size = plain.remaining();
        crc.reset();
        crc.update(plain.duplicate());
        ByteBuffer target = out.room(size / 2 + GROWTH_BYTES).put(HEADER);
        deflater.reset();
        deflater.setLevel(level);
        deflater.setInput(plain);
        deflater.finish();
        while (!deflater.finished()) {
            deflater.deflate(target);
            if (!target.hasRemaining()) {
                target = out.moreRoom(GROWTH_BYTES + target.position() / 2);
            }
        }
        target = out.moreRoom(TRAILER_BYTES);
        target.putInt(Integer.reverseBytes((int) crc.getValue()));
        target.putInt(Integer.reverseBytes(size));
        return target.flip();
    }

    @Override
    public void close() {
        deflater.end();
    }
}
