package dev.moldau.cluster.store;

import java.nio.file.Path;

/** Another process holds the store's file. Not retriable while that process runs. */
public final class StoreInUseException extends StoreException {

    private static final long serialVersionUID = 1L;

    StoreInUseException(Path file, Throwable cause) {
        super(
                "The cluster store "
                        + file
                        + " is in use by another broker. Stop that broker, or give this one another"
                        + " data folder.",
                cause);
    }
}
