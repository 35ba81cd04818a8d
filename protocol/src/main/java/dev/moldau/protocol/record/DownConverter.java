package dev.moldau.protocol.record;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.compress.CorruptCompressedDataException;
import java.nio.ByteBuffer;

/**
 * Turns batches into messages of format v1 (fetch versions 2 and 3) or v0 (fetch versions 0 and 1).
 * Headers are left out and control batches skipped, for which the old formats have no place. A
 * compressed batch becomes a wrapper of the same codec, except for zstd, which the old formats do
 * not know: its records go out plain.
 *
 * <p>Messages below the reader's offset are left out, and writing stops before the first message
 * that does not fit the target. For a compressed batch, room is counted before compression.
 *
 * <p>Owned by one thread, with its codecs. It copies: do it away from event loops.
 */
public final class DownConverter {

    private final Codecs codecs;
    private final int inflatedLimitBytes;
    private final Batches batches = new Batches();
    private final RecordView records = new RecordView();
    private final LegacyMessages messages;
    private final LegacySetWriter writer;

    /**
     * A converter.
     *
     * @param inflatedLimitBytes what one batch may inflate to
     */
    public DownConverter(Codecs codecs, int inflatedLimitBytes) {
        this.codecs = codecs;
        this.inflatedLimitBytes = inflatedLimitBytes;
        this.messages = new LegacyMessages(codecs, inflatedLimitBytes);
        this.writer = new LegacySetWriter(codecs);
    }

    /**
     * Converts a run of batches.
     *
     * @param run from position to limit, which are not moved; a last batch that is cut off is left
     *     out
     * @param toMagic 0 or 1; batches of this format or an older one go out as they are
     * @param fromOffset the first offset that the reader wants
     * @param target where to write to, up to its limit; its position moves
     * @throws CorruptRecordsException if a batch is malformed or inflates beyond the limit
     */
    public DownConversion convert(ByteBuffer run, int toMagic, long fromOffset, ByteBuffer target) {
        if (toMagic != 0 && toMagic != 1) {
            throw new IllegalArgumentException("no format to convert to: " + toMagic);
        }
        int start = target.position();
        long nextOffset = fromOffset;
        batches.over(run);
        writer.begin(target, toMagic);
        while (batches.next()) {
            BatchView batch = batches.batch();
            if (batch.lastOffset() < fromOffset) {
                continue;
            }
            if (!convertBatch(batch, toMagic, fromOffset, target)) {
                boolean nothing = target.position() == start;
                nextOffset = Math.max(nextOffset, writer.nextOffset());
                return new DownConversion(
                        target.position() - start, nextOffset, nothing ? writer.refusedBytes() : 0);
            }
            nextOffset = batch.lastOffset() + 1;
        }
        return new DownConversion(target.position() - start, nextOffset, 0);
    }

    /** False if the target has no room for the whole of it. */
    private boolean convertBatch(BatchView batch, int toMagic, long fromOffset, ByteBuffer target) {
        if (batch.isControl()) {
            return true;
        }
        if (batch.magic() <= toMagic) {
            return writer.copy(batch);
        }
        int plainStart = target.position();
        Compression compression = knownToOldFormats(batch);
        boolean complete =
                batch.isV2() ? putRecords(batch, fromOffset) : putMessages(batch, fromOffset);
        writer.wrap(plainStart, compression, batch.timestampType(), batch.maxTimestamp());
        return complete;
    }

    private static Compression knownToOldFormats(BatchView batch) {
        if (!Compression.known(batch.compressionId())) {
            throw new CorruptRecordsException("no compression has the id of " + batch);
        }
        Compression compression = batch.compression();
        return compression == Compression.ZSTD ? Compression.NONE : compression;
    }

    private boolean putRecords(BatchView batch, long fromOffset) {
        try {
            records.over(batch, codecs, inflatedLimitBytes);
        } catch (CorruptCompressedDataException e) {
            throw new CorruptRecordsException("batch does not inflate: " + e.getMessage(), e);
        }
        while (records.next()) {
            if (records.offset() >= fromOffset
                    && !writer.put(
                            records.offset(),
                            batch.timestampType(),
                            records.timestamp(),
                            records.buffer(),
                            records.keyStart(),
                            records.keySize(),
                            records.valueStart(),
                            records.valueSize())) {
                return false;
            }
        }
        return true;
    }

    private boolean putMessages(BatchView entry, long fromOffset) {
        messages.over(entry.buffer(), entry.start(), entry.start() + entry.sizeBytes());
        while (messages.next()) {
            if (messages.offset() >= fromOffset
                    && !writer.put(
                            messages.offset(),
                            messages.timestampType(),
                            messages.timestamp(),
                            messages.buffer(),
                            messages.keyStart(),
                            messages.keySize(),
                            messages.valueStart(),
                            messages.valueSize())) {
                return false;
            }
        }
        return true;
    }
}
