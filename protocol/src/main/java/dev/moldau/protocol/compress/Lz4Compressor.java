package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.jspecify.annotations.Nullable;

/** Writes LZ4 frames of independent 64 KB blocks without checksums, as Kafka's clients expect. */
final class Lz4Compressor implements Compressor {

    private static final int BLOCK_BYTES = Lz4Frame.blockBytes(Lz4Frame.BLOCK_64_KB);
    private static final int DESCRIPTOR_BYTES = 2;

    private final LZ4Factory factory = LZ4Factory.fastestInstance();
    private final LZ4Compressor fast = factory.fastCompressor();
    private final int blockBound = Integer.BYTES + fast.maxCompressedLength(BLOCK_BYTES);
    private final boolean oldChecksum;

    private @Nullable LZ4Compressor thorough;
    private int thoroughLevel;

    /**
     * A compressor.
     *
     * @param oldChecksum whether the descriptor's checksum is the wrong one of message format v0
     */
    Lz4Compressor(boolean oldChecksum) {
        this.oldChecksum = oldChecksum;
    }

    @Override
    public ByteBuffer compress(ByteBuffer plain, int level, Scratch out) {
        LZ4Compressor compressor = forLevel(level);
        ByteBuffer target = out.room(blockBound);
        putDescriptor(target);
        int end = plain.limit();
        for (int from = plain.position(); from < end; from += BLOCK_BYTES) {
            target = out.moreRoom(blockBound);
            putBlock(compressor, plain, from, Math.min(BLOCK_BYTES, end - from), target);
        }
        target = out.moreRoom(Integer.BYTES);
        return target.putInt(0).flip();
    }

    /**
     * The default level means the fast compressor, every other one the thorough one, as in Kafka.
     */
    private LZ4Compressor forLevel(int level) {
        if (level == Compression.LZ4.defaultLevel()) {
            return fast;
        }
        LZ4Compressor chosen = thorough;
        if (chosen == null || thoroughLevel != level) {
            chosen = factory.highCompressor(level);
            thorough = chosen;
            thoroughLevel = level;
        }
        return chosen;
    }

    private void putDescriptor(ByteBuffer target) {
        target.putInt(Integer.reverseBytes(Lz4Frame.SIGNATURE));
        target.put((byte) (Lz4Frame.VERSION_1 | Lz4Frame.FLAG_INDEPENDENT));
        target.put((byte) (Lz4Frame.BLOCK_64_KB << 4));
        int from = oldChecksum ? 0 : Integer.BYTES;
        int length = Integer.BYTES + DESCRIPTOR_BYTES - from;
        target.put(Lz4Frame.descriptorChecksum(target, from, length));
    }

    private static void putBlock(
            LZ4Compressor compressor, ByteBuffer plain, int from, int length, ByteBuffer target) {
        int at = target.position();
        int dataAt = at + Integer.BYTES;
        int size =
                compressor.compress(plain, from, length, target, dataAt, target.limit() - dataAt);
        int sizeField = size;
        if (size >= length) {
            target.put(dataAt, plain, from, length);
            size = length;
            sizeField = length | Lz4Frame.PLAIN_BLOCK;
        }
        target.putInt(Integer.reverseBytes(sizeField)).position(dataAt + size);
    }
}
