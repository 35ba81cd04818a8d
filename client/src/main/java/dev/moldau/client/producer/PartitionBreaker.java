package dev.moldau.client.producer;

import dev.moldau.client.errors.BreakerOpenException;
import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Stands in front of one partition. Closed, it lets everything through and counts failures; after
 * enough of them within a window it opens and lets nothing through for a while; then, half open, it
 * lets one record through at a time, whose success closes it and whose failure opens it again. Safe
 * for use by any thread; time comes from its callers.
 */
final class PartitionBreaker {

    private enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    private final TopicPartition partition;
    private final StreamingSettings settings;
    private final ArrayDeque<Long> failuresMs = new ArrayDeque<>();
    private State state = State.CLOSED;
    private long openedMs;
    private boolean probing;
    private @Nullable ClientException last;

    PartitionBreaker(TopicPartition partition, StreamingSettings settings) {
        this.partition = partition;
        this.settings = settings;
    }

    /**
     * Lets a record through; it must be told what became of it.
     *
     * @throws BreakerOpenException if it does not
     */
    synchronized void enter(long nowMs) {
        if (state == State.OPEN && nowMs - openedMs >= settings.breakerOpenMs()) {
            state = State.HALF_OPEN;
            probing = false;
        }
        if (state == State.OPEN || (state == State.HALF_OPEN && probing)) {
            throw refusal(nowMs);
        }
        probing = state == State.HALF_OPEN;
    }

    private BreakerOpenException refusal(long nowMs) {
        return new BreakerOpenException(
                "not sent, as "
                        + partition
                        + " failed "
                        + settings.breakerFailures()
                        + " times within "
                        + settings.breakerWindowMs()
                        + " ms and is left alone since "
                        + (nowMs - openedMs)
                        + " ms; last: "
                        + (last == null ? "" : last.getMessage()),
                partition,
                last);
    }

    synchronized void succeeded() {
        failuresMs.clear();
        state = State.CLOSED;
        probing = false;
    }

    synchronized void failed(ClientException cause, long nowMs) {
        last = cause;
        if (state == State.HALF_OPEN) {
            open(nowMs);
        } else if (state == State.CLOSED) {
            failuresMs.addLast(nowMs);
            while (nowMs - failuresMs.getFirst() > settings.breakerWindowMs()) {
                failuresMs.removeFirst();
            }
            if (failuresMs.size() >= settings.breakerFailures()) {
                open(nowMs);
            }
        }
    }

    /** The record came to nothing that says anything about the partition. */
    synchronized void leave() {
        probing = false;
    }

    private void open(long nowMs) {
        state = State.OPEN;
        openedMs = nowMs;
        probing = false;
        failuresMs.clear();
    }
}
