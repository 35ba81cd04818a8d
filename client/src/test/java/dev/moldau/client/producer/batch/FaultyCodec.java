package dev.moldau.client.producer.batch;

import dev.moldau.common.Clock;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.BatchCompressor;
import dev.moldau.protocol.record.BatchView;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A codec that fails when the test says so, and is ours otherwise. */
public final class FaultyCodec implements BatchCodec {

    private final AtomicInteger calls = new AtomicInteger();
    private volatile @Nullable Throwable failure;

    /** From now on it throws this; null to work. */
    public void fail(@Nullable Throwable thrown) {
        failure = thrown;
    }

    /** How often it was asked to compress. */
    public int calls() {
        return calls.get();
    }

    /** An accumulator that compresses with it. */
    public Accumulator accumulator(int batchBytes, long lingerMs, Clock clock) {
        return new Accumulator(
                new AccumulatorSettings(
                        batchBytes, 1 << 20, 1 << 20, lingerMs, Compression.LZ4, 0, true, 0),
                clock,
                new Random(7),
                topic -> {},
                this);
    }

    @Override
    public int compress(BatchView batch, Codecs codecs, Compression compression, int level) {
        calls.incrementAndGet();
        Throwable thrown = failure;
        if (thrown != null) {
            throw sneaky(thrown);
        }
        return BatchCompressor.compress(batch, codecs, compression, level);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
