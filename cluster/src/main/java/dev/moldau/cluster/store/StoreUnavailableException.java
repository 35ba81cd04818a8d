package dev.moldau.cluster.store;

import org.jspecify.annotations.Nullable;

/**
 * The store cannot be reached or written just now: the disk is full, the session is gone.
 * Retriable. Whether the transaction took place is not known until the record is read again, unless
 * the implementation says otherwise.
 */
public final class StoreUnavailableException extends StoreException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what failed, where, and what to check
     * @param cause what the store's own library said, if anything
     */
    public StoreUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
