package dev.moldau.client.fake;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A batch in a log. The identity fields are -1 for a producer without idempotence.
 *
 * @param sizeBytes as it came
 * @param epoch the leader epoch in which it was appended
 * @param bytes as a fetch brings it
 */
record StoredBatch(
        long baseOffset,
        long lastOffset,
        long producerId,
        short producerEpoch,
        int baseSequence,
        int lastSequence,
        int sizeBytes,
        int epoch,
        ByteBuffer bytes,
        List<LoggedRecord> records) {}
