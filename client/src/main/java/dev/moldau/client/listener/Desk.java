package dev.moldau.client.listener;

import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where the polling thread and the workers meet: guards the {@link Ledger} with the one lock of a
 * listener, starts as many workers as there is work for, and wakes the polling thread when it must
 * look again before its wait is over.
 *
 * <p>A lock rather than an owner with a queue, because a worker that has told what became of one
 * message takes its next in the same breath, without a change of threads. It is never held while
 * users' code, the network or another thread is waited for, but by the polling thread in {@link
 * #awaitIdle}, which gives it up meanwhile.
 */
final class Desk<K, V> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Ledger<K, V> ledger;
    private final Clock clock;
    private final Patience patience;
    private final Workers workers;
    private final Processing<K, V> processing;
    private final Judgement judgement;
    private final DeadLetters deadLetters;
    private final HandlerFaults faults;
    private final ListenerCounters counters;
    private final Runnable wakeup;

    /** Workers that were started and have not taken anything yet. */
    private int starting;

    private boolean stopped;
    private @Nullable Throwable fault;

    /** When the polling thread looks again by itself; the least long while it does not wait. */
    private long looksAtMs = Long.MIN_VALUE;

    private boolean pausing;

    /**
     * A desk with nothing on it.
     *
     * @param wakeup ends the polling thread's wait; any thread
     */
    Desk(
            Ledger<K, V> ledger,
            Clock clock,
            Patience patience,
            Workers workers,
            Processing<K, V> processing,
            Judgement judgement,
            DeadLetters deadLetters,
            HandlerFaults faults,
            ListenerCounters counters,
            Runnable wakeup) {
        this.ledger = ledger;
        this.clock = clock;
        this.patience = patience;
        this.workers = workers;
        this.processing = processing;
        this.judgement = judgement;
        this.deadLetters = deadLetters;
        this.faults = faults;
        this.counters = counters;
        this.wakeup = wakeup;
    }

    /** Reads something from the ledger, or changes what starts no work. */
    <T extends @Nullable Object> T with(Function<Ledger<K, V>, T> step) {
        lock.lock();
        try {
            return step.apply(ledger);
        } finally {
            lock.unlock();
        }
    }

    /** Makes ready what is due and starts workers for all that is ready. */
    void tick() {
        int needed;
        lock.lock();
        try {
            ledger.due(clock.monotonicMs());
            needed = toStart();
        } finally {
            lock.unlock();
        }
        start(needed);
    }

    private int toStart() {
        int needed = stopped ? 0 : Math.max(0, ledger.startable() - starting);
        starting += needed;
        return needed;
    }

    private void start(int needed) {
        for (int i = 0; i < needed; i++) {
            workers.execute(this::work);
        }
    }

    /**
     * The polling thread is about to wait.
     *
     * @param untilMs until when, on the monotonic clock
     * @param paused whether it reads less than it could
     * @return whether it may: not if there is something to look at
     */
    boolean mayWait(long untilMs, boolean paused) {
        return with(
                now -> {
                    looksAtMs = untilMs;
                    pausing = paused;
                    return !isWorthALook();
                });
    }

    /** The polling thread waits no more. */
    void looks() {
        with(
                now -> {
                    looksAtMs = Long.MIN_VALUE;
                    return null;
                });
    }

    private boolean isWorthALook() {
        return fault != null || ledger.nextDueMs() < looksAtMs || (pausing && ledger.hasRoom());
    }

    private boolean takeLook() {
        if (looksAtMs == Long.MIN_VALUE || !isWorthALook()) {
            return false;
        }
        looksAtMs = Long.MIN_VALUE;
        return true;
    }

    private void work() {
        try {
            Work<K, V> work = take(true);
            while (work != null) {
                process(work);
                work = take(false);
            }
        } catch (Throwable t) {
            // An error of the handler's or a bug of ours: the listener ends with it.
            failed(t);
        }
    }

    private @Nullable Work<K, V> take(boolean isFirst) {
        lock.lock();
        try {
            if (isFirst) {
                starting--;
            }
            Work<K, V> work = stopped ? null : ledger.next(clock.monotonicMs());
            if (work != null) {
                work.thread = Thread.currentThread();
            }
            return work;
        } finally {
            lock.unlock();
        }
    }

    private void process(Work<K, V> work) {
        Entry<K, V> first = work.first();
        try {
            if (first.deadReason != null) {
                end(work);
                with(
                        now -> {
                            now.buryAgain(first);
                            return null;
                        });
                bury(first);
            } else if (first.undecodable != null) {
                tell(work, List.of(judgement.undecodable(first.message, first.undecodable)));
            } else {
                processing.process(
                        work.entries.stream().map(entry -> entry.message).toList(),
                        verdicts -> tell(work, verdicts));
            }
        } finally {
            leave(work);
        }
    }

    private void end(Work<K, V> work) {
        with(
                now -> {
                    now.ended(work);
                    return null;
                });
    }

    /** No interrupt that was meant for this work reaches the next. */
    private void leave(Work<K, V> work) {
        lock.lock();
        try {
            work.thread = null;
            boolean unused = Thread.interrupted();
        } finally {
            lock.unlock();
        }
    }

    /** What has become of the messages of a piece of work. Any thread, once. */
    private void tell(Work<K, V> work, List<Verdict> verdicts) {
        List<Entry<K, V>> dead = new ArrayList<>();
        int needed;
        boolean look;
        lock.lock();
        try {
            long nowMs = clock.monotonicMs();
            ledger.ended(work);
            // From the last to the first, as those that come again go before those behind them.
            for (int i = work.entries.size() - 1; i >= 0; i--) {
                Entry<K, V> entry = work.entries.get(i);
                counters.told(verdicts.get(i));
                if (ledger.told(entry, verdicts.get(i), nowMs)) {
                    dead.add(entry);
                }
            }
            ledger.release(work.entries, nowMs);
            // A worker that told what it did takes one piece of the work by itself.
            needed = work.thread == Thread.currentThread() ? toStartBesidesOne() : toStart();
            look = takeLook();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        start(needed);
        if (look) {
            wakeup.run();
        }
        dead.forEach(this::bury);
    }

    private int toStartBesidesOne() {
        int needed = stopped ? 0 : Math.max(0, ledger.startable() - 1 - starting);
        starting += needed;
        return needed;
    }

    private void bury(Entry<K, V> entry) {
        String reason = entry.deadReason == null ? "" : entry.deadReason;
        var unused =
                deadLetters
                        .send(entry.message, reason)
                        .whenComplete((sent, error) -> buried(entry, error));
    }

    private void buried(Entry<K, V> entry, @Nullable Throwable error) {
        if (error != null) {
            faults.threw("the dead letter of", entry.message, error);
        }
        int needed;
        boolean look;
        lock.lock();
        try {
            counters.buried(error == null);
            ledger.buried(entry, error == null, clock.monotonicMs());
            needed = toStart();
            look = takeLook();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        start(needed);
        if (look) {
            wakeup.run();
        }
    }

    /**
     * Waits until no handler works on messages of these partitions.
     *
     * @return whether that is so now; else the time was over, or the thread was interrupted, whose
     *     flag is set again
     */
    boolean awaitIdle(Collection<TopicPartition> partitions, long timeoutMs) {
        long untilMs = clock.monotonicMs() + timeoutMs;
        lock.lock();
        try {
            while (ledger.hasRunning(partitions)) {
                long leftMs = untilMs - clock.monotonicMs();
                if (leftMs <= 0) {
                    return false;
                }
                patience.await(changed, leftMs);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a change at most so long. */
    void awaitChange(long maxMs) {
        lock.lock();
        try {
            patience.await(changed, maxMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets partitions, and interrupts the handlers that work for nothing now. */
    void gone(Collection<TopicPartition> partitions) {
        lock.lock();
        try {
            for (Work<K, V> work : ledger.gone(partitions)) {
                counters.abandoned();
                if (work.thread != null && !work.interrupted) {
                    work.interrupted = true;
                    work.thread.interrupt();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** What can be committed of these partitions and is not yet. */
    Map<TopicPartition, Mark> marks(Collection<TopicPartition> partitions) {
        return with(now -> now.marks(partitions));
    }

    /** Begins nothing more. */
    void stop() {
        with(
                now -> {
                    stopped = true;
                    return null;
                });
    }

    /** All partitions that are ours. */
    Set<TopicPartition> partitions() {
        return with(Ledger::partitions);
    }

    private void failed(Throwable thrown) {
        lock.lock();
        try {
            stopped = true;
            if (fault == null) {
                fault = thrown;
            }
            looksAtMs = Long.MIN_VALUE;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        wakeup.run();
    }

    /** What has ended the listener from a worker's side; null if nothing has. */
    @Nullable Throwable fault() {
        return with(now -> fault);
    }

    /** For how long the oldest work is out, in ms; 0 if none is. */
    long oldestMs() {
        return with(
                now -> {
                    long nowMs = clock.monotonicMs();
                    return now.out().stream()
                            .mapToLong(work -> nowMs - work.sinceMs)
                            .max()
                            .orElse(0L);
                });
    }

    /** Whether the thread is one of those that handlers run on now. */
    boolean isHandling(Thread thread) {
        return with(now -> now.out().stream().anyMatch(work -> work.thread == thread));
    }
}
