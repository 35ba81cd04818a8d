package dev.moldau.client.consumer;

/**
 * How the loop wakes the application's thread. One rings or several do, one waits; what was rung
 * before the wait ends it at once.
 */
interface Doorbell {

    /** Ends the wait, or the next one. Any thread; never waits. */
    void ring();

    /**
     * Waits for a ring.
     *
     * @param limitMs for so long at most
     * @throws InterruptedException if the thread is interrupted
     */
    void await(long limitMs) throws InterruptedException;
}
