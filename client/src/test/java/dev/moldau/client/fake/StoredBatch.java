package dev.moldau.client.fake;

import java.util.List;

/**
 * A batch in a log. The identity fields are -1 for a producer without idempotence.
 *
 * @param sizeBytes as it came
 */
record StoredBatch(
        long baseOffset,
        long lastOffset,
        long producerId,
        short producerEpoch,
        int baseSequence,
        int lastSequence,
        int sizeBytes,
        List<LoggedRecord> records) {}
