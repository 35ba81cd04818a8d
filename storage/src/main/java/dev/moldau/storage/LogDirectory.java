package dev.moldau.storage;

import dev.moldau.common.Lane;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One data folder ({@code log.dirs}): its lock, its identity, its checkpoints and the logs in it.
 *
 * <p>Life cycle: {@link #open} takes the lock; the owner looks at {@link #found}, opens or deletes
 * what it finds, calls {@link #writeCheckpoints} every minute or so, closes the logs on their lanes
 * and then {@link #close}s the folder, which leaves the mark of a clean shutdown.
 *
 * <p>Safe for use by any thread; logs may be opened on several threads at once.
 */
@SuppressWarnings("DoNotCallSuggester") // signatures first, bodies follow
public final class LogDirectory implements AutoCloseable {

    /**
     * Who the folder must belong to. A folder that is new is given this identity.
     *
     * @param clusterId the cluster
     * @param nodeId the broker
     */
    public record Identity(String clusterId, int nodeId) {}

    /**
     * A partition's folder.
     *
     * @param partition whose it is, by its name
     * @param topicId the topic's identity, if {@code partition.metadata} is there and readable
     */
    public record Found(TopicPartition partition, Optional<Uuid> topicId) {}

    /**
     * Takes a data folder into use; makes it if it is not there.
     *
     * @throws LogDirectoryException if another process holds it, or it belongs to another broker or
     *     cluster
     * @throws DiskFailureException if the file system fails
     */
    public static LogDirectory open(Path folder, Identity identity, LogEnvironment environment) {
        throw new UnsupportedOperationException();
    }

    /** The folder. */
    public Path folder() {
        throw new UnsupportedOperationException();
    }

    /** The folder's own identity ({@code directory.id}). */
    public Uuid directoryId() {
        throw new UnsupportedOperationException();
    }

    /** Whether the last user closed it in good order, so that no log needs recovery. */
    public boolean wasClosedCleanly() {
        throw new UnsupportedOperationException();
    }

    /** The partitions that the folder held when it was opened. */
    public List<Found> found() {
        throw new UnsupportedOperationException();
    }

    /**
     * Makes the log of a new partition, empty, at offset 0.
     *
     * @param owner the lane that will own it; this method may run on any thread
     * @throws IllegalStateException if the folder is there already
     * @throws DiskFailureException if the file system fails
     */
    public PartitionLog create(
            TopicPartition partition, Uuid topicId, LogSettings settings, Lane owner) {
        throw new UnsupportedOperationException();
    }

    /**
     * Opens the log of a partition that {@link #found} lists, and recovers it if the folder was not
     * closed cleanly: what lies beyond the last checkpoint is validated, and a torn end cut off.
     *
     * @param owner the lane that will own it; this method may run on any thread
     * @throws DiskFailureException if the file system fails
     * @throws CorruptLogException if a file is damaged below the checkpoint
     */
    public PartitionLog open(TopicPartition partition, LogSettings settings, Lane owner) {
        throw new UnsupportedOperationException();
    }

    /**
     * Deletes a log: closes it, gives its folder another name at once, and removes that after
     * {@code file.delete.delay.ms}, in the background. Runs on the log's lane.
     *
     * @throws DiskFailureException if the folder could not be renamed
     */
    public void delete(PartitionLog log) {
        throw new UnsupportedOperationException();
    }

    /** Deletes a folder that {@link #found} lists and nobody opened: the topic is gone. */
    public void deleteFound(TopicPartition partition) {
        throw new UnsupportedOperationException();
    }

    /** The open logs. */
    public List<PartitionLog> logs() {
        throw new UnsupportedOperationException();
    }

    /** The high watermark that the last checkpoint has for a partition; 0 if none. */
    public long checkpointedHighWatermark(TopicPartition partition) {
        throw new UnsupportedOperationException();
    }

    /**
     * Writes recovery points, log starts and high watermarks of all open logs, and removes what has
     * waited long enough to be deleted.
     *
     * @throws DiskFailureException if the file system fails
     */
    public void writeCheckpoints() {
        throw new UnsupportedOperationException();
    }

    /** How many bytes may still be written, in bytes. */
    public long usableBytes() {
        throw new UnsupportedOperationException();
    }

    /**
     * Gives the folder up. If all logs were closed before, and none failed, the mark of a clean
     * shutdown is left. Idempotent.
     */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
