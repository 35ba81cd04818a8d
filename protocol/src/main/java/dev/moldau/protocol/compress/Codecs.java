package dev.moldau.protocol.compress;

import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The codec contexts and scratch buffers of one owner thread: a lane or a client's network loop
 * makes one, uses it for every batch and closes it when it ends. Contexts come into being when
 * first used, so that an owner that never sees a codec pays nothing for it.
 *
 * <p>Compressed bytes that are not in a direct buffer are copied into one first; the native
 * libraries read nothing else without copying.
 */
public final class Codecs implements AutoCloseable {

    private final Map<Compression, Decompressor> decompressors = new EnumMap<>(Compression.class);
    private final Map<Compression, Compressor> compressors = new EnumMap<>(Compression.class);
    private final Scratch compressedInput = new Scratch();
    private final Scratch plainInput = new Scratch();
    private final Scratch inflated;
    private final Scratch compressed = new Scratch();
    private @Nullable Compressor oldLz4Compressor;
    private @Nullable Decompressor oldLz4Decompressor;

    /** Contexts whose whole inflated runs are in direct buffers. */
    public Codecs() {
        this(new Scratch());
    }

    private Codecs(Scratch inflated) {
        this.inflated = inflated;
    }

    /**
     * Contexts whose whole inflated runs are on the heap, for owners that make arrays of what they
     * read: copying a small range from one array to another costs half of what it costs from direct
     * memory.
     */
    public static Codecs inflatingToHeap() {
        return new Codecs(new Scratch(ByteBuffer::allocate));
    }

    /**
     * Begins to inflate a run of compressed bytes piece by piece.
     *
     * @param compression not {@link Compression#NONE}
     * @param bytes heap or direct; neither position nor limit are moved
     * @param from an absolute index
     * @param limitBytes how much may come out before it counts as an attack
     * @return valid until the next run is begun here
     * @throws CorruptCompressedDataException if the bytes do not even begin well
     */
    public Decompressor decompress(
            Compression compression, ByteBuffer bytes, int from, int length, long limitBytes) {
        return decompressors
                .computeIfAbsent(compression, Codecs::newDecompressor)
                .start(directInput(bytes, from, length), limitBytes);
    }

    /**
     * Inflates a whole run of compressed bytes.
     *
     * @param limitBytes how much may come out before it counts as an attack
     * @return the inflated bytes from position to limit, valid until the next call of this method
     *     or of {@link #decompressWholeOldLz4}
     * @throws CorruptCompressedDataException if the bytes are malformed or inflate beyond the limit
     */
    public ByteBuffer decompressWhole(
            Compression compression, ByteBuffer bytes, int from, int length, int limitBytes) {
        return whole(decompress(compression, bytes, from, length, limitBytes), length);
    }

    /**
     * Inflates an LZ4 frame whose descriptor may have the wrong checksum that clients of message
     * format v0 write (KAFKA-3160), or the right one. As {@link #decompressWhole} otherwise.
     */
    public ByteBuffer decompressWholeOldLz4(
            ByteBuffer bytes, int from, int length, int limitBytes) {
        Decompressor decompressor = oldLz4Decompressor;
        if (decompressor == null) {
            decompressor = new Lz4Decompressor(true);
            oldLz4Decompressor = decompressor;
        }
        return whole(decompressor.start(directInput(bytes, from, length), limitBytes), length);
    }

    private ByteBuffer directInput(ByteBuffer bytes, int from, int length) {
        ByteBuffer source = bytes.slice(from, length);
        return source.isDirect() ? source : compressedInput.room(length).put(source).flip();
    }

    private ByteBuffer whole(Decompressor decompressor, int leastBytes) {
        ByteBuffer whole = inflated.room(leastBytes);
        for (ByteBuffer piece = decompressor.next(); piece != null; piece = decompressor.next()) {
            whole = inflated.moreRoom(piece.remaining());
            whole.put(piece);
        }
        return whole.flip();
    }

    /**
     * Compresses the bytes between position and limit of a buffer, which are not moved.
     *
     * @param compression not {@link Compression#NONE}
     * @param level a level of the codec; one outside its range counts as the nearest inside
     * @return the compressed bytes from position to limit, in a direct buffer that is valid until
     *     the next call of this method or of {@link #compressOldLz4}
     */
    public ByteBuffer compress(Compression compression, int level, ByteBuffer plain) {
        return compressors
                .computeIfAbsent(compression, Codecs::newCompressor)
                .compress(direct(plain), allowedLevel(compression, level), compressed);
    }

    /**
     * Compresses to an LZ4 frame whose descriptor has the wrong checksum that clients of message
     * format v0 insist on (KAFKA-3160). As {@link #compress} otherwise.
     */
    public ByteBuffer compressOldLz4(ByteBuffer plain) {
        Compressor compressor = oldLz4Compressor;
        if (compressor == null) {
            compressor = new Lz4Compressor(true);
            oldLz4Compressor = compressor;
        }
        return compressor.compress(direct(plain), Compression.LZ4.defaultLevel(), compressed);
    }

    private ByteBuffer direct(ByteBuffer plain) {
        return plain.isDirect()
                ? plain.slice()
                : plainInput.room(plain.remaining()).put(plain.duplicate()).flip();
    }

    private static int allowedLevel(Compression compression, int level) {
        return level == compression.defaultLevel()
                ? level
                : Math.max(compression.lowestLevel(), Math.min(level, compression.highestLevel()));
    }

    private static Decompressor newDecompressor(Compression compression) {
        switch (compression) {
            case GZIP:
                return new GzipDecompressor();
            case SNAPPY:
                return new SnappyDecompressor();
            case LZ4:
                return new Lz4Decompressor(false);
            case ZSTD:
                return new ZstdDecompressor();
            case NONE:
                break;
        }
        throw new IllegalArgumentException("nothing to inflate");
    }

    private static Compressor newCompressor(Compression compression) {
        switch (compression) {
            case GZIP:
                return new GzipCompressor();
            case SNAPPY:
                return new SnappyCompressor();
            case LZ4:
                return new Lz4Compressor(false);
            case ZSTD:
                return new ZstdCompressor();
            case NONE:
                break;
        }
        throw new IllegalArgumentException("nothing to compress with");
    }

    /** Frees the native memory of the contexts. */
    @Override
    public void close() {
        decompressors.values().forEach(Decompressor::close);
        compressors.values().forEach(Compressor::close);
        decompressors.clear();
        compressors.clear();
        // The two for old LZ4 hold buffers only, which go with this object.
    }
}
