package dev.moldau.broker.replication;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.AnswerBytes;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the partitions that one broker leads up to date, or a share of them: fetches, hands the
 * answer to the partitions' lanes, and fetches again when they are done.
 *
 * <p>One request is under way at a time. The next one tells the leader where the logs end, which
 * the leader counts as acknowledged, so it cannot leave before the records of the last answer are
 * in the logs; and the leader answers requests of one connection in their order anyway. While one
 * fetcher's lanes write, others fetch ({@code num.replica.fetchers}).
 *
 * <p>Confined to the loop. Life cycle: fetches while it has partitions; {@link #end} ends it for
 * good. Invariants: a round belongs to the partitions as they were when it was encoded, and its
 * answer touches only those that still are the same; no answer changes a log twice.
 */
final class ReplicaFetcher implements FetchRound.Owner, Handover.Sink {

    private static final Logger LOG = LoggerFactory.getLogger(ReplicaFetcher.class);
    private static final long NEVER = Long.MAX_VALUE;

    /** How long a look at all partitions serves while nothing happens. */
    private static final long LOOK_AGAIN_MS = 5_000;

    private final FetcherContext context;
    private final int index;
    private final LeaderSession session = new LeaderSession();
    private final Map<PartitionKey, Followed> partitions = new LinkedHashMap<>();
    private final Backoff pace;
    private final Answers answers;

    private Node leader;

    /** What the next round asks for as well, unless something happens; null if it has to look. */
    private @Nullable Wanted quiet;

    private long lookedMs = Long.MIN_VALUE / 2;

    /** The request that is under way; null between an answer and the next request. */
    private @Nullable FetchRound underWay;

    private boolean withLanes;

    private int failures;
    private long pausedUntilMs = Long.MIN_VALUE;
    private Timer.@Nullable Timeout wakeUp;
    private @Nullable Runnable whenIdle;
    private boolean ended;
    private volatile FetcherState state;

    ReplicaFetcher(FetcherContext context, Node leader, int index) {
        this.context = context;
        this.leader = leader;
        this.index = index;
        this.pace = context.backoff();
        this.answers = new Answers(context);
        this.state = new FetcherState(leader.id(), index, 0, null);
    }

    /** What it does; any thread. */
    FetcherState state() {
        return state;
    }

    boolean isEmpty() {
        return partitions.isEmpty();
    }

    boolean follows(Followed followed) {
        return partitions.get(followed.key()) == followed;
    }

    /** The leader is to be found elsewhere from now on. */
    void moveTo(Node node) {
        leader = node;
    }

    /** Follows a partition from now on, in place of what it was before; to be woken after that. */
    void add(Followed followed) {
        partitions.put(followed.key(), followed);
        quiet = null;
        publish(state.lastError());
    }

    /** Follows a partition no more, unless it is another one by now. */
    void remove(Followed followed) {
        partitions.remove(followed.key(), followed);
        quiet = null;
        publish(state.lastError());
    }

    /**
     * Ends: nothing is fetched any more.
     *
     * @param idle told, now or later, when no lane has anything of it under way; an answer that is
     *     still to come is dropped
     */
    void end(Runnable idle) {
        ended = true;
        partitions.clear();
        stopTimer();
        if (session.id() != 0 && context.network().isReady(leader)) {
            context.network().send(leader, SessionNote.farewell(context, session.id()));
        }
        if (withLanes) {
            whenIdle = idle;
        } else {
            idle.run();
        }
    }

    /**
     * Fetches if it may and there is something to fetch. A round that the leader keeps until
     * something happens is hurried when there is something to fetch that it does not ask for.
     */
    void wake() {
        FetchRound waiting = underWay;
        if (withLanes || ended || (waiting != null && !waiting.canBeHurried())) {
            return;
        }
        long dueMs = dueMs(waiting);
        if (dueMs > context.nowMs()) {
            wakeAt(dueMs);
        } else if (waiting != null) {
            waiting.hurry(leader);
        } else {
            stopTimer();
            FetchRound next = new FetchRound(context, session, this);
            underWay = next;
            context.network().send(leader, next);
        }
    }

    /**
     * When there is something to fetch that a round, if there is one, does not ask for; some time
     * in the past if now.
     */
    private long dueMs(@Nullable FetchRound waiting) {
        long nowMs = context.nowMs();
        long dueMs = NEVER;
        for (Followed followed : partitions.values()) {
            if (waiting == null || !waiting.asksFor(followed)) {
                dueMs = Math.min(dueMs, dueMs(followed));
            }
            if (dueMs <= nowMs) {
                break;
            }
        }
        return dueMs == NEVER ? NEVER : Math.max(dueMs, pausedUntilMs);
    }

    private long dueMs(Followed followed) {
        if (followed.isOver()) {
            return NEVER;
        }
        boolean held = followed.isThrottled() && !followed.isCaughtUp();
        long freeMs = held ? context.nowMs() + context.throttle().waitMs() : Long.MIN_VALUE;
        return Math.max(followed.pausedUntilMs(), freeMs);
    }

    private void wakeAt(long dueMs) {
        stopTimer();
        if (dueMs == NEVER) {
            return;
        }
        wakeUp =
                context.loop()
                        .schedule(
                                dueMs - context.nowMs(),
                                () -> {
                                    wakeUp = null;
                                    wake();
                                });
    }

    private void stopTimer() {
        if (wakeUp != null) {
            wakeUp.cancel();
            wakeUp = null;
        }
    }

    /**
     * The same as in the round before if that brought nothing and nobody came or went: then a look
     * at each partition would only show what was seen before. What others do to a log that follows,
     * which is to remove old segments, is seen a little later.
     */
    @Override
    public Wanted wanted() {
        long nowMs = context.nowMs();
        Wanted known = quiet;
        if (known != null && nowMs - lookedMs < LOOK_AGAIN_MS) {
            return known;
        }
        Map<PartitionKey, FetchRequest.Partition> wishes = new LinkedHashMap<>();
        boolean anyThrottled = false;
        long leftOutUntilMs = NEVER;
        Wanted wanted = new Wanted(wishes);
        for (Followed followed : partitions.values()) {
            anyThrottled |= followed.isThrottled();
            long dueMs = dueMs(followed);
            if (dueMs <= nowMs) {
                followed.askedIn(wanted);
                wishes.put(followed.key(), followed.wish(context.settings().partitionMaxBytes()));
            } else {
                leftOutUntilMs = Math.min(leftOutUntilMs, dueMs);
            }
        }
        wakeAt(leftOutUntilMs);
        lookedMs = nowMs;
        quiet = wishes.size() == partitions.size() && !anyThrottled ? wanted : null;
        return wanted;
    }

    @Override
    public void answered(FetchRound round, FetchResponse response, AnswerBytes bytes) {
        underWay = null;
        if (ended) {
            return;
        }
        ErrorCode error = ErrorCode.of(response.errorCode());
        session.answered(error, response.sessionId());
        if (error != ErrorCode.NONE) {
            refused(error);
            return;
        }
        failures = 0;
        publish(null);
        if (!response.responses().isEmpty()) {
            quiet = null;
        }
        Handover handover = new Handover(context.loop(), this);
        if (!answers.read(response, key -> current(round, key), handover)) {
            session.lost();
        }
        if (handover.isEmpty()) {
            allDone();
        } else {
            withLanes = true;
            handover.begin(bytes);
        }
    }

    /** Null if the partition is not followed as it was when the round began. */
    private @Nullable Followed current(FetchRound round, PartitionKey key) {
        Followed followed = partitions.get(key);
        return followed != null && round.asksFor(followed) ? followed : null;
    }

    /** Errors of the session are got over at once: the leader may forget sessions at any time. */
    private void refused(ErrorCode error) {
        LOG.debug("{} refuses a fetch: {}", leader, error);
        boolean session =
                error == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
                        || error == ErrorCode.INVALID_FETCH_SESSION_EPOCH
                        || error == ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR;
        pause(leader + " refuses to be fetched from: " + error, session && failures == 0);
    }

    @Override
    public void failed(FetchRound round, ClientException cause) {
        underWay = null;
        if (ended) {
            return;
        }
        session.lost();
        LOG.debug("a fetch from {} failed", leader, cause);
        pause(String.valueOf(cause.getMessage()), false);
    }

    private void pause(String error, boolean notAtAll) {
        context.counters().countFailedFetch();
        failures++;
        quiet = null;
        pausedUntilMs = notAtAll ? Long.MIN_VALUE : context.nowMs() + pace.afterMs(failures);
        publish(error);
        wake();
    }

    @Override
    public void done(Followed followed, Step step, FollowResult result, boolean moved) {
        if (!(result instanceof FollowResult.Done && step instanceof Step.Replicate)) {
            // The leader takes its marks for told, and would say them again only when they change.
            session.lost();
        }
        if (follows(followed)) {
            answers.done(followed, step, result, moved);
        }
    }

    @Override
    public void allDone() {
        withLanes = false;
        if (whenIdle != null) {
            whenIdle.run();
            whenIdle = null;
        }
        wake();
    }

    private void publish(@Nullable String lastError) {
        state = new FetcherState(leader.id(), index, partitions.size(), lastError);
    }
}
