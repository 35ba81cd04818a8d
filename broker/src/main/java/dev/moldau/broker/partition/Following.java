package dev.moldau.broker.partition;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.Append;
import dev.moldau.storage.AppendOutcome;
import dev.moldau.storage.EpochEnd;
import dev.moldau.storage.LogView;
import dev.moldau.storage.PartitionLog;
import java.nio.ByteBuffer;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role of a broker that another one leads, or nobody: it does to its log what the leader did.
 *
 * <p>Owned by the partition's lane. Invariants: what is appended has the leader's offsets and
 * epochs; what is dropped is what leader epochs show to differ, whatever the high watermark says;
 * the high watermark is the lower one of the leader's and this log's end, and falls only when
 * records below it are dropped, which means that a leader was elected that did not have them.
 */
final class Following implements Role {

    private static final Logger LOG = LoggerFactory.getLogger(Following.class);

    private final PartitionLog log;
    private final Leadership leadership;

    Following(PartitionLog log, Leadership leadership) {
        this.log = log;
        this.leadership = leadership;
    }

    @Override
    public Leadership leadership() {
        return leadership;
    }

    /** Whether what the leader of that epoch says counts. */
    ErrorCode check(int leaderEpoch) {
        if (leaderEpoch != leadership.leaderEpoch()) {
            return leaderEpoch < leadership.leaderEpoch()
                    ? ErrorCode.FENCED_LEADER_EPOCH
                    : ErrorCode.UNKNOWN_LEADER_EPOCH;
        }
        return leadership.follows() ? ErrorCode.NONE : ErrorCode.NOT_LEADER_OR_FOLLOWER;
    }

    /** Appends what the leader sent, then moves the marks to where the leader's are. */
    AppendResult replicate(ByteBuffer records, long leaderHighWatermark, long leaderLogStart) {
        AppendResult result = append(records, leaderLogStart);
        if (result.error() == ErrorCode.NONE) {
            raiseHighWatermark(leaderHighWatermark);
            raiseLogStart(leaderLogStart);
        }
        return result;
    }

    private AppendResult append(ByteBuffer records, long leaderLogStart) {
        LogView before = log.view();
        if (!records.hasRemaining()) {
            return nothing();
        }
        beginWithinBatch(records, before, leaderLogStart);
        Append append = Append.replicated(records);
        log.append(List.of(append));
        return switch (append.outcome()) {
            case AppendOutcome.Appended(long first, long last) ->
                    AppendResult.appended(first, last, AppendResult.NONE, before.logStartOffset());
            case AppendOutcome.Refused(AppendOutcome.Refusal refusal, String detail) ->
                    AppendResult.refused(PendingAppend.errorOf(refusal), detail);
            case AppendOutcome.Duplicate _, AppendOutcome.Failed _ ->
                    throw new IllegalStateException(
                            "replicated records ended as " + append.outcome());
        };
    }

    /**
     * The leader's log may start within a batch, of which the earlier records were deleted. The
     * batch comes whole, and a log that has nothing above that start has to begin where the batch
     * does; its start goes back up with the marks.
     */
    private void beginWithinBatch(ByteBuffer records, LogView view, long leaderLogStart) {
        long end = view.logEndOffset();
        if (view.logStartOffset() != end && leaderLogStart < end) {
            return;
        }
        Batches walk = new Batches().over(records);
        if (walk.next() && walk.batch().baseOffset() < end && walk.batch().lastOffset() >= end) {
            log.truncateFullyAndStartAt(walk.batch().baseOffset());
        }
    }

    private AppendResult nothing() {
        LogView view = log.view();
        long end = view.logEndOffset();
        return AppendResult.appended(end, end - 1, AppendResult.NONE, view.logStartOffset());
    }

    private void raiseHighWatermark(long leaders) {
        LogView view = log.view();
        long mark = Math.min(leaders, view.logEndOffset());
        if (mark > view.highWatermark()) {
            log.moveHighWatermark(mark);
        }
    }

    private void raiseLogStart(long leaders) {
        LogView view = log.view();
        long start = Math.min(leaders, view.highWatermark());
        if (start > view.logStartOffset()) {
            log.raiseLogStart(start);
        }
    }

    /**
     * Drops what the leader does not have.
     *
     * @param leaders the largest epoch of the leader's log that is not above the last one of this
     *     log, and where it ends there
     */
    AppendResult truncate(EpochEnd leaders) {
        LogView view = log.view();
        EpochEnd ours = view.endOffsetFor(leaders.leaderEpoch());
        long keep =
                ours.equals(EpochEnd.UNKNOWN)
                        ? leaders.endOffset()
                        : Math.min(ours.endOffset(), leaders.endOffset());
        if (keep < view.highWatermark()) {
            LOG.warn(
                    "{} drops records from offset {} on that were committed up to {}: leader {}"
                            + " was elected in epoch {} without them",
                    log.partition(),
                    keep,
                    view.highWatermark(),
                    leadership.leaderId(),
                    leadership.leaderEpoch());
        }
        long end = log.truncateTo(keep);
        if (end < view.logEndOffset()) {
            LOG.info(
                    "{} dropped what broker {} does not have: it ended at {}, now at {}",
                    log.partition(),
                    leadership.leaderId(),
                    view.logEndOffset(),
                    end);
        }
        return nothing();
    }

    /** Drops everything and goes on where the leader's log begins. */
    AppendResult startOverAt(long offset) {
        LOG.info(
                "{} starts over at offset {}, where the log of broker {} begins",
                log.partition(),
                offset,
                leadership.leaderId());
        log.truncateFullyAndStartAt(offset);
        return nothing();
    }
}
