package dev.moldau.broker.fetch;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.message.FetchRequest;

/**
 * One partition that a fetch asks for. Immutable, so that a session can hand its targets out.
 *
 * @param topic the topic's name, empty if the request uses ids
 * @param topicId the topic's identity, zero if the request uses names
 * @param asked from where and how much
 */
record FetchTarget(String topic, Uuid topicId, FetchRequest.Partition asked) {

    /** What a session knows the partition by. */
    Key key() {
        return new Key(topic, topicId, asked.partition());
    }

    /**
     * The same, for a follower that was told a high watermark; clients do not say what they know.
     */
    FetchTarget knowing(long highWatermark) {
        if (asked.highWatermark() == Long.MAX_VALUE || asked.highWatermark() == highWatermark) {
            return this;
        }
        return new FetchTarget(
                topic,
                topicId,
                new FetchRequest.Partition(
                        asked.partition(),
                        asked.currentLeaderEpoch(),
                        asked.fetchOffset(),
                        asked.lastFetchedEpoch(),
                        asked.logStartOffset(),
                        asked.partitionMaxBytes(),
                        asked.replicaDirectoryId(),
                        highWatermark));
    }

    /**
     * A partition's name within a session, which uses either names or ids.
     *
     * @param topic the topic's name, empty if the session uses ids
     * @param topicId the topic's identity, zero if the session uses names
     * @param partition the partition's index
     */
    record Key(String topic, Uuid topicId, int partition) {}
}
