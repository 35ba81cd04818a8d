package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Inflates one run of compressed bytes piece by piece, so that a batch of any inflated size needs
 * only a window of memory. Got from and owned by a {@link Codecs}; confined to its thread; reused
 * for the next run, which ends this one.
 */
public abstract class Decompressor implements AutoCloseable {

    private long limitBytes;
    private long producedBytes;

    Decompressor() {}

    final Decompressor start(ByteBuffer compressed, long limitBytes) {
        if (!compressed.hasRemaining()) {
            throw new CorruptCompressedDataException("no compressed bytes at all");
        }
        this.limitBytes = limitBytes;
        this.producedBytes = 0;
        begin(compressed);
        return this;
    }

    /**
     * The next piece of inflated bytes, from position to limit of a direct buffer that is valid
     * until the next call, or null at the end.
     *
     * @throws CorruptCompressedDataException if the bytes are malformed or cut off, if bytes are
     *     left after their end, or if they inflate beyond the limit
     */
    public final @Nullable ByteBuffer next() {
        ByteBuffer piece = produce();
        if (piece != null) {
            producedBytes += piece.remaining();
            if (producedBytes > limitBytes) {
                throw beyondLimit();
            }
        }
        return piece;
    }

    /** How many bytes came out since the start. */
    public final long producedBytes() {
        return producedBytes;
    }

    /** Refuses a declared size that the limit or the ratio of the format makes impossible. */
    final int checkDeclared(long declaredBytes, long compressedBytes, int highestRatio) {
        if (declaredBytes < 0 || declaredBytes > compressedBytes * highestRatio + 64) {
            throw new CorruptCompressedDataException(
                    declaredBytes + " bytes cannot come from " + compressedBytes);
        }
        if (producedBytes + declaredBytes > limitBytes) {
            throw beyondLimit();
        }
        return (int) declaredBytes;
    }

    private CorruptCompressedDataException beyondLimit() {
        return new CorruptCompressedDataException("inflates beyond " + limitBytes + " bytes");
    }

    /** Begins with compressed bytes from position to limit of a direct, big-endian buffer. */
    abstract void begin(ByteBuffer compressed);

    /** The next piece, never empty, or null at the end. */
    abstract @Nullable ByteBuffer produce();

    /** Frees native memory. */
    @Override
    public void close() {}
}
