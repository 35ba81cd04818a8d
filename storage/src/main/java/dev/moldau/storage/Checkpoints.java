package dev.moldau.storage;

import dev.moldau.common.TopicPartition;
import dev.moldau.storage.checkpoint.OffsetCheckpoint;
import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The three files of a data folder that say of each log up to where it is on the disk, where it
 * begins and what of it is replicated, so that a crash does not forget it.
 *
 * <p>Safe for use by any thread. Its lock is held from looking at the logs until the files are
 * written, so that no older truth overwrites a newer one; nothing else is locked under it.
 */
final class Checkpoints {

    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    private final Disk disk;
    private final Path folder;
    private final Supplier<Collection<PartitionLog>> open;
    private final Map<TopicPartition, Long> foundRecoveryPoints;
    private final boolean recoveryPointsKnown;
    private final Map<TopicPartition, Long> foundStarts;
    private final Map<TopicPartition, Long> foundHighWatermarks;

    /** Found and not opened yet: their lines are carried on. */
    private final Set<TopicPartition> unopened = ConcurrentHashMap.newKeySet();

    private final Object lock = new Object();

    /** Guarded by the lock, as is what follows: the recovery points as the file has them. */
    private Map<TopicPartition, Long> written;

    /** The high watermarks as the file has them; nothing if that is not known. */
    private Map<TopicPartition, Long> writtenHighWatermarks = Map.of();

    /** Partitions of which a file may have a line. */
    private final Set<TopicPartition> named = new HashSet<>();

    /** Whether a failure has left open what the files say. */
    private boolean uncertain;

    /**
     * Reads the files.
     *
     * @param open the logs that are open at the time of the call
     */
    Checkpoints(Disk disk, Path folder, Supplier<Collection<PartitionLog>> open)
            throws IOException {
        this.disk = disk;
        this.folder = folder;
        this.open = open;
        Map<TopicPartition, Long> recoveryPoints = read(OffsetCheckpoint.RECOVERY_POINTS);
        this.recoveryPointsKnown = recoveryPoints != null;
        this.foundRecoveryPoints = orNone(recoveryPoints);
        this.foundStarts = orNone(read(OffsetCheckpoint.LOG_STARTS));
        this.foundHighWatermarks = orNone(read(OffsetCheckpoint.HIGH_WATERMARKS));
        this.written = foundRecoveryPoints;
        named.addAll(foundRecoveryPoints.keySet());
        named.addAll(foundStarts.keySet());
        named.addAll(foundHighWatermarks.keySet());
    }

    private static Map<TopicPartition, Long> orNone(@Nullable Map<TopicPartition, Long> known) {
        return known == null ? new HashMap<>() : known;
    }

    /** Null if the file is damaged. */
    private @Nullable Map<TopicPartition, Long> read(String name) throws IOException {
        try {
            return file(name).read();
        } catch (DamagedFileException e) {
            LOG.warn("going on without a checkpoint: {}", e.getMessage());
            return null;
        }
    }

    private OffsetCheckpoint file(String name) {
        return new OffsetCheckpoint(disk, folder, name);
    }

    /** Whether a log of which no recovery point was found never had one. */
    boolean knowsRecoveryPoints() {
        return recoveryPointsKnown;
    }

    /** The recovery point that was found; 0 if none. */
    long recoveryPoint(TopicPartition partition) {
        return foundRecoveryPoints.getOrDefault(partition, 0L);
    }

    /** The log start that was found; 0 if none. */
    long logStart(TopicPartition partition) {
        return foundStarts.getOrDefault(partition, 0L);
    }

    /** The high watermark that was found; 0 if none. */
    long highWatermark(TopicPartition partition) {
        return foundHighWatermarks.getOrDefault(partition, 0L);
    }

    /** There is a log that nobody has opened yet: its lines are carried on until somebody does. */
    void carryOn(TopicPartition partition) {
        unopened.add(partition);
    }

    /** The log is open, or gone. */
    void carryOnNoMore(TopicPartition partition) {
        unopened.remove(partition);
    }

    boolean isCarriedOn(TopicPartition partition) {
        return unopened.contains(partition);
    }

    boolean carriesNothingOn() {
        return unopened.isEmpty();
    }

    /**
     * Makes sure that no file says anything of a partition that has no log: what they say of a
     * deleted one of that name must not be taken for its successor's.
     */
    void forget(TopicPartition partition) throws IOException {
        synchronized (lock) {
            if (uncertain || named.contains(partition)) {
                writeAll();
            }
        }
    }

    /** Makes sure that a crash does not find a higher recovery point than the log has now. */
    void recoveryPointFell(PartitionLog log) {
        synchronized (lock) {
            if (uncertain || written.getOrDefault(log.partition(), 0L) > log.recoveryPoint()) {
                write();
            }
        }
    }

    /**
     * Writes all files.
     *
     * @throws DiskFailureException if the file system fails
     */
    void write() {
        synchronized (lock) {
            try {
                writeAll();
            } catch (IOException e) {
                throw StorageException.of("write the checkpoints of", folder, e);
            }
        }
    }

    /**
     * Writes where the logs begin, so that records that were given up do not come back.
     *
     * @throws DiskFailureException if the file system fails
     */
    void writeLogStarts() {
        synchronized (lock) {
            try {
                writeStarts();
            } catch (IOException e) {
                throw StorageException.of("write the log starts of", folder, e);
            }
        }
    }

    /**
     * Writes the high watermarks, if they are others than the file has.
     *
     * @throws DiskFailureException if the file system fails
     */
    void writeHighWatermarks() {
        synchronized (lock) {
            Map<TopicPartition, Long> watermarks = highWatermarks();
            if (watermarks.equals(writtenHighWatermarks)) {
                return;
            }
            named.addAll(watermarks.keySet());
            try {
                writeHighWatermarks(watermarks);
            } catch (IOException e) {
                throw StorageException.of("write the high watermarks of", folder, e);
            }
        }
    }

    private void writeHighWatermarks(Map<TopicPartition, Long> watermarks) throws IOException {
        writtenHighWatermarks = Map.of();
        file(OffsetCheckpoint.HIGH_WATERMARKS).write(watermarks);
        writtenHighWatermarks = watermarks;
    }

    private Map<TopicPartition, Long> highWatermarks() {
        Map<TopicPartition, Long> watermarks = carriedOn(foundHighWatermarks);
        for (PartitionLog log : open.get()) {
            watermarks.put(log.partition(), log.view().highWatermark());
        }
        return watermarks;
    }

    private void writeAll() throws IOException {
        Map<TopicPartition, Long> recovery = carriedOn(foundRecoveryPoints);
        Map<TopicPartition, Long> watermarks = highWatermarks();
        for (PartitionLog log : open.get()) {
            recovery.put(log.partition(), log.recoveryPoint());
        }
        uncertain = true;
        file(OffsetCheckpoint.RECOVERY_POINTS).write(recovery);
        Map<TopicPartition, Long> starts = writeStarts();
        writeHighWatermarks(watermarks);
        written = recovery;
        named.clear();
        named.addAll(recovery.keySet());
        named.addAll(starts.keySet());
        named.addAll(watermarks.keySet());
        uncertain = false;
    }

    private Map<TopicPartition, Long> writeStarts() throws IOException {
        Map<TopicPartition, Long> starts = carriedOn(foundStarts);
        for (PartitionLog log : open.get()) {
            LogView view = log.view();
            if (view.logStartOffset() > view.segments()[0].baseOffset()) {
                starts.put(log.partition(), view.logStartOffset());
            }
        }
        named.addAll(starts.keySet());
        file(OffsetCheckpoint.LOG_STARTS).write(starts);
        return starts;
    }

    private Map<TopicPartition, Long> carriedOn(Map<TopicPartition, Long> found) {
        Map<TopicPartition, Long> kept = new HashMap<>();
        for (TopicPartition partition : unopened) {
            Long offset = found.get(partition);
            if (offset != null) {
                kept.put(partition, offset);
            }
        }
        return kept;
    }
}
