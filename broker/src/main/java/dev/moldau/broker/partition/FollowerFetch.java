package dev.moldau.broker.partition;

import dev.moldau.storage.EpochEnd;
import dev.moldau.storage.LogView;

/**
 * What a follower's fetch tells the leader of how far it is.
 *
 * @param replicaId the follower
 * @param replicaEpoch which of the follower's registrations that is, -1 if it does not tell
 * @param leaderEpoch the epoch in which it takes this broker for the leader
 * @param offset what it fetches next: it has everything before
 * @param lastFetchedEpoch the epoch of its last record, -1 if it has none
 * @param logStartOffset where its log begins, -1 if it does not tell
 */
public record FollowerFetch(
        int replicaId,
        long replicaEpoch,
        int leaderEpoch,
        long offset,
        int lastFetchedEpoch,
        long logStartOffset) {

    /** Whether it has, up to its offset, what the leader has. */
    boolean agreesWith(LogView leaders) {
        if (offset < leaders.logStartOffset() || offset > leaders.logEndOffset()) {
            return false;
        }
        if (lastFetchedEpoch < 0) {
            return true;
        }
        EpochEnd end = leaders.endOffsetFor(lastFetchedEpoch);
        return end.leaderEpoch() == lastFetchedEpoch && end.endOffset() >= offset;
    }
}
