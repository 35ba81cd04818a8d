package dev.moldau.storage;

import dev.moldau.storage.checkpoint.EpochCheckpoint;
import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import dev.moldau.storage.epoch.LeaderEpochs;
import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader epochs of one log, and the file that keeps them. The file follows when the log finds
 * time for it ({@link #write}): what a crash leaves out of it is in the batches too.
 *
 * <p>Owned by whoever owns the log. {@link #known} is immutable and may be handed to others.
 */
final class LogEpochs {

    private static final Logger LOG = LoggerFactory.getLogger(LogEpochs.class);

    private final Disk disk;
    private final Path folder;
    private LeaderEpochs known = LeaderEpochs.NONE;
    private boolean unwritten;

    /** No epoch, as in the folder of a log that begins. */
    LogEpochs(Disk disk, Path folder) {
        this.disk = disk;
        this.folder = folder;
    }

    /**
     * Takes over what the file says.
     *
     * @throws DamagedFileException if it is no such file
     */
    void read() throws IOException {
        unwritten = true; // unless it can be read
        known = LeaderEpochs.of(EpochCheckpoint.read(disk, folder));
        unwritten = false;
    }

    /** Which epoch began where. */
    LeaderEpochs known() {
        return known;
    }

    /** Replaces what is known, by the same object if nothing changes. */
    void become(LeaderEpochs changed) {
        unwritten |= changed != known;
        known = changed;
    }

    /**
     * Notes that a batch of an epoch begins at an offset; one that is not above the latest known
     * changes nothing.
     */
    void noted(int epoch, long startOffset) {
        if (epoch > known.latest()) {
            become(known.assign(epoch, startOffset));
        }
    }

    /**
     * Drops what begins at or above an offset, which is the log's end.
     *
     * @return whether anything did
     */
    boolean truncateFromEnd(long endOffset) {
        LeaderEpochs before = known;
        become(before.truncateFromEnd(endOffset));
        return known != before;
    }

    /** Drops what ends at or below an offset, which is the log's start. */
    void truncateFromStart(long startOffset) {
        become(known.truncateFromStart(startOffset));
    }

    /** Has the file say what is known, if it does not yet. Does not wait for the disk. */
    void write() throws IOException {
        if (unwritten) {
            EpochCheckpoint.write(disk, folder, known.entries(), false);
            unwritten = false;
        }
    }

    /**
     * Has the file say what is known, or leaves that for later: as long as the recovery point has
     * not passed them, epochs are found in the batches after a crash, whatever the file says.
     *
     * @return whether the file says it
     */
    boolean tryToWrite() {
        try {
            write();
            return true;
        } catch (IOException e) {
            LOG.warn("{}: the leader epochs are written later: {}", folder, e.getMessage());
            return false;
        }
    }
}
