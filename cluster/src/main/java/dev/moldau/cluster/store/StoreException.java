package dev.moldau.cluster.store;

import org.jspecify.annotations.Nullable;

/** Something went wrong with the store; the subclasses say what. */
public abstract sealed class StoreException extends RuntimeException
        permits StoreConflictException,
                StoreUnavailableException,
                StoreDamagedException,
                StoreInUseException,
                StoreLimitException {

    private static final long serialVersionUID = 1L;

    StoreException(String message) {
        super(message);
    }

    StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
