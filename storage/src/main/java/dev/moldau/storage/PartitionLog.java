package dev.moldau.storage;

import dev.moldau.common.Lane;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import java.nio.file.Path;
import java.util.List;

/**
 * One partition's log: an append-only sequence of batches in segments.
 *
 * <p>Owned by one {@link Lane}: every method but {@link #view}, {@link #partition}, {@link
 * #topicId} and {@link #folder} throws {@link IllegalStateException} on another thread. Everybody
 * else reads the {@link LogView}, which is replaced by each call that changes anything. Opened,
 * created and deleted by its {@link LogDirectory}.
 *
 * <p>Each method that touches files throws {@link StorageException}; see there for what holds
 * afterwards.
 */
@SuppressWarnings("DoNotCallSuggester") // signatures first, bodies follow
public final class PartitionLog {

    /** Whose log it is. */
    public TopicPartition partition() {
        throw new UnsupportedOperationException();
    }

    /** The topic's identity, as {@code partition.metadata} has it. */
    public Uuid topicId() {
        throw new UnsupportedOperationException();
    }

    /** The folder with its files. */
    public Path folder() {
        throw new UnsupportedOperationException();
    }

    /** The log as of the last change; any thread. */
    public LogView view() {
        throw new UnsupportedOperationException();
    }

    /** What the log goes by at present. */
    public LogSettings settings() {
        throw new UnsupportedOperationException();
    }

    /** Changes what the log goes by, from the next append on. */
    public void configure(LogSettings settings) {
        throw new UnsupportedOperationException();
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
     * @throws LogOfflineException if an earlier failure could not be taken back
     */
    public void append(List<Append> appends) {
        throw new UnsupportedOperationException();
    }

    /**
     * Says that this broker leads from now on, in an epoch that begins at the log's end. An epoch
     * that is not above the latest known one changes nothing.
     */
    public void beginEpoch(int leaderEpoch) {
        throw new UnsupportedOperationException();
    }

    /**
     * Moves the high watermark, up or down, within log start and log end: values beyond are cut to
     * them.
     *
     * @return whether it changed
     */
    public boolean moveHighWatermark(long offset) {
        throw new UnsupportedOperationException();
    }

    /**
     * Gives up the records below an offset: {@code DeleteRecords}, or a leader's log start. The new
     * start is published at once; segments that lie below it go with the next {@link #maintain}. An
     * offset at or below the present start changes nothing.
     *
     * @throws IllegalArgumentException if the offset is above the high watermark
     */
    public void raiseLogStart(long offset) {
        throw new UnsupportedOperationException();
    }

    /**
     * Drops the records from an offset on. If the offset lies within a batch, the whole batch goes.
     *
     * @return the log's end afterwards, which is the offset or, within a batch, the batch's start
     */
    public long truncateTo(long offset) {
        throw new UnsupportedOperationException();
    }

    /** Drops everything, producers and epochs included, and goes on, empty, at an offset. */
    public void truncateFullyAndStartAt(long offset) {
        throw new UnsupportedOperationException();
    }

    /** Ends the active segment, if it is not empty, and begins another. */
    public void roll() {
        throw new UnsupportedOperationException();
    }

    /** Waits until everything appended so far is on the disk. */
    public void flush() {
        throw new UnsupportedOperationException();
    }

    /**
     * Does what time asks for: retention by age, size and start offset, flushing by age, forgetting
     * idle producers, deleting the files of removed segments. To be called every few seconds to
     * minutes; cheap when there is nothing to do.
     *
     * @return what was removed
     */
    public Maintenance maintain() {
        throw new UnsupportedOperationException();
    }

    /**
     * What {@link #maintain} did.
     *
     * @param removedSegments how many segments left the log
     * @param removedBytes how many bytes of batches they held
     */
    public record Maintenance(int removedSegments, long removedBytes) {}

    /** What is known of the producers that wrote to this log, for {@code DescribeProducers}. */
    public List<ProducerSummary> producers() {
        throw new UnsupportedOperationException();
    }

    /**
     * Ends service in good order: flushes, writes indexes and a snapshot of the producers, closes
     * files. Views can still be read while their files are there. Idempotent.
     */
    public void close() {
        throw new UnsupportedOperationException();
    }
}
