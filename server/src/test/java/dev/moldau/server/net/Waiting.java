package dev.moldau.server.net;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for conditions, with a deadline. */
public final class Waiting {

    private static final long DEADLINE_MS = 20_000;
    private static final long LOOK_EVERY_MS = 5;

    private Waiting() {}

    /** Returns when the condition holds, and fails when it does not in time. */
    public static void until(String what, Callable<Boolean> condition) throws Exception {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DEADLINE_MS);
        while (!condition.call()) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("not within " + DEADLINE_MS + " ms: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_EVERY_MS));
        }
    }
}
