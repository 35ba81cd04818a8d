package dev.moldau.broker.lane;

import dev.moldau.common.Lane;

/**
 * A lane that handles together what it finds queued: an owner that gets several commands in one
 * drain can put off the costly part, such as the write of its appends, to the end of the drain.
 */
public interface BatchingLane extends Lane, AutoCloseable {

    /**
     * Runs the task at the end of the drain that is going on, after all commands that were queued
     * when it began (or after a bounded number of them, so that the first does not wait for long).
     * Only for callers on this lane. Tasks run in the order in which they were put off.
     */
    void atEndOfDrain(Runnable task);

    /** Ends the lane after what is queued; waits for that. Not on the lane itself. Idempotent. */
    @Override
    void close();
}
