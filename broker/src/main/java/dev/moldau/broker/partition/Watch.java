package dev.moldau.broker.partition;

import org.jspecify.annotations.Nullable;

/**
 * Waits for something to happen to one partition. Used for one partition, once: added, told any
 * number of times, removed.
 *
 * <p>The links belong to the partition's list of watches and are guarded by its lock.
 */
public abstract class Watch {

    @Nullable Watch before;
    @Nullable Watch after;
    boolean linked;

    /** A watch that is not added yet. */
    protected Watch() {}

    /**
     * Looks at the partition's published state. Called under the lock of the list of watches:
     * short, and takes no lock.
     *
     * @return whether the watch wants to be woken
     */
    protected abstract boolean look();

    /**
     * Called on the partition's lane, without a lock, after {@link #look} has said yes or when the
     * broker stops.
     */
    protected abstract void wake();
}
