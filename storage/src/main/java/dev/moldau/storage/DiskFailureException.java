package dev.moldau.storage;

import java.io.IOException;
import java.nio.file.Path;

/** The file system refused or failed an operation. Whether trying again helps is not known. */
public final class DiskFailureException extends StorageException {

    /** With what was being done to which file, and what the file system said. */
    public DiskFailureException(String doing, Path path, long position, IOException cause) {
        super("failed to " + doing + " " + path + ": " + cause.getMessage(), path, position, cause);
    }
}
