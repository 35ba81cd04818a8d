package dev.moldau.broker.partition;

import dev.moldau.protocol.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends that are in the leader's log and wait for the other in-sync replicas, in the order in
 * which they came. Owned by the partition's lane.
 *
 * <p>One timer serves all of them: it is left standing when they are answered, and when it comes it
 * is set for the next that is due.
 *
 * <p>Invariant: each is finished exactly once: it leaves the queue first.
 */
final class WaitingAppends {

    private static final AppendResult TIMED_OUT =
            AppendResult.refused(
                    ErrorCode.REQUEST_TIMED_OUT,
                    "The records are in the leader's log, but not yet in those of all in-sync"
                            + " replicas.");

    private static final long NEVER = Long.MAX_VALUE;

    private final PartitionPorts ports;
    private final Consumer<Runnable> later;

    /** Small at first: most partitions of most brokers have one replica and never wait. */
    private final ArrayDeque<Waiting> queue = new ArrayDeque<>(1);

    /** When the timer comes. */
    private long timerMs = NEVER;

    /**
     * An append that waits.
     *
     * @param result what it is told once the replicas have it
     * @param deadlineMs until when it waits, on the monotonic clock
     */
    private record Waiting(PendingAppend pending, AppendResult result, long deadlineMs) {}

    /**
     * @param later runs something on the lane
     */
    WaitingAppends(PartitionPorts ports, Consumer<Runnable> later) {
        this.ports = ports;
        this.later = later;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Queues an append whose records are in the log. */
    void add(PendingAppend pending, AppendResult result) {
        long deadlineMs =
                pending.timeoutMs() == PendingAppend.NO_TIMEOUT
                        ? NEVER
                        : nowMs() + pending.timeoutMs();
        queue.add(new Waiting(pending, result, deadlineMs));
        watchTime(deadlineMs);
    }

    /**
     * Finishes those at the head of the queue that need not wait any longer.
     *
     * @param committed the high watermark
     * @param replicated up to where all in-sync replicas have the log; above the high watermark
     *     only while there are too few of them
     * @param tooFew what producers are told if there are fewer than they ask for; null if there are
     *     enough
     */
    void settle(long committed, long replicated, @Nullable AppendResult tooFew) {
        while (!queue.isEmpty()) {
            Waiting head = queue.getFirst();
            long last = head.result.lastOffset();
            if (tooFew != null && head.pending.isFromClient() && last < replicated) {
                queue.removeFirst().pending.finish(tooFew);
            } else if (last < committed) {
                queue.removeFirst().pending.finish(head.result);
            } else {
                return;
            }
        }
    }

    /** Finishes all in the same way. */
    void refuse(AppendResult reason) {
        while (!queue.isEmpty()) {
            queue.removeFirst().pending.finish(reason);
        }
    }

    private void watchTime(long deadlineMs) {
        if (deadlineMs < timerMs) {
            timerMs = deadlineMs;
            ports.timer()
                    .schedule(deadlineMs - nowMs(), () -> later.accept(() -> timeIsUp(deadlineMs)));
        }
    }

    private void timeIsUp(long deadlineMs) {
        if (timerMs == deadlineMs) {
            timerMs = NEVER;
        }
        long nowMs = nowMs();
        List<Waiting> late = new ArrayList<>();
        queue.removeIf(waiting -> waiting.deadlineMs <= nowMs && late.add(waiting));
        long next = NEVER;
        for (Waiting waiting : queue) {
            next = Math.min(next, waiting.deadlineMs);
        }
        watchTime(next);
        late.forEach(waiting -> waiting.pending.finish(TIMED_OUT));
    }

    private long nowMs() {
        return ports.clock().monotonicMs();
    }
}
