package dev.moldau.broker.replication;

import dev.moldau.client.Backoff;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.storage.LogView;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One partition as its fetcher follows it, in one leader epoch. A change of epoch or of leader
 * makes another one of these, so that whatever is still under way for the old one is told from it.
 *
 * <p>Confined to the loop, but for what {@link #lag} reads.
 */
final class Followed {

    private static final long UNKNOWN = -1;

    private final FollowedLog log;
    private final PartitionKey key;
    private final int leaderEpoch;
    private final boolean throttled;

    /** Failures in a row. */
    private int failures;

    private long pausedUntilMs = Long.MIN_VALUE;
    private boolean over;

    /** What was asked for last, and the log as it was then. */
    private FetchRequest.@Nullable Partition wish;

    private @Nullable LogView wishedAt;
    private @Nullable Wanted askedIn;

    private volatile long leaderHighWatermark = UNKNOWN;
    private volatile @Nullable String lastError;

    /**
     * @param throttled whether fetching it counts against the follower's throttle
     */
    Followed(FollowedLog log, int leaderEpoch, boolean throttled) {
        this.log = log;
        this.key = PartitionKey.of(log);
        this.leaderEpoch = leaderEpoch;
        this.throttled = throttled;
    }

    FollowedLog log() {
        return log;
    }

    PartitionKey key() {
        return key;
    }

    TopicPartition name() {
        return log.name();
    }

    int leaderEpoch() {
        return leaderEpoch;
    }

    boolean isThrottled() {
        return throttled;
    }

    /**
     * Whether the partition has gone out of service: nothing is fetched until it is opened anew.
     */
    boolean isOver() {
        return over;
    }

    /** When it can be fetched again, on the loop's clock; in the past if now. */
    long pausedUntilMs() {
        return pausedUntilMs;
    }

    /** What is asked of the leader: all from the log's end on. The same while the log is. */
    FetchRequest.Partition wish(int maxBytes) {
        LogView view = log.view();
        FetchRequest.Partition known = wish;
        if (known != null && view == wishedAt) {
            return known;
        }
        FetchRequest.Partition changed =
                new FetchRequest.Partition(
                        key.partition(),
                        leaderEpoch,
                        view.logEndOffset(),
                        lastEpoch(view),
                        view.logStartOffset(),
                        maxBytes,
                        Uuid.ZERO,
                        view.highWatermark());
        wish = changed;
        wishedAt = view;
        return changed;
    }

    /** Rounds ask for it. */
    void askedIn(Wanted wanted) {
        askedIn = wanted;
    }

    /** Whether those rounds ask for it that ask for the wanted. */
    boolean isAskedIn(@Nullable Wanted wanted) {
        return wanted != null && wanted == askedIn;
    }

    /** From where on the latest round asks. */
    long askedOffset() {
        return Objects.requireNonNull(wish, "asked for").fetchOffset();
    }

    /**
     * The epoch of the last record. Not the log's latest epoch: a broker that led without appending
     * anything knows one that no other broker may have heard of.
     */
    private static int lastEpoch(LogView view) {
        long end = view.logEndOffset();
        return end > view.logStartOffset() ? view.epochOf(end - 1) : -1;
    }

    /** Hears where the leader's high watermark is. */
    void heard(long highWatermark) {
        leaderHighWatermark = highWatermark;
    }

    /** Whether the log had all that is committed when the leader last spoke. */
    boolean isCaughtUp() {
        long committed = leaderHighWatermark;
        return committed != UNKNOWN && log.view().logEndOffset() >= committed;
    }

    void succeeded() {
        failures = 0;
        lastError = null;
    }

    /** Something went wrong, which may be better the next time. */
    void failed(String error, long nowMs, Backoff pace) {
        lastError = error;
        pausedUntilMs = nowMs + pace.afterMs(++failures);
    }

    /** Nothing can be done until the partition is opened anew. */
    void over(String error) {
        lastError = error;
        over = true;
    }

    /** How far the log is behind; any thread. */
    ReplicaLag lag(int leaderId) {
        long committed = leaderHighWatermark;
        long lag = committed == UNKNOWN ? -1 : Math.max(0, committed - log.view().logEndOffset());
        return new ReplicaLag(name(), leaderId, lag, lastError);
    }

    @Override
    public String toString() {
        return name() + " in epoch " + leaderEpoch;
    }
}
