package dev.moldau.storage.disk;

import java.io.IOException;
import java.nio.file.Path;

/** A file was read but does not hold what its name promises. */
public final class DamagedFileException extends IOException {

    private final Path path;
    private final long position;

    /**
     * With what is wrong and where.
     *
     * @param position in bytes (for text: lines) from the start of the file
     */
    public DamagedFileException(Path path, long position, String reason) {
        super(reason + " (" + path + " at " + position + ")");
        this.path = path;
        this.position = position;
    }

    /** The file. */
    public Path path() {
        return path;
    }

    /** Where in the file. */
    public long position() {
        return position;
    }
}
