package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;

/** Compresses a whole run at once. Owned by a {@link Codecs}; confined to its thread. */
interface Compressor extends AutoCloseable {

    /**
     * Compresses what lies between position and limit of {@code plain}.
     *
     * @param plain a direct buffer, big-endian, whose position may move
     * @param level a level of the codec, already checked
     * @param out where to put the result; it is valid until {@code out} is used again
     * @return the compressed bytes, from position to limit
     */
    ByteBuffer compress(ByteBuffer plain, int level, Scratch out);

    /** Frees native memory. */
    @Override
    default void close() {}
}
