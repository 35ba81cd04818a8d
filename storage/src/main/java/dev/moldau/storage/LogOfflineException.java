package dev.moldau.storage;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The log was taken out of service by a failure, now or earlier, which is the cause, or was closed.
 * It serves again when it is opened anew.
 */
public final class LogOfflineException extends StorageException {

    /** With why the log is out of service. */
    public LogOfflineException(Path path, String reason, @Nullable Throwable cause) {
        super("the log in " + path + " is offline: " + reason, path, NO_POSITION, cause);
    }
}
