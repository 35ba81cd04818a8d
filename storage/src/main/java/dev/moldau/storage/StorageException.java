package dev.moldau.storage;

import dev.moldau.storage.disk.DamagedFileException;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Something that went wrong with files. The kinds say what to do about it; every one names the
 * file. What a client is told is {@code KAFKA_STORAGE_ERROR} for all of them.
 *
 * <p>After one was thrown by a {@link PartitionLog} the log is whole: what failed was taken back,
 * or it is a {@link LogOfflineException}, and so is what every later call throws.
 */
public abstract sealed class StorageException extends RuntimeException
        permits DiskFailureException,
                DiskFullException,
                CorruptLogException,
                LogOfflineException,
                LogDirectoryException {

    /** Stands for "no place in the file". */
    public static final long NO_POSITION = -1;

    private final Path path;
    private final long position;

    StorageException(String message, Path path, long position, @Nullable Throwable cause) {
        super(message, cause);
        this.path = path;
        this.position = position;
    }

    /** The kind that a failure of the file system calls for. */
    static StorageException of(String doing, Path path, IOException cause) {
        if (cause instanceof DamagedFileException damaged) {
            String reason = String.valueOf(damaged.getMessage());
            return new CorruptLogException(reason, damaged.path(), damaged.position(), cause);
        }
        return new DiskFailureException(doing, path, NO_POSITION, cause);
    }

    /** The file or folder that it happened to. The partition's folder is the one it lies in. */
    public Path path() {
        return path;
    }

    /** Where in the file, in bytes from its start, or {@link #NO_POSITION}. */
    public long position() {
        return position;
    }
}
