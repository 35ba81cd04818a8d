package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHashFactory;
import org.jspecify.annotations.Nullable;

/**
 * Inflates one LZ4 frame of independent blocks of 64 KB to 4 MB, with and without checksums and
 * content size. What Kafka's Java clients do not read is refused here, or one producer's batch
 * would stop every consumer behind it: blocks that lean on the ones before them, and outside of
 * message format v0 the old wrong descriptor checksum.
 */
final class Lz4Decompressor extends Decompressor {

    private static final int SMALLEST_FRAME_BYTES = 7;
    private static final int CHECKSUM_BYTES = 4;
    private static final long UNKNOWN_SIZE = -1;

    private final LZ4SafeDecompressor decompressor =
            LZ4Factory.fastestInstance().safeDecompressor();
    private final StreamingXXHash32 contentHash =
            XXHashFactory.fastestInstance().newStreamingHash32(0);
    private final byte[] hashPiece = new byte[4 * 1024];
    private final Scratch block = new Scratch();
    private final boolean oldChecksumAllowed;

    private ByteBuffer compressed = ByteBuffer.allocate(0);
    private int flags;
    private int blockBytes;
    private long contentSize;

    /**
     * Makes a decompressor for many frames.
     *
     * @param oldChecksumAllowed whether the wrong descriptor checksum of message format v0 will do
     */
    Lz4Decompressor(boolean oldChecksumAllowed) {
        this.oldChecksumAllowed = oldChecksumAllowed;
    }

    @Override
    void begin(ByteBuffer compressed) {
        this.compressed = compressed;
        readDescriptor();
        contentHash.reset();
    }

    private void readDescriptor() {
        require(SMALLEST_FRAME_BYTES);
        int frameStart = compressed.position();
        if (nextInt() != Lz4Frame.SIGNATURE) {
            throw new CorruptCompressedDataException("lz4: no frame");
        }
        flags = compressed.get() & 0xff;
        int sizeByte = compressed.get() & 0xff;
        int sizeId = sizeByte >> 4;
        if ((flags & Lz4Frame.VERSION_MASK) != Lz4Frame.VERSION_1
                || (flags & (Lz4Frame.FLAG_RESERVED | Lz4Frame.FLAG_DICTIONARY)) != 0
                || sizeId < Lz4Frame.BLOCK_64_KB
                || sizeId > Lz4Frame.BLOCK_4_MB
                || (sizeByte & 0x0f) != 0) {
            throw new CorruptCompressedDataException("lz4: descriptor not supported");
        }
        if (!has(Lz4Frame.FLAG_INDEPENDENT)) {
            throw new CorruptCompressedDataException(
                    "lz4: linked blocks, which Kafka's clients do not read; let the producer's"
                            + " library write independent ones");
        }
        blockBytes = Lz4Frame.blockBytes(sizeId);
        contentSize = UNKNOWN_SIZE;
        if (has(Lz4Frame.FLAG_CONTENT_SIZE)) {
            require(Long.BYTES);
            contentSize = Long.reverseBytes(compressed.getLong());
        }
        checkDescriptor(frameStart);
    }

    private void checkDescriptor(int frameStart) {
        require(1);
        int end = compressed.position();
        byte stored = compressed.get();
        int descriptorStart = frameStart + Integer.BYTES;
        boolean right =
                stored
                        == Lz4Frame.descriptorChecksum(
                                compressed, descriptorStart, end - descriptorStart);
        boolean old =
                stored == Lz4Frame.descriptorChecksum(compressed, frameStart, end - frameStart);
        if (!right && !(old && oldChecksumAllowed)) {
            throw new CorruptCompressedDataException(
                    old
                            ? "lz4: the descriptor checksum is the old one of message format v0"
                            : "lz4: descriptor checksum does not match");
        }
    }

    @Override
    @Nullable ByteBuffer produce() {
        while (true) {
            int sizeField = requireInt();
            if (sizeField == 0) {
                endFrame();
                return null;
            }
            ByteBuffer piece = inflateBlock(sizeField);
            if (piece.hasRemaining()) {
                return piece;
            }
        }
    }

    private ByteBuffer inflateBlock(int sizeField) {
        int size = sizeField & ~Lz4Frame.PLAIN_BLOCK;
        boolean plain = (sizeField & Lz4Frame.PLAIN_BLOCK) != 0;
        int checksumBytes = has(Lz4Frame.FLAG_BLOCK_CHECKSUM) ? CHECKSUM_BYTES : 0;
        if (size > blockBytes) {
            throw new CorruptCompressedDataException("lz4: block of " + size + " bytes");
        }
        require(size + checksumBytes);
        int from = compressed.position();
        compressed.position(from + size);
        if (checksumBytes > 0 && nextInt() != Lz4Frame.hash(compressed, from, size)) {
            throw new CorruptCompressedDataException("lz4: block checksum does not match");
        }
        ByteBuffer target = block.room(blockBytes);
        if (plain) {
            target.put(0, compressed, from, size).limit(size);
        } else {
            target.limit(inflateInto(target, compressed.slice(from, size)));
        }
        updateContentHash(target);
        return target;
    }

    private int inflateInto(ByteBuffer target, ByteBuffer source) {
        try {
            return decompressor.decompress(source, 0, source.limit(), target, 0, blockBytes);
        } catch (LZ4Exception e) {
            throw new CorruptCompressedDataException("lz4: " + e.getMessage(), e);
        }
    }

    private void updateContentHash(ByteBuffer piece) {
        if (has(Lz4Frame.FLAG_CONTENT_CHECKSUM)) {
            for (int at = piece.position(); at < piece.limit(); at += hashPiece.length) {
                int length = Math.min(hashPiece.length, piece.limit() - at);
                piece.get(at, hashPiece, 0, length);
                contentHash.update(hashPiece, 0, length);
            }
        }
    }

    private void endFrame() {
        if (has(Lz4Frame.FLAG_CONTENT_CHECKSUM) && requireInt() != contentHash.getValue()) {
            throw new CorruptCompressedDataException("lz4: content checksum does not match");
        }
        if (contentSize != UNKNOWN_SIZE && contentSize != producedBytes()) {
            throw new CorruptCompressedDataException("lz4: content size does not match");
        }
        if (compressed.hasRemaining()) {
            throw new CorruptCompressedDataException("lz4: bytes after the frame");
        }
    }

    private boolean has(int flag) {
        return (flags & flag) != 0;
    }

    private int requireInt() {
        require(Integer.BYTES);
        return nextInt();
    }

    private int nextInt() {
        return Integer.reverseBytes(compressed.getInt());
    }

    private void require(int bytes) {
        if (compressed.remaining() < bytes) {
            throw new CorruptCompressedDataException("lz4: cut off");
        }
    }
}
