package dev.moldau.server;

/**
 * Told when a thread of the broker ended because of a bug: what it owned serves no more. A process
 * ends then, so that whoever watches it starts it again; an embedding application decides itself.
 */
@FunctionalInterface
public interface FaultListener {

    /**
     * Runs on the thread that ends; the bug has been logged.
     *
     * @param what the thread's name
     */
    void stopped(String what, Throwable bug);
}
