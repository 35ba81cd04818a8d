package dev.moldau.storage;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.storage.AppendOutcome.Refusal;
import dev.moldau.storage.epoch.LeaderEpochs;
import dev.moldau.storage.producer.ControlRecord;
import dev.moldau.storage.producer.ProducerStates;
import dev.moldau.storage.producer.ProducerStates.EndedTransaction;
import dev.moldau.storage.producer.Verdict;
import dev.moldau.storage.segment.AbortedEntry;
import dev.moldau.storage.segment.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of batches into a log: each is judged, gets its offset and epoch in place, and is staged;
 * what is staged goes to the active segment with one gathered write. Part of its {@link
 * PartitionLog}, and owned by the same lane.
 *
 * <p>Producers and epochs change when a batch is staged, so that the next one of the same drain is
 * judged rightly; if the write fails both are taken back, and the file is cut to what it was.
 */
final class LogAppender {

    private final PartitionLog log;
    private final ProducerStates producers;
    private final Staging staging = new Staging();

    /** The offset after the last staged batch. */
    private long next;

    private long nowMs;
    private LeaderEpochs epochsBefore = LeaderEpochs.NONE;

    LogAppender(PartitionLog log) {
        this.log = log;
        this.producers = log.producerStates();
    }

    void append(List<Append> appends) {
        nowMs = log.now();
        next = log.logEnd();
        begin();
        boolean written = false;
        try {
            for (Append append : appends) {
                AppendOutcome refusal = judge(append);
                if (refusal != null) {
                    append.settle(refusal);
                } else {
                    stage(append);
                }
            }
            write();
            written = true;
        } finally {
            if (!written) {
                forgetStaged();
            }
        }
    }

    private void forgetStaged() {
        producers.undo();
        log.epochs().become(epochsBefore);
        staging.clear();
    }

    private void begin() {
        staging.clear();
        producers.begin();
        epochsBefore = log.epochs().known();
    }

    /** Looks at a run without changing anything; null if it may be appended. */
    private @Nullable AppendOutcome judge(Append append) {
        ByteBuffer records = append.records();
        boolean replicated = append.origin() == Append.Origin.REPLICATION;
        int batches = 0;
        boolean hasProducer = false;
        long atLeast = next;
        staging.walk.over(records);
        try {
            while (staging.walk.next()) {
                BatchView batch = staging.walk.batch();
                batches++;
                if (replicated) {
                    if (batch.baseOffset() < atLeast || batch.lastOffset() < batch.baseOffset()) {
                        return refused(
                                Refusal.OUT_OF_ORDER_OFFSET,
                                "offsets "
                                        + batch.baseOffset()
                                        + ".."
                                        + batch.lastOffset()
                                        + " do not follow the log's end "
                                        + atLeast);
                    }
                    atLeast = batch.lastOffset() + 1;
                    continue;
                }
                hasProducer |= batch.hasProducerId();
                AppendOutcome refusal = judgeBatch(batch, append.origin());
                if (refusal != null) {
                    return refusal;
                }
            }
        } catch (CorruptRecordsException e) {
            return refused(Refusal.MALFORMED, String.valueOf(e.getMessage()));
        }
        if (!replicated && staging.walk.remainingBytes() > 0) {
            return refused(Refusal.MALFORMED, "the last batch is cut off");
        }
        if (!replicated && hasProducer && batches > 1) {
            return refused(Refusal.MALFORMED, batches + " batches at once of one producer");
        }
        return null;
    }

    private @Nullable AppendOutcome judgeBatch(BatchView batch, Append.Origin origin) {
        if (!batch.isV2() || batch.lastOffsetDelta() < 0) {
            return refused(Refusal.MALFORMED, "not a batch of format v2: " + batch);
        }
        if (batch.sizeBytes() > log.settings().segmentBytes()) {
            return refused(
                    Refusal.LARGER_THAN_SEGMENT,
                    batch.sizeBytes()
                            + " bytes are more than a segment may have, "
                            + log.settings().segmentBytes());
        }
        if (batch.isControl()) {
            if (origin == Append.Origin.CLIENT) {
                return refused(Refusal.MALFORMED, "a client sent a control batch");
            }
            return batch.hasProducerId()
                    ? outcome(producers.judgeMarker(batch, ControlRecord.of(batch)))
                    : null;
        }
        return origin == Append.Origin.CLIENT && batch.hasProducerId()
                ? outcome(producers.judge(batch))
                : null;
    }

    private static @Nullable AppendOutcome outcome(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Accepted _ -> null;
            case Verdict.Duplicate(long first, long last) ->
                    new AppendOutcome.Duplicate(first, last);
            case Verdict.Rejected(Verdict.Reason reason, String detail) ->
                    refused(
                            switch (reason) {
                                case OUT_OF_ORDER_SEQUENCE -> Refusal.OUT_OF_ORDER_SEQUENCE;
                                case STALE_PRODUCER_EPOCH -> Refusal.STALE_PRODUCER_EPOCH;
                                case STALE_COORDINATOR_EPOCH -> Refusal.STALE_COORDINATOR_EPOCH;
                                case TRANSACTION_STATE -> Refusal.TRANSACTION_STATE;
                            },
                            detail);
        };
    }

    private static AppendOutcome refused(Refusal refusal, String detail) {
        return new AppendOutcome.Refused(refusal, detail);
    }

    private void stage(Append append) {
        ByteBuffer records = append.records();
        boolean replicated = append.origin() == Append.Origin.REPLICATION;
        staging.walk.over(records);
        long first = -1;
        int from = records.position();
        int to = from;
        while (staging.walk.next()) {
            BatchView batch = staging.walk.batch();
            int size = batch.sizeBytes();
            long base = replicated ? batch.baseOffset() : next;
            if (needsRoll(size, base + batch.lastOffsetDelta())) {
                addBuffer(records, from, to);
                from = to;
                write();
                roll(base, base + batch.lastOffsetDelta());
                begin();
            }
            if (replicated) {
                // In which this broker led without appending anything; another one's may be lower.
                log.epochs().truncateFromEnd(base);
            } else {
                batch.baseOffset(base);
                batch.partitionLeaderEpoch(append.leaderEpoch());
            }
            if (first < 0) {
                first = base;
            }
            stageBatch(batch, size);
            to += size;
        }
        addBuffer(records, from, to);
        append.staged(first < 0 ? next : first, next - 1);
        staging.complete.add(append);
    }

    private void addBuffer(ByteBuffer records, int from, int to) {
        if (from == records.position() && to == records.limit()) {
            staging.addBuffer(records.duplicate());
        } else if (from < to) {
            staging.addBuffer(records.slice(from, to - from));
        }
    }

    private void stageBatch(BatchView batch, int size) {
        log.epochs().noted(batch.partitionLeaderEpoch(), batch.baseOffset());
        if (batch.hasProducerId()) {
            takeProducer(batch);
        }
        next = batch.lastOffset() + 1;
        staging.addBatch(next - 1, batch.maxTimestamp(), size);
    }

    private void takeProducer(BatchView batch) {
        if (!batch.isControl()) {
            producers.append(batch, nowMs);
            return;
        }
        EndedTransaction ended = producers.end(batch, ControlRecord.of(batch), nowMs);
        if (ended != null && ended.aborted()) {
            staging.aborted.add(LogLoader.entry(ended));
        }
    }

    private boolean needsRoll(int size, long lastOffset) {
        Segment active = log.active();
        long used = (long) active.sizeBytes() + staging.bytes;
        LogSettings settings = log.settings();
        if (!Segment.reaches(active.baseOffset(), lastOffset)) {
            return true;
        }
        if (used == 0) {
            return false;
        }
        return used + size > settings.segmentBytes()
                || active.indexBytes() >= settings.segmentIndexBytes()
                || ageMs(active) >= log.maxSegmentAgeMs();
    }

    private long ageMs(Segment active) {
        if (active.sizeBytes() == 0) {
            return 0;
        }
        if (active.firstAppendMs() < 0) {
            try {
                long first = active.firstTimestamp();
                long last = active.lastAppendMs();
                active.firstAppendMs(first < 0 ? last : Math.min(first, last));
            } catch (IOException e) {
                throw StorageException.of("read", active.log().path(), e);
            }
        }
        return nowMs - active.firstAppendMs();
    }

    /** Begins the segment for a batch; at the batch itself only if that is too far away. */
    private void roll(long batchOffset, long lastOffset) {
        long end = log.active().nextOffset();
        try {
            log.rollTo(Segment.reaches(end, lastOffset) ? end : batchOffset);
        } catch (IOException e) {
            throw StorageException.of("begin a segment in", log.folder(), e);
        }
    }

    /** Writes what is staged; then it is in the log, or nothing of it is. */
    private void write() {
        Segment active = log.active();
        if (staging.batchCount > 0) {
            try {
                active.write(staging.buffers, staging.bufferCount);
                for (AbortedEntry entry : staging.aborted) {
                    active.aborted(entry);
                }
            } catch (IOException e) {
                throw undo(active, e);
            }
            for (int i = 0; i < staging.batchCount; i++) {
                log.written(
                        staging.lastOffsets[i], staging.maxTimestamps[i], staging.sizes[i], nowMs);
            }
        }
        producers.settle();
        epochsBefore = log.epochs().known();
        for (Append append : staging.complete) {
            append.written();
        }
        staging.clear();
    }

    private StorageException undo(Segment active, IOException cause) {
        long wanted = staging.bytes;
        try {
            active.undoWrite(log.logEnd());
        } catch (IOException e) {
            cause.addSuppressed(e);
            return log.goOffline("take back a failed append to", active.log().path(), cause);
        }
        return DiskFullException.isFull(cause)
                ? new DiskFullException(active.log().path(), active.sizeBytes(), wanted, cause)
                : new DiskFailureException(
                        "append to", active.log().path(), active.sizeBytes(), cause);
    }
}
