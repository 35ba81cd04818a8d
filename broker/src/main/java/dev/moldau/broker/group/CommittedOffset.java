package dev.moldau.broker.group;

import dev.moldau.common.Uuid;

/**
 * How far a group has come in a partition.
 *
 * @param offset the next offset to consume
 * @param leaderEpoch the epoch of the last record consumed; -1 if unknown
 * @param metadata what the client wanted to keep with it
 * @param commitTimestampMs when it was committed, in epoch ms
 * @param expireTimestampMs when it expires whatever the group does, in epoch ms; -1 if the broker's
 *     retention decides
 * @param topicId the topic it was committed for; {@link Uuid#ZERO} if unknown
 */
public record CommittedOffset(
        long offset,
        int leaderEpoch,
        String metadata,
        long commitTimestampMs,
        long expireTimestampMs,
        Uuid topicId) {

    /** The value of {@link #expireTimestampMs} that leaves expiry to the broker. */
    public static final long NO_EXPIRY = -1;
}
