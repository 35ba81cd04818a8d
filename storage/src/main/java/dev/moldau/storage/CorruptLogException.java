package dev.moldau.storage;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A log file holds bytes that are no batches, at a place where batches were once written whole. */
public final class CorruptLogException extends StorageException {

    /** With what is wrong and where. */
    public CorruptLogException(String reason, Path path, long position, @Nullable Throwable cause) {
        super("damaged: " + reason, path, position, cause);
    }
}
