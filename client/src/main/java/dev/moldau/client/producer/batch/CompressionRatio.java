package dev.moldau.client.producer.batch;

/**
 * How well a topic's records compress, learned from its batches: the compressed size by the plain
 * one. Believes good news slowly and bad news at once, as a batch that came out too large costs
 * more than one that could have been larger. Safe for use by any thread; of two that teach it at
 * the same time one is forgotten.
 */
final class CompressionRatio {

    private static final float BEST = 1f / BufferPool.LARGEST_MULTIPLE;
    private static final float STEP = 0.9f;

    private volatile float ratio = 1;

    /** Learns from a batch. */
    void learn(int plainBytes, int compressedBytes) {
        float seen = Math.min(1, (float) compressedBytes / plainBytes);
        ratio = seen >= ratio ? seen : Math.max(Math.max(seen, ratio * STEP), BEST);
    }

    /** How many plain bytes become about so many compressed ones. */
    int plainBytes(int compressedBytes) {
        return (int) Math.min(Integer.MAX_VALUE, compressedBytes / ratio);
    }
}
