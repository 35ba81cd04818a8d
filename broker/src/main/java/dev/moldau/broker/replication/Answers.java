package dev.moldau.broker.replication;

import dev.moldau.client.Backoff;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import dev.moldau.storage.EpochEnd;
import dev.moldau.storage.LogView;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a leader's answer means for each partition, and what follows when a step could not be done.
 * Part of a {@link ReplicaFetcher}; confined to the loop.
 */
final class Answers {

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    private final FetcherContext context;
    private final Backoff pace;

    Answers(FetcherContext context) {
        this.context = context;
        this.pace = context.backoff();
    }

    /**
     * Turns an answer into steps.
     *
     * @param current for whom a partition was asked; null if nobody wants it any more
     * @param handover where the steps go
     * @return whether everything was wanted; the leader takes what was dropped for told
     */
    boolean read(
            FetchResponse response,
            Function<PartitionKey, @Nullable Followed> current,
            Handover handover) {
        boolean allWanted = true;
        long bytes = 0;
        long throttledBytes = 0;
        for (FetchResponse.Topic topic : response.responses()) {
            for (FetchResponse.Partition partition : topic.partitions()) {
                int size = bytes(partition).remaining();
                bytes += size;
                Followed asked =
                        current.apply(
                                new PartitionKey(topic.topicId(), partition.partitionIndex()));
                if (asked == null) {
                    allWanted = false;
                } else {
                    throttledBytes += asked.isThrottled() ? size : 0;
                    allWanted &= read(asked, partition, handover);
                }
            }
        }
        context.counters().countFetch(bytes);
        context.throttle().moved(throttledBytes);
        return allWanted;
    }

    private boolean read(Followed followed, FetchResponse.Partition partition, Handover handover) {
        LogView view = followed.log().view();
        ErrorCode error = ErrorCode.of(partition.errorCode());
        if (error == ErrorCode.OFFSET_OUT_OF_RANGE && startsOver(partition, view)) {
            handover.add(followed, new Step.StartOver(partition.logStartOffset()));
        } else if (error != ErrorCode.NONE) {
            fail(followed, "leader answers " + error + " at offset " + followed.askedOffset());
        } else if (partition.divergingEpoch().endOffset() >= 0) {
            FetchResponse.EpochEndOffset end = partition.divergingEpoch();
            handover.add(followed, new Step.Truncate(new EpochEnd(end.epoch(), end.endOffset())));
        } else if (view.logEndOffset() == followed.askedOffset()) {
            followed.heard(partition.highWatermark());
            replicate(followed, partition, view, handover);
        } else {
            // Somebody else changed the log meanwhile, and the answer goes on from its former end.
            return false;
        }
        return true;
    }

    private static void replicate(
            Followed followed, FetchResponse.Partition partition, LogView view, Handover handover) {
        ByteBuffer records = bytes(partition);
        boolean moved =
                records.hasRemaining()
                        || partition.highWatermark() > view.highWatermark()
                        || partition.logStartOffset() > view.logStartOffset();
        if (moved) {
            handover.add(
                    followed,
                    new Step.Replicate(
                            records, partition.highWatermark(), partition.logStartOffset()));
        } else {
            followed.succeeded();
        }
    }

    /**
     * Whether the log can only begin anew: the leader has given up what comes next; or the log has
     * no epochs by which the two could find where they part, because it is empty or as old as that.
     * Otherwise the leader has moved on between looking at epochs and at offsets, and the next
     * answer says where they part.
     */
    private static boolean startsOver(FetchResponse.Partition partition, LogView view) {
        long leaderStart = partition.logStartOffset();
        return leaderStart >= 0
                && (leaderStart > view.logEndOffset()
                        || view.logStartOffset() == view.logEndOffset()
                        || view.leaderEpoch() < 0);
    }

    private static ByteBuffer bytes(FetchResponse.Partition partition) {
        Records records = partition.records();
        return records instanceof MemoryRecords memory
                ? memory.bytes()
                : MemoryRecords.EMPTY.bytes();
    }

    /** A step has been through its lane. */
    void done(Followed followed, Step step, FollowResult result, boolean moved) {
        switch (result) {
            case FollowResult.Done _ -> succeeded(followed, step, moved);
            case FollowResult.Stale stale -> fail(followed, stale.detail());
            case FollowResult.Failed failed -> fail(followed, failed.detail());
            case FollowResult.Corrupt corrupt -> {
                context.counters().countCorrupt();
                LOG.warn(
                        "{}: what the leader sent is not appended and fetched again: {}",
                        followed,
                        corrupt.detail());
                fail(followed, corrupt.detail());
            }
            case FollowResult.Over over -> {
                LOG.warn("{} is followed no more: {}", followed, over.detail());
                context.counters().countPartitionError();
                followed.over(over.detail());
            }
        }
    }

    private void succeeded(Followed followed, Step step, boolean moved) {
        boolean progress =
                switch (step) {
                    case Step.Replicate replicate -> moved || !replicate.records().hasRemaining();
                    case Step.Truncate _ -> {
                        context.counters().countTruncation();
                        yield moved;
                    }
                    case Step.StartOver _ -> {
                        context.counters().countRestart();
                        yield moved;
                    }
                };
        if (progress) {
            followed.succeeded();
        } else {
            // The same answer would come again at once.
            fail(followed, "the leader's answer changed nothing: " + step);
        }
    }

    private void fail(Followed followed, String error) {
        context.counters().countPartitionError();
        LOG.debug("{}: {}", followed, error);
        followed.failed(error, context.nowMs(), pace);
    }
}
