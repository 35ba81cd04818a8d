package dev.moldau.cluster.store;

import java.nio.file.Path;

/** The store's file cannot be read. Not retriable; the message names the file and the remedy. */
public final class StoreDamagedException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final transient Path file;

    StoreDamagedException(Path file, String what, Throwable cause) {
        super(message(file, what), cause);
        this.file = file;
    }

    private static String message(Path file, String what) {
        return "The cluster store "
                + file
                + " is damaged: "
                + what
                + ". Put a backup of that file in its place. Without one, move the file away: the"
                + " broker then starts as a new, empty cluster, and the topics' folders beside it"
                + " stay untouched on disk.";
    }

    /** The file that is damaged. */
    public Path file() {
        return file;
    }
}
