package dev.moldau.storage;

import dev.moldau.common.Lane;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.storage.epoch.LeaderEpochs;
import dev.moldau.storage.producer.ProducerStates;
import dev.moldau.storage.producer.Snapshots;
import dev.moldau.storage.segment.BatchTail;
import dev.moldau.storage.segment.Cut;
import dev.moldau.storage.segment.OpenFiles;
import dev.moldau.storage.segment.Segment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition's log: an append-only sequence of batches in segments.
 *
 * <p>Owned by one {@link Lane}: every method but {@link #view}, {@link #partition}, {@link
 * #topicId}, {@link #folder} and {@link #recoveryPoint} throws {@link IllegalStateException} on
 * another thread. Everybody else reads the {@link LogView}, which is replaced by each call that
 * changes anything. Opened, created and deleted by its {@link LogDirectory}.
 *
 * <p>Invariants: segments rise by base offset and the last one is active; each is named after where
 * the one before ended ({@link #rollTo}); {@code logStart <= highWatermark <= logEnd}; nothing
 * below the recovery point is lost by a crash; what a view shows is in the files. A change of the
 * log's range is published before files are cut or removed.
 *
 * <p>Each method that touches files throws {@link StorageException}; see there for what holds
 * afterwards.
 */
public final class PartitionLog {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionLog.class);

    private final TopicPartition partition;
    private final Uuid topicId;
    private final Path folder;
    private final LogEnvironment environment;
    private final OpenFiles files;
    private final Lane owner;
    private final ProducerStates producers;
    private final LogEpochs epochs;
    private final Snapshots snapshots;
    private final RecoveryPoints recoveryPoints;
    private final LogFlusher flusher;
    private final LogService service;
    private final SegmentUpkeep upkeep;

    private LogSettings settings;
    private Segment[] segments;
    private BatchTail tail;
    private long logStart;
    private long highWatermark;
    private long logEnd;
    private long segmentJitterMs;

    /** As {@link LoadedLog} has it. */
    private long producersFrom;

    private @Nullable LogAppender appender;
    private volatile LogView view;

    /** Where recovery points are kept across a crash. */
    interface RecoveryPoints {

        /**
         * Makes sure that a crash does not find a higher one than the log has now: what is appended
         * below it would not be validated.
         */
        void fell(PartitionLog log);
    }

    /** Takes over what was loaded. The owner may be another thread than the caller. */
    PartitionLog(
            TopicPartition partition,
            Uuid topicId,
            Path folder,
            LogEnvironment environment,
            OpenFiles files,
            Lane owner,
            RecoveryPoints recoveryPoints,
            LogSettings settings,
            LoadedLog loaded) {
        this.partition = partition;
        this.topicId = topicId;
        this.folder = folder;
        this.environment = environment;
        this.files = files;
        this.owner = owner;
        this.recoveryPoints = recoveryPoints;
        this.settings = settings;
        this.producers = loaded.producers();
        this.producersFrom = loaded.producersFrom();
        this.snapshots = loaded.snapshots();
        this.segments = loaded.segments().toArray(new Segment[0]);
        for (int i = 0; i < segments.length - 1; i++) {
            segments[i].endOffset(segments[i + 1].baseOffset());
        }
        this.epochs = loaded.epochs();
        this.logStart = loaded.logStart();
        this.logEnd = loaded.logEnd();
        this.highWatermark = loaded.logStart();
        this.tail = new BatchTail(logEnd);
        this.service = new LogService(folder);
        this.upkeep = new SegmentUpkeep(partition, environment.background());
        this.flusher =
                new LogFlusher(
                        folder,
                        environment,
                        owner,
                        snapshots,
                        loaded.recoveryPoint(),
                        loaded.existed(),
                        this::flushFailed);
        this.segmentJitterMs = jitter();
        this.view = makeView();
    }

    /** Whose log it is. */
    public TopicPartition partition() {
        return partition;
    }

    /** The topic's identity, as {@code partition.metadata} has it. */
    public Uuid topicId() {
        return topicId;
    }

    /** The folder with its files. */
    public Path folder() {
        return folder;
    }

    /** The log as of the last change; any thread. */
    public LogView view() {
        return view;
    }

    /** The offset below which everything is known to be on the disk; any thread. */
    public long recoveryPoint() {
        return flusher.recoveryPoint();
    }

    /** Whether a failure has put the log out of service; any thread. */
    public boolean hasFailed() {
        return service.hasFailed();
    }

    /** What the log goes by at present. */
    public LogSettings settings() {
        requireOwner();
        return settings;
    }

    /** Changes what the log goes by, from the next append on. */
    public void configure(LogSettings changed) {
        requireOwner();
        boolean otherJitter = changed.segmentJitterMs() != settings.segmentJitterMs();
        settings = changed;
        producers.maxProducers(changed.maxProducers());
        if (otherJitter) {
            segmentJitterMs = jitter();
        }
    }

    private long jitter() {
        long most = Math.min(settings.segmentJitterMs(), settings.segmentMs() - 1);
        return most <= 0 ? 0 : environment.random().nextLong(most + 1);
    }

    /**
     * Appends everything that a drain of the lane found for this log, in order, with one gathered
     * write per segment, and publishes the outcome with one view. Each append has its outcome
     * afterwards, also when this throws: those that were written before the failure are {@link
     * AppendOutcome.Appended}, those that were not are {@link AppendOutcome.Failed}.
     *
     * <p>Does not move the high watermark. Waits for the disk if {@code flush.messages} asks for
     * it.
     *
     * @throws DiskFullException if there is no space
     * @throws DiskFailureException if the file system failed
     * @throws LogOfflineException if a failure, this one or an earlier one, could not be taken back
     */
    public void append(List<Append> appends) {
        requireOwner();
        LogAppender into = appender;
        if (into == null) {
            into = new LogAppender(this);
            appender = into;
        }
        try {
            service.require();
            into.append(appends);
            if (logEnd - flusher.recoveryPoint() >= settings.flushMessages()) {
                flushFor(appends);
            }
        } finally {
            for (Append append : appends) {
                if (!append.isSettled()) {
                    append.settle(new AppendOutcome.Failed());
                }
            }
            publish();
        }
    }

    private void flushFor(List<Append> appends) {
        try {
            flush();
        } catch (StorageException e) {
            for (Append append : appends) {
                if (append.outcome() instanceof AppendOutcome.Appended) {
                    append.settle(
                            new AppendOutcome.Failed()); // written, but not as durably as asked
                }
            }
            throw e;
        }
    }

    /**
     * Says that this broker leads from now on, in an epoch that begins at the log's end. An epoch
     * that is not above the latest known one changes nothing.
     */
    public void beginEpoch(int leaderEpoch) {
        requireOwner();
        service.require();
        if (leaderEpoch > epochs.known().latest()) {
            epochs.noted(leaderEpoch, logEnd);
            publish();
        }
    }

    /**
     * Moves the high watermark, up or down, within log start and log end: values beyond are cut to
     * them.
     *
     * @return whether it changed
     */
    public boolean moveHighWatermark(long offset) {
        requireOwner();
        long moved = Math.clamp(offset, logStart, logEnd);
        if (moved == highWatermark) {
            return false;
        }
        highWatermark = moved;
        producers.decideBelow(moved);
        publish();
        return true;
    }

    /**
     * Gives up the records below an offset: {@code DeleteRecords}, or a leader's log start. The new
     * start is published at once; segments that lie below it go with the next {@link #maintain}. An
     * offset at or below the present start changes nothing.
     *
     * @throws IllegalArgumentException if the offset is above the high watermark
     */
    public void raiseLogStart(long offset) {
        requireOwner();
        service.require();
        if (offset > highWatermark) {
            throw new IllegalArgumentException(
                    "log start " + offset + " is above the high watermark " + highWatermark);
        }
        if (offset > logStart) {
            moveLogStart(offset);
            publish();
        }
    }

    private void moveLogStart(long offset) {
        logStart = offset;
        epochs.truncateFromStart(offset);
    }

    /**
     * Drops the records from an offset on. If the offset lies within a batch, the whole batch goes.
     * Epochs that begin there go too, also if no record has been written in them.
     *
     * <p>Can be done on a full disk, unless the recovery point falls, which has to be written
     * before: then nothing is changed, and it may be tried again.
     *
     * @return the log's end afterwards, which is the offset or, within a batch, the batch's start
     */
    public long truncateTo(long offset) {
        requireOwner();
        service.require();
        if (offset >= logEnd) {
            if (epochs.truncateFromEnd(logEnd)) {
                publish();
            }
            return logEnd;
        }
        if (offset < logStart) {
            truncateFullyAndStartAt(offset);
            return offset;
        }
        int keep = segments.length;
        while (keep > 1 && segments[keep - 1].baseOffset() > offset) {
            keep--;
        }
        Segment last = segments[keep - 1];
        Segment[] dropped = Arrays.copyOfRange(segments, keep, segments.length);
        try {
            Cut cut = Cut.of(last, offset);
            truncatedTo(cut.endOffset());
            segments = Arrays.copyOf(segments, keep);
            logEnd = Math.max(cut.endOffset(), logStart);
            highWatermark = Math.min(highWatermark, logEnd);
            tail = new BatchTail(logEnd);
            epochs.truncateFromEnd(logEnd);
            view = makeView(last, cut.position());
            retire(dropped);
            last.endOffset(Long.MAX_VALUE);
            last.truncate(cut.position(), logEnd, settings.indexIntervalBytes());
            epochs.tryToWrite();
            snapshots.deleteAbove(logEnd);
            LogLoader.replayProducers(
                    segments, snapshots, producers, settings, producersFrom, logEnd, now());
            publish();
            return logEnd;
        } catch (IOException e) {
            throw goOffline("truncate", last.log().path(), e);
        }
    }

    private void truncatedTo(long offset) {
        if (flusher.truncatedTo(offset)) {
            recoveryPoints.fell(this);
        }
    }

    /**
     * Drops everything, producers and epochs included, and goes on, empty, at an offset. As {@link
     * #truncateTo} it takes no space, but where the recovery point falls.
     */
    public void truncateFullyAndStartAt(long offset) {
        requireOwner();
        service.require();
        truncatedTo(offset);
        Segment[] dropped = segments;
        Segment fresh = Segment.empty(files, folder, offset, now());
        segments = new Segment[] {fresh};
        flusher.begunAnewAt(offset);
        logStart = offset;
        logEnd = offset;
        highWatermark = offset;
        tail = new BatchTail(offset);
        epochs.become(LeaderEpochs.NONE);
        producers.clear();
        producersFrom = offset;
        publish();
        try {
            retire(dropped);
            tryToCreate(fresh);
            epochs.tryToWrite();
            snapshots.deleteAbove(-1);
        } catch (IOException e) {
            throw goOffline("truncate", fresh.log().path(), e);
        }
    }

    /** If it fails the first write makes the file; a crash before that leaves an empty log. */
    private void tryToCreate(Segment segment) {
        try {
            segment.createFile();
        } catch (IOException e) {
            LOG.warn("{}: {} is made later: {}", partition, segment.log(), e.getMessage());
        }
    }

    /** Ends the active segment, if it is not empty, and begins another. */
    public void roll() {
        requireOwner();
        service.require();
        if (active().sizeBytes() > 0) {
            try {
                rollTo(active().nextOffset());
                active().createFile();
            } catch (IOException e) {
                throw StorageException.of("begin a segment in", folder, e);
            }
            publish();
        }
    }

    /**
     * Begins a segment at an offset. Its file comes with the first write. The one before is brought
     * to the disk in the background.
     *
     * @param baseOffset where the one before ends, whatever the next batch's offset: if the power
     *     fails before the one before is on the disk, its name shows that it had more. Another one
     *     only if the batch is too far away, or if the one before is about to go
     */
    void rollTo(long baseOffset) throws IOException {
        Segment before = active();
        if (before.sizeBytes() == 0) {
            if (before.baseOffset() != baseOffset) {
                segments = Arrays.copyOf(segments, segments.length - 1);
                retire(new Segment[] {before});
                add(Segment.empty(files, folder, baseOffset, now()));
            }
            return;
        }
        snapshots.write(baseOffset, producers.entries());
        before.finish();
        epochs.write();
        add(Segment.empty(files, folder, baseOffset, now()));
        tail = new BatchTail(baseOffset);
        segmentJitterMs = jitter();
        flusher.flushRolled(segments, baseOffset);
    }

    private void add(Segment segment) {
        if (segments.length > 0) {
            active().endOffset(segment.baseOffset());
        }
        segments = Arrays.copyOf(segments, segments.length + 1);
        segments[segments.length - 1] = segment;
    }

    /** Waits until everything appended so far is on the disk. */
    public void flush() {
        requireOwner();
        flushAll();
    }

    /**
     * Brings to the disk what a crash of the process had left in the page cache, if {@code
     * flush.messages} asks for it: once it is served it must not vanish with the power. Before the
     * owner has the log.
     */
    void flushRecovered() {
        if (logEnd - flusher.recoveryPoint() >= settings.flushMessages()) {
            flushAll();
        }
    }

    private void flushAll() {
        service.require();
        boolean passed = epochs.tryToWrite();
        try {
            flusher.flush(segments, logEnd, passed);
        } catch (IOException e) {
            throw goOffline("flush", active().log().path(), e);
        }
    }

    /** After a failed fsync nobody knows what is on the disk: the log must be opened anew. */
    private void flushFailed(IOException failure) {
        if (!service.isOver()) {
            LOG.error("{}", goOffline("flush", folder, failure).getMessage());
        }
    }

    /**
     * Does what time asks for: retention by age, size and start offset, flushing by age, forgetting
     * idle producers, deleting the files of removed segments, making lost indexes anew. To be
     * called every few seconds to minutes; cheap when there is nothing to do.
     *
     * @return what was removed
     */
    public Maintenance maintain() {
        requireOwner();
        service.require();
        long nowMs = now();
        Maintenance done = retain(nowMs);
        upkeep.deleteRetired(nowMs);
        producers.expire(nowMs, settings.producerExpirationMs());
        if (flusher.sinceLastFlushMs(nowMs) >= settings.flushMs()) {
            writeEpochs();
            flusher.flushLater(segments, logEnd);
        }
        if (active().needsIndexes()) {
            roll(); // so that it does not grow while its batches are walked
        }
        upkeep.repairIndexes(segments, settings.indexIntervalBytes());
        appender = null;
        return done;
    }

    /**
     * What {@link #maintain} did.
     *
     * @param removedSegments how many segments left the log
     * @param removedBytes how many bytes of batches they held
     */
    public record Maintenance(int removedSegments, long removedBytes) {}

    /** Before what they are about counts as flushed: it is not walked over after a crash. */
    private void writeEpochs() {
        try {
            epochs.write();
        } catch (IOException e) {
            throw StorageException.of("write the leader epochs of", folder, e);
        }
    }

    private Maintenance retain(long nowMs) {
        try {
            int remove = new Retention(settings, nowMs).segmentsToRemove(view, segments);
            if (remove == 0) {
                return new Maintenance(0, 0);
            }
            if (remove == segments.length) {
                rollTo(logEnd);
                active().createFile();
            }
            Segment[] removed = Arrays.copyOf(segments, remove);
            segments = Arrays.copyOfRange(segments, remove, segments.length);
            if (segments[0].baseOffset() > logStart) {
                moveLogStart(segments[0].baseOffset());
            }
            publish(); // before the files go: a reader must not miss them below a start it can see
            retire(removed);
            snapshots.deleteBelow(segments[0].baseOffset());
            epochs.write();
            long bytes = 0;
            for (Segment segment : removed) {
                bytes += segment.sizeBytes();
            }
            return new Maintenance(remove, bytes);
        } catch (IOException e) {
            throw StorageException.of("remove old segments from", folder, e);
        }
    }

    private void retire(Segment[] removed) throws IOException {
        upkeep.retire(removed, now() + settings.fileDeleteDelayMs());
    }

    /** What is known of the producers that wrote to this log, for {@code DescribeProducers}. */
    public List<ProducerSummary> producers() {
        requireOwner();
        return ProducerSummary.of(producers.entries());
    }

    /**
     * Ends service in good order: writes indexes and a snapshot of the producers, and has
     * everything brought to the disk in the background, for which {@link LogDirectory#close} waits.
     * Many logs share a journal commit that way. Views can still be read while their files are
     * there. Idempotent.
     */
    public void close() {
        requireOwner();
        if (service.isOver()) {
            return;
        }
        service.beginClose();
        try {
            active().spillIndexes();
            if (!snapshots.isEmpty() || producers.size() > 0) {
                snapshots.write(logEnd, producers.entries());
            }
            epochs.write();
        } catch (IOException e) {
            service.closed(false);
            release();
            throw goOffline("close", folder, e);
        }
        LogFlusher.LastFlush rest = flusher.last(segments, logEnd);
        if (rest == null) {
            release();
            service.closed(true);
        } else {
            environment.background().execute(() -> flushAndClose(rest));
        }
    }

    /** The last thing that happens to a log, on another thread; the lane has let go of it. */
    private void flushAndClose(LogFlusher.LastFlush rest) {
        boolean done = false;
        try {
            rest.run();
            done = true;
        } catch (IOException e) {
            service.lastFlushFailed();
            LOG.error("{}: not everything is on the disk: {}", partition, e.getMessage());
        } finally {
            release();
            service.closed(done);
        }
    }

    /** Whether {@link #close} was called and has not failed at once; any thread. */
    boolean wasClosed() {
        return service.wasClosed();
    }

    /** Says whether {@link #close} has ended well, when it has ended. Any thread may wait. */
    CompletableFuture<Boolean> closing() {
        return service.closing();
    }

    /** Ends service because the log is about to be deleted, or its failure leaves no other way. */
    void abandon(String why) {
        requireOwner();
        service.end(why);
        service.closed(false);
        release();
    }

    private void release() {
        for (Segment segment : segments) {
            segment.release();
        }
        upkeep.release();
    }

    // What the appender needs of its log; lane only.

    Segment active() {
        return segments[segments.length - 1];
    }

    ProducerStates producerStates() {
        return producers;
    }

    LogEpochs epochs() {
        return epochs;
    }

    long logEnd() {
        return logEnd;
    }

    long maxSegmentAgeMs() {
        return settings.segmentMs() - segmentJitterMs;
    }

    /** Says that a batch was written at the end of the active segment. */
    void written(long lastOffset, long maxTimestamp, int size, long nowMs) {
        Segment active = active();
        tail = tail.add(lastOffset, active.sizeBytes());
        active.appended(lastOffset, size, maxTimestamp, settings.indexIntervalBytes(), nowMs);
        logEnd = lastOffset + 1;
    }

    long now() {
        return environment.clock().wallMs();
    }

    /** Puts the log out of service, as its files and what is known of them may differ. */
    StorageException goOffline(String doing, Path path, IOException cause) {
        return service.fail(doing, path, cause);
    }

    private void publish() {
        view = makeView();
    }

    private LogView makeView() {
        return makeView(active(), active().sizeBytes());
    }

    private LogView makeView(Segment active, int activeEnd) {
        assert active == active();
        long stable = Math.clamp(producers.firstUndecidedOffset(), logStart, highWatermark);
        return new LogView(
                segments, tail, activeEnd, logStart, stable, highWatermark, logEnd, epochs.known());
    }

    private void requireOwner() {
        if (!owner.isCurrent()) {
            throw new IllegalStateException(
                    "log " + partition + " is owned by lane " + owner.name());
        }
    }

    @Override
    public String toString() {
        return partition + ": " + view;
    }
}
