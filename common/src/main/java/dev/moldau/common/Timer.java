package dev.moldau.common;

/**
 * Runs something later. Deadlines of waiting requests hang on one of these; there is no thread
 * behind a waiting request.
 *
 * <p>Implementations are safe for use by any thread. A task must be short and must not block:
 * typically it posts to a {@link Lane}.
 */
public interface Timer {

    /**
     * Runs the task once, not before the delay has passed.
     *
     * @param delayMs how long to wait, in milliseconds; zero or less means as soon as possible, but
     *     never in the calling frame
     * @param task what to run
     * @return a handle that takes the task back
     */
    Timeout schedule(long delayMs, Runnable task);

    /** A task that waits for its time. */
    interface Timeout {

        /**
         * Takes the task back.
         *
         * @return false if it has run, is running, or was taken back before
         */
        boolean cancel();
    }
}
