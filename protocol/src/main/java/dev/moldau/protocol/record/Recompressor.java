package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.compress.CorruptCompressedDataException;
import java.nio.ByteBuffer;

/**
 * Compresses a v2 batch in another way, for topics whose {@code compression.type} is not the
 * producer's. Records are not looked at: only the run of them is inflated and compressed again, so
 * a batch that was valid stays so. Owned by one thread, with its codecs.
 */
public final class Recompressor {

    private final Codecs codecs;
    private final BatchView view = new BatchView();

    /** A recompressor that uses its owner's codecs. */
    public Recompressor(Codecs codecs) {
        this.codecs = codecs;
    }

    /**
     * Compresses a batch with another codec.
     *
     * @param batch valid, of format v2; not changed
     * @param compression how it shall be compressed
     * @param level a level of that compression
     * @param inflatedLimitBytes what the batch may inflate to
     * @return the new batch from position to limit, of the caller's own
     * @throws CorruptRecordsException if the batch does not inflate within the limit
     */
    public ByteBuffer recompress(
            BatchView batch, Compression compression, int level, int inflatedLimitBytes) {
        ByteBuffer plain = plain(batch, inflatedLimitBytes);
        ByteBuffer records =
                compression == Compression.NONE || !plain.hasRemaining()
                        ? plain
                        : codecs.compress(compression, level, plain);
        int size = Math.addExact(BatchView.HEADER_BYTES, records.remaining());
        ByteBuffer target = ByteBuffer.allocate(size);
        target.put(0, batch.buffer(), batch.start(), BatchView.HEADER_BYTES);
        target.put(BatchView.HEADER_BYTES, records, records.position(), records.remaining());
        int attributes = (batch.attributes() & ~BatchView.COMPRESSION_MASK) | compression.id();
        target.putInt(BatchView.SIZE_AT, size - BatchView.SIZE_PREFIX_BYTES);
        target.putShort(BatchView.ATTRIBUTES_AT, (short) attributes);
        return target.putInt(BatchView.CRC_AT, view.wrap(target, 0).computeCrc());
    }

    private ByteBuffer plain(BatchView batch, int inflatedLimitBytes) {
        if (batch.compressionId() == Compression.NONE.id()) {
            return batch.buffer().slice(batch.recordsStart(), batch.recordsSizeBytes());
        }
        try {
            return codecs.decompressWhole(
                    batch.compression(),
                    batch.buffer(),
                    batch.recordsStart(),
                    batch.recordsSizeBytes(),
                    inflatedLimitBytes);
        } catch (CorruptCompressedDataException e) {
            throw new CorruptRecordsException("batch does not inflate: " + e.getMessage(), e);
        }
    }
}
