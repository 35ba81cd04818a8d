package dev.moldau.broker.group;

import dev.moldau.common.Clock;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends records to the shard's log and applies them when they are committed, in the order of the
 * log. The only way by which durable state changes while the shard serves. Owned by the shard's
 * lane.
 */
final class ShardWriter {

    private final ShardLog log;
    private final DurableGroups durable;
    private final GroupBatches batches;
    private final Clock clock;
    private final Executor lane;
    private final Consumer<Throwable> broken;

    /** Batches whose end is not known yet, oldest first. */
    private final Deque<InFlight> inFlight = new ArrayDeque<>();

    private boolean closed;

    /**
     * @param lane runs what it is given as tasks of the shard
     * @param broken told when an append ended in a way that leaves open what the log contains
     */
    ShardWriter(
            ShardLog log,
            DurableGroups durable,
            GroupBatches batches,
            Clock clock,
            Executor lane,
            Consumer<Throwable> broken) {
        this.log = log;
        this.durable = durable;
        this.batches = batches;
        this.clock = clock;
        this.lane = lane;
        this.broken = broken;
    }

    /** One call of {@link #write}: ends when all its batches have. */
    private static final class Write {
        private final Consumer<ErrorCode> done;
        private int open;
        private ErrorCode error = ErrorCode.NONE;

        Write(int open, Consumer<ErrorCode> done) {
            this.open = open;
            this.done = done;
        }
    }

    private static final class InFlight {
        private final List<GroupRecord> records;
        private final Write write;
        private @Nullable ErrorCode outcome;

        InFlight(List<GroupRecord> records, Write write) {
            this.records = records;
            this.write = write;
        }
    }

    /**
     * Appends records, in one batch if they fit.
     *
     * @param records at least one
     * @param done told none when all are committed and applied; otherwise the first error, and
     *     those batches that went through are applied
     */
    void write(List<GroupRecord> records, Consumer<ErrorCode> done) {
        List<GroupBatches.Batch> split = batches.of(records, clock.wallMs(), log.maxBatchBytes());
        Write write = new Write(split.size(), done);
        for (GroupBatches.Batch batch : split) {
            InFlight next = new InFlight(batch.records(), write);
            inFlight.addLast(next);
            log.append(batch.bytes())
                    .whenComplete((_, failure) -> lane.execute(() -> ended(next, failure)));
        }
    }

    /** Applies nothing any more: the log is somebody else's, or will be read again. */
    void close() {
        closed = true;
        inFlight.clear();
    }

    private void ended(InFlight append, @Nullable Throwable failure) {
        if (closed) {
            return;
        }
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (cause instanceof AppendFailedException refused) {
            append.outcome = refused.error();
        } else if (cause != null) {
            broken.accept(cause);
            return;
        } else {
            append.outcome = ErrorCode.NONE;
        }
        settle();
    }

    private void settle() {
        InFlight first;
        while ((first = inFlight.peekFirst()) != null && first.outcome != null) {
            inFlight.removeFirst();
            Write write = first.write;
            if (first.outcome == ErrorCode.NONE) {
                first.records.forEach(durable::apply);
            } else if (write.error == ErrorCode.NONE) {
                write.error = first.outcome;
            }
            write.open--;
            if (write.open == 0) {
                write.done.accept(write.error);
            }
        }
    }
}
