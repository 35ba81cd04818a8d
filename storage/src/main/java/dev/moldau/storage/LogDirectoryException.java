package dev.moldau.storage;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A data folder cannot be used: another process holds it, or it belongs to another broker or
 * cluster. The message says what to do about it.
 */
public final class LogDirectoryException extends StorageException {

    /** With what is wrong, the remedy included. */
    public LogDirectoryException(String message, Path path, @Nullable Throwable cause) {
        super(message, path, NO_POSITION, cause);
    }
}
