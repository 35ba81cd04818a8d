package dev.moldau.storage;

import dev.moldau.common.Lane;
import dev.moldau.storage.checkpoint.EpochCheckpoint;
import dev.moldau.storage.checkpoint.PartitionMetadata;
import dev.moldau.storage.disk.DiskFile;
import dev.moldau.storage.disk.OpenMode;
import dev.moldau.storage.producer.Snapshots;
import dev.moldau.storage.segment.Segment;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings a log's files to the disk and knows up to where they are there: the recovery point.
 *
 * <p>Part of its {@link PartitionLog} and owned by the same lane, but for {@link #recoveryPoint},
 * which any thread may ask. What waits for the disk in the background works on the segments that it
 * was given; its end comes back to the lane, where the recovery point rises.
 *
 * <p>Invariant: nothing below the recovery point is lost by a crash, unless the log is truncated,
 * which lowers it first.
 */
final class LogFlusher {

    private static final long NO_SNAPSHOT = -1;

    private final Path folder;
    private final LogEnvironment environment;
    private final Lane owner;
    private final Snapshots snapshots;
    private final Consumer<IOException> failed;

    private volatile long recoveryPoint;
    private long lastFlushMs;
    private boolean namesForced;
    private boolean running;

    /**
     * Rises when what is under way can vouch for nothing any more: after a truncation, a failure or
     * the end.
     */
    private int voided;

    /**
     * @param recoveryPoint up to where the files are on the disk
     * @param namesForced whether the folder and its first files are known to be
     * @param failed told on the lane of a flush in the background that failed
     */
    LogFlusher(
            Path folder,
            LogEnvironment environment,
            Lane owner,
            Snapshots snapshots,
            long recoveryPoint,
            boolean namesForced,
            Consumer<IOException> failed) {
        this.folder = folder;
        this.environment = environment;
        this.owner = owner;
        this.snapshots = snapshots;
        this.recoveryPoint = recoveryPoint;
        this.namesForced = namesForced;
        this.failed = failed;
        this.lastFlushMs = environment.clock().wallMs();
    }

    /** The offset below which everything is known to be on the disk; any thread. */
    long recoveryPoint() {
        return recoveryPoint;
    }

    /** How long ago the last flush ended, in milliseconds. */
    long sinceLastFlushMs(long nowMs) {
        return nowMs - lastFlushMs;
    }

    /**
     * The log is about to be cut at an offset.
     *
     * @return whether the recovery point fell
     */
    boolean truncatedTo(long offset) {
        voided++;
        if (offset >= recoveryPoint) {
            return false;
        }
        recoveryPoint = offset;
        return true;
    }

    /** The log is empty and goes on at an offset: there is nothing that a crash could lose. */
    void begunAnewAt(long offset) {
        recoveryPoint = offset;
    }

    /**
     * Waits until everything below an offset is on the disk.
     *
     * @param passed whether the recovery point may rise to there, as the log's other files say what
     *     is to be known of it
     */
    void flush(Segment[] segments, long upTo, boolean passed) throws IOException {
        if (upTo == recoveryPoint) {
            return;
        }
        boolean names = !namesForced;
        try {
            force(from(segments, recoveryPoint), names);
            if (names) {
                environment.disk().syncFolder(parent()); // the partition's folder is new too
            }
        } catch (IOException e) {
            voided++;
            throw e;
        }
        flushed(passed ? upTo : recoveryPoint);
    }

    private Path parent() {
        Path parent = folder.getParent();
        return parent == null ? folder : parent;
    }

    /** Has everything below an offset brought to the disk, unless that is under way. */
    void flushLater(Segment[] segments, long upTo) {
        if (upTo > recoveryPoint && !running) {
            begin(from(segments, recoveryPoint), upTo, NO_SNAPSHOT);
        }
    }

    /** The same for a segment that was just ended, with the snapshot that goes with it. */
    void flushRolled(Segment[] segments, long upTo) {
        // Its indexes and the snapshot are new even if its batches were flushed.
        begin(from(segments, Math.min(recoveryPoint, upTo - 1)), upTo, upTo);
    }

    private void begin(Segment[] unflushed, long upTo, long snapshot) {
        int voidedBefore = voided;
        running = true;
        environment
                .background()
                .execute(
                        () -> {
                            IOException failure = null;
                            try {
                                force(unflushed, true);
                                if (snapshot != NO_SNAPSHOT) {
                                    snapshots.force(snapshot);
                                }
                            } catch (IOException e) {
                                failure = e;
                            }
                            IOException seen = failure;
                            tellOwner(() -> ended(upTo, voidedBefore, seen));
                        });
    }

    private void tellOwner(Runnable end) {
        try {
            owner.execute(end);
        } catch (RejectedExecutionException e) {
            return; // the lane has ended, and the log before it: closing brings it to the disk
        }
    }

    private void ended(long upTo, int voidedBefore, @Nullable IOException failure) {
        running = false;
        if (failure != null) {
            voided++;
            failed.accept(failure);
        } else if (voided == voidedBefore) {
            flushed(upTo);
        }
    }

    private void flushed(long upTo) {
        recoveryPoint = Math.max(recoveryPoint, upTo);
        lastFlushMs = environment.clock().wallMs();
        namesForced = true;
    }

    /**
     * The last flush of a log that is being closed; null if there is nothing to wait for. To be run
     * on another thread when the lane has let go of the log.
     */
    @Nullable LastFlush last(Segment[] segments, long upTo) {
        if (upTo == recoveryPoint) {
            return null;
        }
        voided++;
        Segment[] unflushed = from(segments, recoveryPoint);
        boolean names = !namesForced;
        return () -> {
            force(unflushed, names);
            recoveryPoint = upTo;
        };
    }

    /** What {@link #last} leaves to do. */
    interface LastFlush {
        void run() throws IOException;
    }

    /** The segments that hold offsets from one on. */
    private static Segment[] from(Segment[] segments, long offset) {
        int first = segments.length - 1;
        while (first > 0 && segments[first].baseOffset() > offset) {
            first--;
        }
        return Arrays.copyOfRange(segments, first, segments.length);
    }

    /** Any thread. */
    private void force(Segment[] unflushed, boolean names) throws IOException {
        for (Segment segment : unflushed) {
            segment.force();
        }
        forceFile(EpochCheckpoint.NAME);
        if (names) {
            forceFile(PartitionMetadata.NAME);
            environment.disk().syncFolder(folder);
        }
    }

    private void forceFile(String name) throws IOException {
        try (DiskFile file = environment.disk().open(folder.resolve(name), OpenMode.WRITE)) {
            file.force();
        } catch (NoSuchFileException e) {
            return; // nothing to lose
        }
    }
}
