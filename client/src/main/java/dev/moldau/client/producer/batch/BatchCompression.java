package dev.moldau.client.producer.batch;

import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import org.jspecify.annotations.Nullable;

/**
 * Compresses full batches, each once: by the caller who found it full as long as there are codecs,
 * so that callers share the work, else by the loop. Safe for use by any thread.
 */
final class BatchCompression {

    private static final int COMPRESSING_CALLERS = 4;

    private final AccumulatorSettings settings;
    private final BatchCodec codec;
    private final BufferPool pool;
    private final CodecPool codecs = new CodecPool(COMPRESSING_CALLERS);

    BatchCompression(AccumulatorSettings settings, BatchCodec codec, BufferPool pool) {
        this.settings = settings;
        this.codec = codec;
        this.pool = pool;
    }

    /** Whether there is anything to do at all. */
    boolean isOn() {
        return settings.compression() != Compression.NONE;
    }

    /** The codecs, for who takes batches apart. */
    CodecPool codecs() {
        return codecs;
    }

    /**
     * By the caller who found the batch full; the loop does it if there are no codecs. Does not
     * throw: the caller's own record may be in the batch, and is told of a failure with the others.
     */
    void compressIfPossible(ProducerBatch batch) {
        Codecs borrowed = isOn() ? borrowIfAny() : null;
        if (borrowed == null) {
            return;
        }
        if (batch.queue().claim(batch)) {
            compress(batch, borrowed);
        } else {
            codecs.giveBack(borrowed);
        }
    }

    private @Nullable Codecs borrowIfAny() {
        try {
            return codecs.tryBorrow();
        } catch (OutOfMemoryError noneMade) {
            return null; // as if all were lent; the loop has another try
        }
    }

    /** On the loop, which took the batch before a caller compressed it. Does not throw. */
    void compress(ProducerBatch batch) {
        Codecs borrowed;
        try {
            borrowed = codecs.borrow();
        } catch (OutOfMemoryError noneMade) {
            batch.queue().compressed(batch, noneMade);
            return;
        }
        compress(batch, borrowed);
    }

    /**
     * Memory may be short, a native library may not load: that is for the records of this batch,
     * whose turn to be told comes on the loop. Until then nothing is allocated for it, as that
     * might fail too; and a batch left in the middle would block its partition for ever.
     */
    private void compress(ProducerBatch batch, Codecs borrowed) {
        Throwable failure = null;
        try {
            batch.compress(
                    pool,
                    codec,
                    borrowed,
                    settings.compression(),
                    settings.compressionLevel(),
                    RecordMemory.batchBytes(settings));
        } catch (Throwable thrown) {
            failure = thrown;
        }
        batch.queue().compressed(batch, failure);
        if (failure == null) {
            codecs.giveBack(borrowed);
        } else {
            codecs.discard(borrowed);
        }
    }

    /** Gives back native memory, once nothing is sent any more. */
    void close() {
        codecs.close();
    }
}
