package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import java.nio.ByteBuffer;

/** Compresses a batch after it was written, where its writer did not. Without state. */
public final class BatchCompressor {

    private BatchCompressor() {}

    /**
     * Compresses the records of a plain v2 batch in place, if that makes them smaller; otherwise
     * the batch stays as it is. The checksum is stale afterwards, until {@link BatchView#stampCrc}.
     *
     * @param codec not {@link Compression#NONE}
     * @param level a level of the codec; one outside its range counts as the nearest inside
     * @return the bytes of the batch now
     */
    public static int compress(BatchView batch, Codecs codecs, Compression codec, int level) {
        assert batch.isV2() && batch.compressionId() == Compression.NONE.id();
        int start = batch.start();
        int plainSize = batch.recordsSizeBytes();
        ByteBuffer bytes = batch.buffer();
        ByteBuffer compressed =
                codecs.compress(codec, level, bytes.slice(batch.recordsStart(), plainSize));
        int size = compressed.remaining();
        if (size >= plainSize) {
            return batch.sizeBytes();
        }
        bytes.put(batch.recordsStart(), compressed, compressed.position(), size);
        bytes.putShort(start + BatchView.ATTRIBUTES_AT, (short) (batch.attributes() | codec.id()));
        int sizeField = BatchView.HEADER_BYTES + size - BatchView.SIZE_PREFIX_BYTES;
        bytes.putInt(start + BatchView.SIZE_AT, sizeField);
        return BatchView.HEADER_BYTES + size;
    }
}
