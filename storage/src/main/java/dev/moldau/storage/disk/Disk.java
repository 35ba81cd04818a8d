package dev.moldau.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system, reduced to what logs need of it.
 *
 * <p>Implementations are safe for use by any thread. Every method may block, and reports failures
 * as {@link IOException}; callers turn them into {@link dev.moldau.storage.StorageException}s that
 * name the partition.
 */
public interface Disk {

    /**
     * Opens a file.
     *
     * @param mode what must be there, or may be made
     * @throws NoSuchFileException if the file is not there and {@code mode} is not {@link
     *     OpenMode#CREATE}
     */
    DiskFile open(Path path, OpenMode mode) throws IOException;

    /**
     * What a folder holds, in no particular order, with sizes and times read as of now.
     *
     * @throws NoSuchFileException if the folder is not there
     */
    List<DiskEntry> list(Path folder) throws IOException;

    /** Whether there is a file or folder of that name. */
    boolean exists(Path path) throws IOException;

    /** Makes a folder and the folders above it; does nothing if it is there. */
    void createFolders(Path folder) throws IOException;

    /**
     * Gives a file or folder another name, atomically, replacing a file that has it.
     *
     * @throws NoSuchFileException if {@code from} is not there
     */
    void rename(Path from, Path to) throws IOException;

    /** Deletes a file or an empty folder; does nothing if it is not there. */
    void delete(Path path) throws IOException;

    /** Makes the names in a folder durable: creations, renames and deletions. */
    void syncFolder(Path folder) throws IOException;

    /**
     * Takes the lock that keeps other processes out.
     *
     * @return the lock, released by closing it
     * @throws LockHeldException if another process, or another owner in this one, has it
     */
    AutoCloseable lock(Path path) throws IOException;

    /** How many bytes may still be written in the file system that holds the folder, in bytes. */
    long usableBytes(Path folder) throws IOException;

    /** How large the file system that holds the folder is, in bytes. */
    long totalBytes(Path folder) throws IOException;

    /**
     * Reads a small file whole.
     *
     * @param limitBytes the most it may hold, so that a damaged file cannot exhaust memory
     * @throws NoSuchFileException if the file is not there
     * @throws IOException if it is longer than the limit, or cannot be read
     */
    default byte[] readSmall(Path path, int limitBytes) throws IOException {
        try (DiskFile file = open(path, OpenMode.READ)) {
            long size = file.sizeBytes();
            if (size > limitBytes) {
                throw new IOException(
                        path + " has " + size + " bytes, more than the limit of " + limitBytes);
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) size);
            file.readFully(bytes, 0);
            return bytes.array();
        }
    }

    /**
     * Replaces a small file whole: readers find the old content or the new, after a crash too.
     *
     * @param folder where the file is or will be
     * @param name the file's name in it
     * @param durable whether to wait until content and name are on the disk
     */
    default void replace(Path folder, String name, byte[] content, boolean durable)
            throws IOException {
        Path temporary = folder.resolve(name + ".tmp");
        try (DiskFile file = open(temporary, OpenMode.CREATE)) {
            file.truncate(0);
            file.write(new ByteBuffer[] {ByteBuffer.wrap(content)}, 1, 0);
            if (durable) {
                file.force();
            }
        }
        rename(temporary, folder.resolve(name));
        if (durable) {
            syncFolder(folder);
        }
    }
}
