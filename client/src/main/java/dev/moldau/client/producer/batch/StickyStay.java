package dev.moldau.client.producer.batch;

import org.jspecify.annotations.Nullable;

/**
 * The time for which a topic's records without a key go to one partition. Its count is guarded by
 * that partition's queue.
 */
final class StickyStay {

    private static final int LEAST_RECORD_BYTES = 7;

    final int partition;
    private long bytes;

    StickyStay(int partition) {
        this.partition = partition;
    }

    void took(byte @Nullable [] key, byte @Nullable [] value) {
        bytes +=
                LEAST_RECORD_BYTES
                        + (key == null ? 0 : key.length)
                        + (value == null ? 0 : value.length);
    }

    boolean tookAny() {
        return bytes > 0;
    }

    boolean tookAtLeast(int batchBytes) {
        return bytes >= batchBytes;
    }
}
