package dev.moldau.cluster.store;

/**
 * A transaction is larger than the store takes; nothing was changed. Not retriable as it is: make
 * several of it, or raise the limit that the message names.
 */
public final class StoreLimitException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final long bytes;
    private final long maxBytes;

    /**
     * @param message what is too large, the limit, and how to raise it
     * @param bytes how large the transaction is
     * @param maxBytes the limit
     */
    public StoreLimitException(String message, long bytes, long maxBytes) {
        super(message);
        this.bytes = bytes;
        this.maxBytes = maxBytes;
    }

    /** How large the transaction is. */
    public long bytes() {
        return bytes;
    }

    /** How large one may be. */
    public long maxBytes() {
        return maxBytes;
    }
}
