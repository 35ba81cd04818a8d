package dev.moldau.broker.fetch;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.message.FetchRequest;

/**
 * One partition that a fetch asks for. Immutable, so that a session can hand its targets out.
 *
 * @param topic the topic's name, empty if the request uses ids
 * @param topicId the topic's identity, zero if the request uses names
 * @param asked from where and how much
 * @param told what the session has told of it last
 */
record FetchTarget(String topic, Uuid topicId, FetchRequest.Partition asked, Told told) {

    /** As a request names it. */
    FetchTarget(String topic, Uuid topicId, FetchRequest.Partition asked) {
        this(topic, topicId, asked, Told.NOTHING);
    }

    /**
     * The marks that a client knows, because an answer without an error had them.
     *
     * @param highWatermark -1 if it has to hear them again, whatever they are
     */
    record Told(long highWatermark, long logStartOffset) {

        static final Told NOTHING = new Told(-1, -1);

        boolean isNothing() {
            return highWatermark < 0;
        }

        /** Whether an answer has the same. */
        boolean is(long highWatermarkNow, long logStartOffsetNow) {
            return highWatermark == highWatermarkNow && logStartOffset == logStartOffsetNow;
        }
    }

    /** What a session knows the partition by. */
    Key key() {
        return new Key(topic, topicId, asked.partition());
    }

    /** The same, after an answer with an error: all is to be told again. */
    FetchTarget knowingNothing() {
        return told.isNothing() ? this : knowing(Told.NOTHING);
    }

    /** The same, if that was told before. */
    FetchTarget knowing(Told known) {
        return new FetchTarget(topic, topicId, asked, known);
    }

    /** The same, after an answer. A follower also says what it knows; a client does not. */
    FetchTarget knowing(long highWatermark, long logStartOffset) {
        boolean says = asked.highWatermark() != Long.MAX_VALUE;
        if (told.is(highWatermark, logStartOffset)
                && (!says || asked.highWatermark() == highWatermark)) {
            return this;
        }
        return new FetchTarget(
                topic,
                topicId,
                says ? asked(highWatermark) : asked,
                new Told(highWatermark, logStartOffset));
    }

    private FetchRequest.Partition asked(long highWatermark) {
        return new FetchRequest.Partition(
                asked.partition(),
                asked.currentLeaderEpoch(),
                asked.fetchOffset(),
                asked.lastFetchedEpoch(),
                asked.logStartOffset(),
                asked.partitionMaxBytes(),
                asked.replicaDirectoryId(),
                highWatermark);
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
