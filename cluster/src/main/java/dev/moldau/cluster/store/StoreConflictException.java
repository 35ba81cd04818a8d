package dev.moldau.cluster.store;

/**
 * A condition of a transaction did not hold; nothing was changed. Not retriable as it is: read
 * again and decide anew.
 */
public final class StoreConflictException extends StoreException {

    private static final long serialVersionUID = 1L;

    private final transient StoreWrite write;

    /**
     * @param write the first step whose condition did not hold
     * @param found what was there instead, such as {@code it exists}
     */
    public StoreConflictException(StoreWrite write, String found) {
        super(write.getClass().getSimpleName() + " of " + write.key() + " failed: " + found);
        this.write = write;
    }

    /** The first step whose condition did not hold. */
    public StoreWrite write() {
        return write;
    }
}
