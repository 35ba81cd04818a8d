package dev.moldau.client.listener;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the polling thread does, turn by turn: commits what is done, reads as much as there is room
 * for, and lets workers know. It polls on whatever the handlers do, so that a slow handler never
 * costs the membership of the group. Confined to that thread.
 */
final class PollLoop<K, V> implements Source.Ownership {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    /** A turn comes by after so long even if nothing happens. */
    private static final long LONGEST_WAIT_MS = 500;

    /** After a poll that failed and may succeed later. */
    private static final long FAILED_POLL_MS = 100;

    /** Of the time for closing, what is kept for the commit and for leaving the group. */
    private static final long LEAVING_MS = 1_000;

    private final Source source;
    private final Desk<K, V> desk;
    private final Intake<K, V> intake;
    private final ListenerSettings settings;
    private final Clock clock;
    private final ListenerCounters counters;
    private final Set<TopicPartition> paused = new HashSet<>();
    private long committedAtMs;
    private boolean committing;
    private @Nullable ClientException commitRefused;

    PollLoop(
            Source source,
            Desk<K, V> desk,
            Intake<K, V> intake,
            ListenerSettings settings,
            Clock clock,
            ListenerCounters counters) {
        this.source = source;
        this.desk = desk;
        this.intake = intake;
        this.settings = settings;
        this.clock = clock;
        this.counters = counters;
        this.committedAtMs = clock.monotonicMs();
    }

    void start() {
        source.subscribe(this);
    }

    /**
     * One turn.
     *
     * @throws ClientException if the consumer cannot go on, or may not commit
     */
    void turn() {
        commitIfDue();
        pauseAndResume();
        desk.tick();
        Source.Arrivals arrivals = poll();
        if (commitRefused != null) {
            throw commitRefused;
        }
        if (!arrivals.records().isEmpty() || !arrivals.reached().isEmpty()) {
            List<Decoded<K, V>> decoded = intake.decode(arrivals.records());
            desk.with(
                    ledger -> {
                        decoded.forEach(one -> ledger.arrived(one.message(), one.refusal()));
                        arrivals.reached().forEach(ledger::reached);
                        return null;
                    });
            desk.tick();
        }
    }

    private Source.Arrivals poll() {
        long nowMs = clock.monotonicMs();
        long waitMs = Math.min(LONGEST_WAIT_MS, Math.max(1, settings.commitIntervalMs()));
        long dueMs = desk.with(Ledger::nextDueMs);
        long untilMs = Math.min(nowMs + waitMs, dueMs);
        try {
            boolean waits = desk.mayWait(untilMs, !paused.isEmpty());
            return source.poll(waits ? Math.max(0, untilMs - nowMs) : 0);
        } catch (RetriableException e) {
            counters.pollsFailed.increment();
            LOG.debug("polling failed and is tried again", e);
            desk.awaitChange(FAILED_POLL_MS);
            return Source.Arrivals.NONE;
        } finally {
            desk.looks();
        }
    }

    private void commitIfDue() {
        long nowMs = clock.monotonicMs();
        boolean isDue =
                nowMs - committedAtMs >= settings.commitIntervalMs()
                        || desk.with(Ledger::doneSinceCommit) >= settings.commitRecords();
        if (committing || !isDue) {
            return;
        }
        committedAtMs = nowMs;
        Map<TopicPartition, Mark> marks = desk.with(Ledger::takeMarks);
        if (!marks.isEmpty()) {
            committing = true;
            source.commitAsync(marks, error -> committed(marks, error));
        }
    }

    private void committed(Map<TopicPartition, Mark> marks, @Nullable ClientException error) {
        committing = false;
        if (error == null) {
            counters.commits.increment();
            desk.with(
                    ledger -> {
                        ledger.committed(marks);
                        return null;
                    });
            return;
        }
        counters.commitsFailed.increment();
        if (error instanceof RetriableException) {
            LOG.debug("a commit failed; the next one covers it", error);
        } else {
            commitRefused = error;
        }
    }

    private void pauseAndResume() {
        Set<TopicPartition> wanted = desk.with(Ledger::toPause);
        Set<TopicPartition> more = new HashSet<>(wanted);
        more.removeAll(paused);
        Set<TopicPartition> less = new HashSet<>(paused);
        less.removeAll(wanted);
        if (!more.isEmpty()) {
            counters.pauses.increment();
            source.pause(more);
            paused.addAll(more);
        }
        if (!less.isEmpty()) {
            source.resume(less);
            paused.removeAll(less);
        }
    }

    @Override
    public void assigned(Collection<TopicPartition> partitions) {
        paused.removeAll(partitions);
        desk.with(
                ledger -> {
                    partitions.forEach(ledger::assigned);
                    return null;
                });
        // The poll that is under way must not read of them if there is too much already.
        pauseAndResume();
    }

    @Override
    public void revoked(Collection<TopicPartition> partitions) {
        giveUp(partitions, settings.revocationMs(), LEAVING_MS);
    }

    @Override
    public void lost(Collection<TopicPartition> partitions) {
        paused.removeAll(partitions);
        desk.gone(partitions);
    }

    /** Lets what runs come to its end, commits what is done, and forgets the partitions. */
    private void giveUp(Collection<TopicPartition> partitions, long handlersMs, long commitMs) {
        desk.with(
                ledger -> {
                    ledger.revoking(partitions);
                    return null;
                });
        if (!desk.awaitIdle(partitions, handlersMs)) {
            LOG.warn(
                    "handlers still worked on messages of {} after {} ms; they are interrupted,"
                            + " and what they did may be done again by others",
                    partitions,
                    handlersMs);
        }
        Map<TopicPartition, Mark> marks = new LinkedHashMap<>(desk.marks(partitions));
        try {
            if (!marks.isEmpty()) {
                source.commitSync(marks, commitMs);
                counters.commits.increment();
            }
        } catch (ClientException e) {
            counters.commitsFailed.increment();
            LOG.warn(
                    "what was done of {} could not be committed and may be done again: {}",
                    partitions,
                    e.toString());
        } finally {
            paused.removeAll(partitions);
            desk.gone(partitions);
        }
    }

    /**
     * The end: begins nothing more, gives everything up, leaves the group. Returns within the time,
     * as far as the source does.
     */
    void end(long timeoutMs) {
        long untilMs = clock.monotonicMs() + timeoutMs;
        long leavingMs = Math.min(LEAVING_MS, timeoutMs / 4);
        desk.stop();
        giveUp(desk.partitions(), timeoutMs - 2 * leavingMs, leavingMs);
        source.close(Math.max(0, untilMs - clock.monotonicMs()));
        intake.close();
    }
}
