package dev.moldau.storage.segment;

import dev.moldau.storage.disk.DiskFile;
import dev.moldau.storage.disk.OpenMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One file of a segment, by name; opened when somebody needs it, closed by {@link OpenFiles} when
 * nobody did for a while.
 *
 * <p>Any thread may take a lease to read; writing, renaming and deleting belong to the log's lane,
 * or to whoever the lane handed a removed segment to. Its lock is held while the file is being
 * opened, renamed or deleted, so that a reader finds it under one name or the other.
 */
public final class LogFile {

    private final OpenFiles files;
    private final Path folder;
    private final long baseOffset;
    private String suffix;
    private boolean deleted;
    private volatile @Nullable FileLease current;

    LogFile(OpenFiles files, Path folder, long baseOffset, String suffix) {
        this.files = files;
        this.folder = folder;
        this.baseOffset = baseOffset;
        this.suffix = suffix;
    }

    /** Its present name. */
    public synchronized Path path() {
        return folder.resolve(FileNames.of(baseOffset, suffix));
    }

    /**
     * Takes a lease on the file, opening it if need be.
     *
     * @throws NoSuchFileException if it is not there, or was deleted
     */
    public FileLease lease() throws IOException {
        FileLease lease = current;
        return lease != null && lease.tryAcquire() ? lease : open(OpenMode.WRITE);
    }

    /** As {@link #lease}, and makes the file if it is not there; only for the owner. */
    FileLease leaseOrCreate() throws IOException {
        FileLease lease = current;
        return lease != null && lease.tryAcquire() ? lease : open(OpenMode.CREATE);
    }

    private FileLease open(OpenMode mode) throws IOException {
        FileLease opened;
        synchronized (this) {
            FileLease lease = current;
            if (lease != null && lease.tryAcquire()) {
                return lease;
            }
            if (deleted) {
                throw new NoSuchFileException(path().toString());
            }
            DiskFile file = files.disk().open(path(), mode);
            opened = new FileLease(file, this);
            boolean acquired = opened.tryAcquire();
            assert acquired;
            current = opened;
            if (lease != null && !lease.file().isOpen()) {
                lease.close(); // the reference of the cache to a file that an interruption closed
            }
        }
        files.entered(opened);
        return opened;
    }

    /** Whether somebody holds a lease. */
    boolean isInUse() {
        FileLease lease = current;
        return lease != null && lease.isInUse();
    }

    boolean isCurrent(FileLease lease) {
        return current == lease;
    }

    /** Closes the file if nobody uses it. */
    boolean evict(FileLease lease) {
        synchronized (this) {
            if (current != lease) {
                return true;
            }
            if (!lease.closeIfIdle()) {
                return false;
            }
            current = null;
            return true;
        }
    }

    /** Closes the file as soon as the last lease ends; it can be opened again. */
    synchronized void release() {
        FileLease lease = current;
        current = null;
        if (lease != null) {
            lease.close();
        }
    }

    /** Gives the file another suffix; does nothing if there is no such file. */
    synchronized void rename(String newSuffix) throws IOException {
        Path from = path();
        String before = suffix;
        suffix = newSuffix;
        try {
            files.disk().rename(from, path());
        } catch (NoSuchFileException e) {
            return; // never written: it is made when needed
        } catch (IOException e) {
            suffix = before;
            throw e;
        }
    }

    /** Deletes the file; leases stay usable, later ones are refused. */
    synchronized void delete() throws IOException {
        deleted = true;
        try {
            release();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        files.disk().delete(path());
    }

    /** Waits until what was written is on the disk; does nothing if there is no such file. */
    void force() throws IOException {
        try (FileLease lease = lease()) {
            lease.file().force();
        } catch (NoSuchFileException e) {
            assert !files.disk().exists(path());
        }
    }

    @Override
    public String toString() {
        return path().toString();
    }
}
