package dev.moldau.broker.log;

import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.Watch;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Waits until all replicas of a partition that are there have given up what is below an offset, the
 * time is up, or this broker leads the partition no more.
 *
 * <p>Woken on the partition's lane or by the timer, whichever comes first; the future completes
 * once.
 */
final class LowWatermarkWait extends Watch {

    private final Partition partition;
    private final long offset;
    private final CompletableFuture<ErrorCode> outcome = new CompletableFuture<>();

    private LowWatermarkWait(Partition partition, long offset) {
        this.partition = partition;
        this.offset = offset;
    }

    /**
     * @param offset what is below it is given up here already
     * @param timeoutMs how long to wait at most
     * @param diskThreads where the answer goes on when the time is up
     * @return completes with no error, {@code REQUEST_TIMED_OUT}, or why this broker does not lead
     */
    static CompletableFuture<ErrorCode> until(
            Partition partition, long offset, long timeoutMs, Timer timer, Executor diskThreads) {
        LowWatermarkWait wait = new LowWatermarkWait(partition, offset);
        if (wait.isOver()) {
            wait.wake();
            return wait.outcome;
        }
        partition.watch(wait);
        Timer.Timeout deadline = timer.schedule(timeoutMs, () -> diskThreads.execute(wait::wake));
        // What happened before the watch was there.
        if (wait.isOver()) {
            wait.wake();
        }
        return wait.outcome.whenComplete(
                (error, failure) -> {
                    deadline.cancel();
                    partition.unwatch(wait);
                });
    }

    private boolean isOver() {
        return partition.checkLeader(-1) != ErrorCode.NONE || partition.lowWatermark() >= offset;
    }

    @Override
    protected boolean look() {
        return isOver();
    }

    /** Also when the broker stops, or the time is up: who has died meanwhile is not waited for. */
    @Override
    protected void wake() {
        ErrorCode refused = partition.checkLeader(-1);
        ErrorCode late =
                partition.lowWatermark() >= offset ? ErrorCode.NONE : ErrorCode.REQUEST_TIMED_OUT;
        outcome.complete(refused == ErrorCode.NONE ? late : refused);
    }
}
