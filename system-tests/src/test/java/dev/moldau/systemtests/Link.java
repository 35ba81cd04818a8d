package dev.moldau.systemtests;

import java.io.InterruptedIOException;

/** What lies between two nodes of a {@link LoopbackNetwork}: everything passes, or nothing does. */
final class Link {

    private boolean cut;

    synchronized void cut() {
        cut = true;
    }

    synchronized void heal() {
        cut = false;
        notifyAll();
    }

    /** Returns when something can pass. */
    synchronized void pass() throws InterruptedIOException {
        try {
            while (cut) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
