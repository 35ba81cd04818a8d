package dev.moldau.client.producer.batch;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.BatchCompressor;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.RecordView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a batch that was too large for its broker apart. Reads its records and writes them again,
 * with the same timestamps, keys, values and headers, in as few batches as keep to the limit: where
 * records are compressed, as many as the whole's ratio lets expect, and fewer where that was too
 * many. One use.
 */
final class BatchSplitter {

    private final ProducerBatch whole;
    private final int maxBytes;
    private final Accumulator owner;
    private final Compression codec;
    private final BatchWriter writer = new BatchWriter();
    private final List<ProducerBatch> parts = new ArrayList<>();

    BatchSplitter(ProducerBatch whole, int maxBytes) {
        this.whole = whole;
        this.maxBytes = maxBytes;
        this.owner = whole.queue().owner();
        this.codec = new BatchView().wrap(whole.buffer(), 0).compression();
    }

    List<ProducerBatch> split() {
        CodecPool pool = owner.compression().codecs();
        Codecs reading = pool.borrow();
        Codecs writing = pool.borrow();
        try {
            BatchView batch = new BatchView().wrap(whole.buffer().clear(), 0);
            RecordView records = new RecordView().over(batch, reading, Integer.MAX_VALUE);
            int plainBytes = plainBytesFor(whole.sizeBytes(), whole.plainBytes());
            cut(records, whole.recordCount(), plainBytes, writing);
        } finally {
            pool.giveBack(reading);
            pool.giveBack(writing);
        }
        return parts;
    }

    /** How many plain bytes to try for a part, given what came of others. */
    private int plainBytesFor(int sizeBytes, int plainBytes) {
        if (sizeBytes >= plainBytes) {
            return maxBytes;
        }
        double careful = 0.9 * maxBytes * plainBytes / sizeBytes;
        return (int) Math.max(maxBytes, Math.min(careful, plainBytes * 0.75));
    }

    private void cut(RecordView records, int count, int plainBytes, Codecs writing) {
        int cut = 0;
        boolean more = records.next();
        while (more) {
            long bound = BatchView.HEADER_BYTES + (long) records.sizeBytes() + Long.BYTES;
            int room = (int) Math.max(plainBytes, bound);
            ByteBuffer target = owner.pool().takeOverdrawing(room);
            writer.begin(target, BatchSettings.PLAIN);
            int taken = 0;
            while (more && writer.tryAppendNext(records)) {
                taken++;
                // The first record has the room it needs; more only if the part keeps its limit.
                target.limit(Math.max(target.position(), Math.min(plainBytes, room)));
                more = records.next();
            }
            add(target, taken, writing);
            cut += taken;
        }
        if (cut != count) {
            throw new IllegalStateException(cut + " records where the batch has " + count);
        }
    }

    private void add(ByteBuffer target, int taken, Codecs writing) {
        int plain = writer.finishWithoutChecksum();
        int size = plain;
        if (codec != Compression.NONE) {
            BatchView view = new BatchView().wrap(target, 0);
            size =
                    BatchCompressor.compress(
                            view, writing, codec, owner.settings().compressionLevel());
        }
        ProducerBatch part = ProducerBatch.part(whole, target, taken, plain, size);
        if (size > maxBytes && taken > 1) {
            // Compressed worse than the whole: again, with less at a time.
            parts.addAll(new BatchSplitter(part, maxBytes).split());
            owner.pool().giveBack(target);
        } else {
            parts.add(part);
        }
    }
}
