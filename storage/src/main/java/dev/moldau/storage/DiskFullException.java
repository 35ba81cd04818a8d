package dev.moldau.storage;

import java.io.IOException;
import java.nio.file.Path;

/** There is no space left to append. Nothing was appended; retriable once there is space again. */
public final class DiskFullException extends StorageException {

    /** With how many bytes were to be written where. */
    public DiskFullException(Path path, long position, long wantedBytes, IOException cause) {
        super(
                "no space left to append " + wantedBytes + " bytes to " + path + " at " + position,
                path,
                position,
                cause);
    }

    /** Whether the file system says so; it has no type of its own for it. */
    static boolean isFull(IOException cause) {
        String message = String.valueOf(cause.getMessage());
        return message.contains("No space left on device")
                || message.contains("Disk quota exceeded");
    }
}
