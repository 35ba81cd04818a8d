package dev.moldau.storage;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.storage.checkpoint.EpochCheckpoint;
import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.epoch.LeaderEpochs;
import dev.moldau.storage.producer.ControlRecord;
import dev.moldau.storage.producer.ProducerStates;
import dev.moldau.storage.producer.ProducerStates.EndedTransaction;
import dev.moldau.storage.producer.Snapshots;
import dev.moldau.storage.segment.AbortedEntry;
import dev.moldau.storage.segment.OpenFiles;
import dev.moldau.storage.segment.Segment;
import dev.moldau.storage.segment.SegmentRecovery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a log of what lies in a folder. After a clean shutdown this reads a listing, the end of the
 * last segment, the epochs and the newest snapshot; after a crash it validates what lies beyond the
 * recovery point too. For one log, on one thread; any number at once.
 */
final class LogLoader {

    private static final Logger LOG = LoggerFactory.getLogger(LogLoader.class);

    /** How the process that had the log before came to its end. */
    enum LastUse {
        /** It closed the log in good order. */
        CLOSED,
        /** It did not, but wrote all that is not known to be on the disk in our way. */
        CRASHED,
        /** It did not, and was Kafka perhaps, whose compaction leaves gaps between segments. */
        CRASHED_UNDER_KAFKA
    }

    private final Path folder;
    private final LogEnvironment environment;
    private final OpenFiles files;
    private final LogSettings settings;
    private final LogEpochs epochs;
    private boolean epochsDamaged;

    /** What lies at or above has been walked again, so its aborted transactions are to be noted. */
    private long recoveredFrom = Long.MAX_VALUE;

    LogLoader(Path folder, LogEnvironment environment, OpenFiles files, LogSettings settings) {
        this.folder = folder;
        this.environment = environment;
        this.files = files;
        this.settings = settings;
        this.epochs = new LogEpochs(environment.disk(), folder);
    }

    /** A log that begins, without reading anything. */
    static LoadedLog empty(
            Path folder, LogEnvironment environment, OpenFiles files, LogSettings settings) {
        long nowMs = environment.clock().wallMs();
        return new LoadedLog(
                List.of(Segment.empty(files, folder, 0, nowMs)),
                0,
                0,
                0,
                false,
                new LogEpochs(environment.disk(), folder),
                new ProducerStates(settings.maxProducers()),
                0,
                new Snapshots(environment.disk(), folder, List.of()));
    }

    /**
     * Loads a log.
     *
     * @param recoveryPoint what ends below is whole
     * @param checkpointedStart where the log began at the last checkpoint; 0 if that is not known
     * @param lastUse how the last process left it
     */
    LoadedLog load(long recoveryPoint, long checkpointedStart, LastUse lastUse) throws IOException {
        boolean clean = lastUse == LastUse.CLOSED;
        LogFolder found = new LogFolder(environment.disk(), folder);
        List<Segment> segments = found.segments(files, folder);
        if (segments.isEmpty()) {
            long nowMs = environment.clock().wallMs();
            Segment first = Segment.empty(files, folder, checkpointedStart, nowMs);
            if (checkpointedStart > 0) {
                first.createFile();
            }
            segments.add(first);
        }
        if (found.has(EpochCheckpoint.NAME)) {
            loadEpochs();
        }
        long fileEnd =
                clean
                        ? resume(segments, recoveryPoint)
                        : recover(segments, recoveryPoint, lastUse == LastUse.CRASHED);
        if (epochsDamaged) {
            readEpochs(segments);
        }
        long logStart = Math.max(checkpointedStart, segments.getFirst().baseOffset());
        long logEnd = Math.max(fileEnd, logStart);
        epochs.truncateFromEnd(fileEnd);
        epochs.truncateFromStart(logStart);

        Snapshots snapshots = new Snapshots(environment.disk(), folder, found.snapshots());
        snapshots.deleteAbove(Math.min(logEnd, recoveredFrom)); // those may not be whole
        ProducerStates producers = new ProducerStates(settings.maxProducers());
        // Who has not heard that its record was appended sends it again, also if it was given up.
        long producersFrom = segments.getFirst().baseOffset();
        if (fileEnd < logStart) {
            // Records that had been given up were lost with the crash: what is known of producers
            // has a hole, and they must be free to go on from any sequence.
            snapshots.deleteAbove(-1);
            producersFrom = logStart;
        }
        boolean known = clean && recoveredFrom == Long.MAX_VALUE && snapshots.isEmpty();
        if (!known) { // closed in good order without a snapshot: nobody was to be remembered
            replay(segments, snapshots, producers, producersFrom, logEnd);
        }
        snapshots.deleteAllBut(segments.stream().map(Segment::baseOffset).toList());
        return new LoadedLog(
                segments,
                logStart,
                logEnd,
                clean && recoveredFrom == Long.MAX_VALUE ? logEnd : Math.min(recoveryPoint, logEnd),
                true,
                epochs,
                producers,
                producersFrom,
                snapshots);
    }

    private void loadEpochs() throws IOException {
        try {
            epochs.read();
        } catch (DamagedFileException e) {
            LOG.warn("leader epochs are read from the batches: {}", e.getMessage());
            epochsDamaged = true;
        }
    }

    /** Has the epochs from all batches, also from those that need no recovery. */
    private void readEpochs(List<Segment> segments) throws IOException {
        epochs.become(LeaderEpochs.NONE);
        for (Segment segment : segments) {
            segment.replay(segment.baseOffset(), this::noteEpoch);
        }
    }

    /** Finds the log's end after a clean shutdown. */
    private long resume(List<Segment> segments, long recoveryPoint) throws IOException {
        Segment active = segments.getLast();
        if (!active.needsIndexes()) {
            try {
                return active.resume();
            } catch (CorruptRecordsException | IOException e) {
                LOG.warn(
                        "{} was closed in good order but does not end so: {}",
                        active.log(),
                        e.getMessage());
            }
        }
        // Everything was on the disk: a hole is one that Kafka's compaction has left.
        return recover(segments, Math.min(recoveryPoint, active.baseOffset()), false);
    }

    /**
     * Takes in what lies beyond the recovery point, up to where something is missing.
     *
     * @param holesTell whether segments that do not follow each other mean a loss
     */
    private long recover(List<Segment> segments, long recoveryPoint, boolean holesTell)
            throws IOException {
        int first = segments.size() - 1;
        while (first > 0 && segments.get(first).baseOffset() > recoveryPoint) {
            first--;
        }
        long end = segments.get(first).baseOffset();
        for (int i = first; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            SegmentRecovery.Outcome outcome =
                    new SegmentRecovery(segment, settings.indexIntervalBytes())
                            .recover(recoveryPoint, this::noteEpoch);
            recoveredFrom = Math.min(recoveredFrom, outcome.firstOffset());
            end = outcome.nextOffset();
            boolean last = i == segments.size() - 1;
            boolean torn = outcome.cutBytes() > 0;
            if (torn || (holesTell && !last && isHole(segment, end, segments.get(i + 1)))) {
                tellLoss(segment, outcome, recoveryPoint);
                dropAfter(segments, i);
                break;
            }
            if (!last) {
                segment.finish();
            }
        }
        return end;
    }

    /**
     * A power failure may take the end of a segment that was not brought to the disk yet, also
     * whole batches, and leave the next one. That one is named after where this one ended; or after
     * its first batch, if that was beyond the reach of any other name.
     */
    private static boolean isHole(Segment segment, long end, Segment next) {
        return end < next.baseOffset()
                && Segment.reaches(segment.baseOffset(), next.baseOffset() - 1);
    }

    private static void tellLoss(
            Segment segment, SegmentRecovery.Outcome outcome, long recoveryPoint) {
        long end = outcome.nextOffset();
        if (outcome.cutBytes() > 0) {
            LOG.warn(
                    "cut {} bytes off {} at {}: {}; the log ends at offset {}",
                    outcome.cutBytes(),
                    segment.log(),
                    segment.sizeBytes(),
                    outcome.reason(),
                    end);
        } else {
            LOG.warn(
                    "{} lost its end before it was on the disk; the log ends at offset {}",
                    segment.log(),
                    end);
        }
        if (end < recoveryPoint) {
            LOG.error(
                    "{} is damaged: records up to offset {} had been brought to the disk,"
                            + " those from {} on are gone",
                    segment.log(),
                    recoveryPoint - 1,
                    end);
        }
    }

    /**
     * What follows a segment without its end was never acknowledged as durable, and would leave a
     * hole.
     */
    private void dropAfter(List<Segment> segments, int last) throws IOException {
        List<Segment> after = segments.subList(last + 1, segments.size());
        for (Segment segment : new ArrayList<>(after)) {
            LOG.warn("removed {}, which follows what was cut off", segment.log());
            segment.retire();
            segment.delete();
        }
        after.clear();
    }

    /** What the file says from here on may be from before this batch was appended. */
    private void noteEpoch(BatchView batch) {
        int epoch = batch.partitionLeaderEpoch();
        if (epoch >= 0 && epochs.known().epochOf(batch.baseOffset()) != epoch) {
            epochs.truncateFromEnd(batch.baseOffset());
            epochs.become(epochs.known().assign(epoch, batch.baseOffset()));
        }
    }

    private void replay(
            List<Segment> segments,
            Snapshots snapshots,
            ProducerStates producers,
            long from,
            long logEnd)
            throws IOException {
        replayProducers(
                segments.toArray(new Segment[0]),
                snapshots,
                producers,
                settings,
                from,
                Math.min(logEnd, recoveredFrom),
                environment.clock().wallMs(),
                recoveredFrom);
    }

    /**
     * Brings what is known of producers to a log's end: the newest snapshot, and what follows.
     *
     * @param from where to begin without a snapshot
     */
    static void replayProducers(
            Segment[] segments,
            Snapshots snapshots,
            ProducerStates producers,
            LogSettings settings,
            long from,
            long logEnd,
            long nowMs)
            throws IOException {
        replayProducers(segments, snapshots, producers, settings, from, logEnd, nowMs, logEnd);
    }

    private static void replayProducers(
            Segment[] segments,
            Snapshots snapshots,
            ProducerStates producers,
            LogSettings settings,
            long from,
            long snapshotAtMost,
            long nowMs,
            long noteAbortedFrom)
            throws IOException {
        Snapshots.Loaded loaded = snapshots.loadAtOrBelow(snapshotAtMost, from);
        producers.load(loaded.entries(), nowMs, settings.producerExpirationMs());
        for (int i = 0; i < segments.length; i++) {
            Segment segment = segments[i];
            if (i + 1 < segments.length && segments[i + 1].baseOffset() <= loaded.offset()) {
                continue;
            }
            if (i > 0 && segment.baseOffset() > loaded.offset()) {
                snapshots.write(segment.baseOffset(), producers.entries());
            }
            List<AbortedEntry> aborted = new ArrayList<>(0);
            segment.replay(
                    loaded.offset(),
                    batch -> {
                        EndedTransaction ended = take(batch, producers, nowMs);
                        if (ended != null
                                && ended.aborted()
                                && ended.markerOffset() >= noteAbortedFrom) {
                            aborted.add(entry(ended));
                        }
                    });
            for (AbortedEntry entry : aborted) {
                segment.aborted(entry);
            }
        }
    }

    private static @Nullable EndedTransaction take(
            BatchView batch, ProducerStates producers, long nowMs) {
        if (!batch.hasProducerId()) {
            return null;
        }
        if (batch.isControl()) {
            return producers.end(batch, ControlRecord.of(batch), nowMs);
        }
        producers.append(batch, nowMs);
        return null;
    }

    static AbortedEntry entry(EndedTransaction ended) {
        return new AbortedEntry(
                ended.producerId(),
                ended.firstOffset(),
                ended.markerOffset(),
                ended.lastStableOffset());
    }
}
