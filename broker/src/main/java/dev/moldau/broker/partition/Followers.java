package dev.moldau.broker.partition;

import dev.moldau.cluster.controller.IsrProposal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The other replicas of a partition that is led here. An immutable list of what the partition's
 * lane changes; another assignment makes another list, with the progress of those who stay.
 */
final class Followers {

    private final ReplicaProgress[] all;

    Followers(Leadership leadership, @Nullable Followers before) {
        List<ReplicaProgress> found = new ArrayList<>();
        for (int brokerId : leadership.replicas()) {
            if (brokerId != leadership.brokerId()) {
                ReplicaProgress known = before == null ? null : before.find(brokerId);
                found.add(known == null ? new ReplicaProgress(brokerId) : known);
            }
        }
        this.all = found.toArray(new ReplicaProgress[0]);
    }

    boolean isEmpty() {
        return all.length == 0;
    }

    /** Null if that broker does not have the partition. Any thread. */
    @Nullable ReplicaProgress find(int brokerId) {
        for (ReplicaProgress one : all) {
            if (one.brokerId() == brokerId) {
                return one;
            }
        }
        return null;
    }

    /** The epoch with which a follower fetched last; -1 if it did not tell or is none. */
    long brokerEpochOf(int brokerId) {
        ReplicaProgress one = find(brokerId);
        return one == null ? IsrProposal.UNKNOWN_EPOCH : one.brokerEpoch();
    }

    /** Gives those among the brokers the whole time limit to come. */
    void trust(List<Integer> brokers, long nowMs) {
        for (ReplicaProgress one : all) {
            if (brokers.contains(one.brokerId())) {
                one.trustFrom(nowMs);
            }
        }
    }

    /** What those had done does not count any more. */
    void startOver(IntPredicate which) {
        for (ReplicaProgress one : all) {
            if (which.test(one.brokerId())) {
                one.startOver();
            }
        }
    }

    /** The leader has appended to a log that ended there. */
    void leaderAppends(long endBefore, long nowMs) {
        for (ReplicaProgress one : all) {
            one.leaderAppends(endBefore, nowMs);
        }
    }

    /**
     * Up to where all have the log that count as in sync, or will in a moment: the high watermark
     * would run away from a follower that is nearly there.
     *
     * @param leaderEnd where the leader's log ends
     * @param mayJoin who may be in sync: a broker that is about to stop fetches to its end, in vain
     */
    long replicated(
            long leaderEnd, IntPredicate counts, IntPredicate mayJoin, long nowMs, long maxLagMs) {
        long least = leaderEnd;
        for (ReplicaProgress one : all) {
            int id = one.brokerId();
            if (one.logEnd() < least
                    && (counts.test(id)
                            || (one.isJoining(leaderEnd, nowMs, maxLagMs) && mayJoin.test(id)))) {
                least = one.logEnd();
            }
        }
        return least;
    }

    /**
     * The least offset at which the logs of those begin that are there; {@link
     * ReplicaProgress#UNKNOWN} if one of them has not told. Any thread.
     *
     * @param leaderStart where the leader's log begins
     */
    long lowWatermark(long leaderStart, IntPredicate isThere) {
        long least = leaderStart;
        for (ReplicaProgress one : all) {
            if (isThere.test(one.brokerId())) {
                least = Math.min(least, one.logStart());
            }
        }
        return least;
    }

    /** Those among the brokers that have been behind for too long. */
    List<Integer> lagging(List<Integer> brokers, long leaderEnd, long nowMs, long maxLagMs) {
        List<Integer> found = new ArrayList<>();
        for (ReplicaProgress one : all) {
            if (brokers.contains(one.brokerId()) && one.lags(leaderEnd, nowMs, maxLagMs)) {
                found.add(one.brokerId());
            }
        }
        return found;
    }

    /** Those among the brokers whose logs have an offset or end there. Any thread. */
    List<Integer> at(long offset, List<Integer> brokers) {
        List<Integer> found = new ArrayList<>();
        for (ReplicaProgress one : all) {
            if (brokers.contains(one.brokerId()) && one.has(offset)) {
                found.add(one.brokerId());
            }
        }
        return found;
    }

    /** Those of whom that is true. */
    List<Integer> matching(Predicate<ReplicaProgress> condition) {
        List<Integer> found = new ArrayList<>();
        for (ReplicaProgress one : all) {
            if (condition.test(one)) {
                found.add(one.brokerId());
            }
        }
        return found;
    }

    /** Whether one is not among the brokers, or not at the end of the leader's log. Any thread. */
    boolean anyBehind(List<Integer> brokers, long leaderEnd) {
        for (ReplicaProgress one : all) {
            if (one.logEnd() != leaderEnd || !brokers.contains(one.brokerId())) {
                return true;
            }
        }
        return false;
    }
}
