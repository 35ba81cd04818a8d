package dev.moldau.simulation.broker;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A moment at which a machine is to crash, as a number of disk operations from now: so crashes fall
 * between a write and what should follow it, and into the middle of a write, and not only between
 * the turns of lanes. Operations of the event loop count not, as that has no thread to be ended.
 */
final class CrashPoint {

    private long left = -1;
    private @Nullable Runnable crash;

    /** Crashes at the operation after so many; replaces what was planned before. */
    void plan(int operations, Runnable action) {
        left = operations;
        crash = action;
    }

    /** Takes back what was planned. */
    void cancel() {
        crash = null;
    }

    /** An operation is about to be done; whether the machine crashes at it. */
    boolean isReached() {
        return crash != null && Thread.currentThread().isVirtual() && left-- <= 0;
    }

    /** Ends the process by the crash; the calling thread never goes on. */
    void reached() {
        Runnable action = crash;
        crash = null;
        if (action != null) {
            action.run();
        }
        while (true) {
            LockSupport.park(this);
        }
    }
}
