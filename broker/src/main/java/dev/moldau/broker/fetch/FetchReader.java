package dev.moldau.broker.fetch;

import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.message.FetchResponse.EpochEndOffset;
import dev.moldau.protocol.message.FetchResponse.Leader;
import dev.moldau.protocol.message.FetchResponse.SnapshotId;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import dev.moldau.storage.EpochEnd;
import dev.moldau.storage.LogView;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.ReadOutcome;
import dev.moldau.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what fetches ask for, from published views. Stateless; any thread may call it, but a read
 * away from a log's tail may wait for the disk.
 */
final class FetchReader {

    private static final Logger LOG = LoggerFactory.getLogger(FetchReader.class);

    private static final long UNKNOWN_OFFSET = -1;
    private static final EpochEndOffset NO_DIVERGENCE = new EpochEndOffset(-1, -1);
    private static final Leader NO_LEADER = new Leader(-1, -1);
    private static final SnapshotId NO_SNAPSHOT = new SnapshotId(-1, -1);

    private final PartitionLookup partitions;
    private final ReadReplicas replicas;
    private final SlowService slow;

    FetchReader(PartitionLookup partitions, ReadReplicas replicas, SlowService slow) {
        this.partitions = partitions;
        this.replicas = replicas;
        this.slow = slow;
    }

    /** The partition that a target means; null if this broker does not have it. */
    @Nullable Partition find(FetchTarget target) {
        return target.topicId().equals(Uuid.ZERO)
                ? partitions.find(target.topic(), target.asked().partition())
                : partitions.find(target.topicId(), target.asked().partition());
    }

    /**
     * Reads all targets in their order, until the limit is used up. The first batch that is found
     * is returned whatever its size, so that a reader always makes progress. Of a target of which
     * the session has told all there is, there is no result: most of those of a session with many
     * partitions are such.
     *
     * @param maxBytes the limit of all records together
     * @param knowsZstd whether the client's version may get topics that are kept as zstd (KIP-110)
     */
    List<FetchResult> read(
            List<FetchTarget> targets, int maxBytes, Asker asker, boolean knowsZstd) {
        List<FetchResult> results = new ArrayList<>();
        int leftBytes = maxBytes;
        boolean nothingYet = true;
        try {
            for (FetchTarget target : targets) {
                if (knowsZstd && hasNothingNew(target, asker)) {
                    continue;
                }
                int limit = Math.clamp(target.asked().partitionMaxBytes(), 0, leftBytes);
                FetchResult result = read(target, limit, asker, nothingYet, knowsZstd);
                int size = result.sizeBytes();
                nothingYet &= size == 0;
                leftBytes = Math.max(0, leftBytes - size);
                results.add(result);
            }
        } catch (Throwable bug) {
            FetchResult.release(results);
            throw bug;
        }
        return results;
    }

    /** Creates nothing, and is true only if an answer would have no news for the session. */
    private boolean hasNothingNew(FetchTarget target, Asker asker) {
        if (target.told().isNothing() || asker.mayBeSentElsewhere()) {
            return false;
        }
        Partition partition = find(target);
        FetchRequest.Partition asked = target.asked();
        if (partition == null
                || asker.check(partition, asked.currentLeaderEpoch()) != ErrorCode.NONE) {
            return false;
        }
        LogView view = partition.view();
        return asked.fetchOffset() == view.end(asker.bound())
                && target.told().is(view.highWatermark(), view.logStartOffset())
                && (asked.lastFetchedEpoch() < 0 || asked.lastFetchedEpoch() == view.leaderEpoch())
                && !asker.isNews(target, view.highWatermark(), view.logStartOffset())
                && asker.checkOffset(partition, view, asked.fetchOffset()) == ErrorCode.NONE;
    }

    private FetchResult read(
            FetchTarget target,
            int maxBytes,
            Asker asker,
            boolean wholeFirstBatch,
            boolean knowsZstd) {
        Partition partition = find(target);
        if (partition == null) {
            return failed(target, whyMissing(target), null);
        }
        ErrorCode refused = asker.check(partition, target.asked().currentLeaderEpoch());
        if (refused != ErrorCode.NONE) {
            return failed(target, refused, null);
        }
        LogView view = partition.view();
        if (!knowsZstd && isKeptAsZstd(partition)) {
            return failed(target, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, view);
        }
        try {
            FetchResult instead = instead(target, partition, view, asker);
            return instead != null
                    ? instead
                    : readView(target, partition, view, maxBytes, asker, wholeFirstBatch);
        } catch (StorageException e) {
            LOG.warn("{} cannot be read: {}", partition, e.getMessage());
            return failed(target, ErrorCode.KAFKA_STORAGE_ERROR, null);
        }
    }

    /** What to answer without reading: another replica, or that the logs differ. */
    private @Nullable FetchResult instead(
            FetchTarget target, Partition partition, LogView view, Asker asker) {
        if (asker instanceof Asker.Consumer consumer) {
            int nearer = replicas.preferred(partition, consumer, target.asked().fetchOffset());
            if (nearer != ReadReplicas.HERE) {
                return new FetchResult(
                        target,
                        answer(
                                target,
                                ErrorCode.NONE,
                                view,
                                NO_DIVERGENCE,
                                null,
                                nearer,
                                MemoryRecords.EMPTY));
            }
        }
        return divergence(target, view);
    }

    private static boolean isKeptAsZstd(Partition partition) {
        return partition
                .settings()
                .recompression()
                .map(kept -> kept.compression() == Compression.ZSTD)
                .orElse(false);
    }

    private ErrorCode whyMissing(FetchTarget target) {
        return target.topicId().equals(Uuid.ZERO)
                ? partitions.whyMissing(target.topic(), target.asked().partition())
                : partitions.whyMissing(target.topicId(), target.asked().partition());
    }

    /** The reader's last epoch ends elsewhere in this log: it must truncate first (KIP-595). */
    private @Nullable FetchResult divergence(FetchTarget target, LogView view) {
        int lastFetchedEpoch = target.asked().lastFetchedEpoch();
        if (lastFetchedEpoch < 0) {
            return null;
        }
        EpochEnd end = view.endOffsetFor(lastFetchedEpoch);
        if (end.equals(EpochEnd.UNKNOWN)) {
            return failed(target, ErrorCode.OFFSET_OUT_OF_RANGE, view);
        }
        if (end.leaderEpoch() == lastFetchedEpoch
                && end.endOffset() >= target.asked().fetchOffset()) {
            return null;
        }
        EpochEndOffset diverging = new EpochEndOffset(end.leaderEpoch(), end.endOffset());
        return new FetchResult(
                target,
                answer(
                        target,
                        ErrorCode.NONE,
                        view,
                        diverging,
                        null,
                        ReadReplicas.HERE,
                        MemoryRecords.EMPTY));
    }

    private FetchResult readView(
            FetchTarget target,
            Partition partition,
            LogView first,
            int maxBytes,
            Asker asker,
            boolean wholeFirstBatch) {
        long offset = target.asked().fetchOffset();
        ReadBound bound = asker.bound();
        boolean nothingNow = (maxBytes == 0 && !wholeFirstBatch) || slow.holdsUp(asker, partition);
        boolean maySkip = nothingNow && isWithin(first, offset);
        LogView view = first;
        ReadOutcome outcome = maySkip ? null : view.read(offset, maxBytes, bound, wholeFirstBatch);
        if (outcome instanceof ReadOutcome.OutOfRange && !partition.view().equals(view)) {
            view = partition.view();
            outcome = view.read(offset, maxBytes, bound, wholeFirstBatch);
        }
        if (outcome instanceof ReadOutcome.OutOfRange) {
            return failed(target, ErrorCode.OFFSET_OUT_OF_RANGE, view);
        }
        ErrorCode unknown = asker.checkOffset(partition, view, offset);
        if (unknown != ErrorCode.NONE) {
            return failed(target, unknown, view);
        }
        Records records =
                outcome instanceof ReadOutcome.Data data ? data.records() : MemoryRecords.EMPTY;
        List<FetchResponse.AbortedTransaction> aborted =
                bound == ReadBound.LAST_STABLE_OFFSET ? aborted(view, offset, records) : null;
        return new FetchResult(
                target,
                answer(
                        target,
                        ErrorCode.NONE,
                        view,
                        NO_DIVERGENCE,
                        aborted,
                        ReadReplicas.HERE,
                        records));
    }

    private static boolean isWithin(LogView view, long offset) {
        return offset >= view.logStartOffset() && offset <= view.logEndOffset();
    }

    private static List<FetchResponse.AbortedTransaction> aborted(
            LogView view, long offset, Records records) {
        if (records.sizeBytes() == 0) {
            return List.of();
        }
        return view.abortedTransactions(offset, view.lastStableOffset()).stream()
                .map(
                        transaction ->
                                new FetchResponse.AbortedTransaction(
                                        transaction.producerId(), transaction.firstOffset()))
                .toList();
    }

    private FetchResult failed(FetchTarget target, ErrorCode error, @Nullable LogView view) {
        return new FetchResult(
                target,
                answer(
                        target,
                        error,
                        view,
                        NO_DIVERGENCE,
                        null,
                        ReadReplicas.HERE,
                        MemoryRecords.EMPTY));
    }

    private FetchResponse.Partition answer(
            FetchTarget target,
            ErrorCode error,
            @Nullable LogView view,
            EpochEndOffset diverging,
            @Nullable List<FetchResponse.AbortedTransaction> aborted,
            int preferredReadReplica,
            Records records) {
        FetchRequest.Partition asked = target.asked();
        return new FetchResponse.Partition(
                asked.partition(),
                error.code(),
                view == null ? UNKNOWN_OFFSET : view.highWatermark(),
                view == null ? UNKNOWN_OFFSET : view.lastStableOffset(),
                view == null ? UNKNOWN_OFFSET : view.logStartOffset(),
                diverging,
                leader(target, error),
                NO_SNAPSHOT,
                aborted,
                preferredReadReplica,
                records);
    }

    /** Who leads now, for a client that came to the wrong broker or with an old epoch (KIP-951). */
    private Leader leader(FetchTarget target, ErrorCode error) {
        if (error != ErrorCode.NOT_LEADER_OR_FOLLOWER && error != ErrorCode.FENCED_LEADER_EPOCH) {
            return NO_LEADER;
        }
        return partitions
                .leaderOf(target.topic(), target.topicId(), target.asked().partition())
                .map(FetchReader::leader)
                .orElse(NO_LEADER);
    }

    private static Leader leader(PartitionImage image) {
        return new Leader(image.leader(), image.leaderEpoch());
    }
}
