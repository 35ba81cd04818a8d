package dev.moldau.client.metadata;

import dev.moldau.client.Backoff;

/** When one kind of request may be sent again: later and later while it does not help. */
final class Pace {

    private final Backoff backoff;
    private final boolean rests;
    private int inVain;
    private long fromMs;

    /**
     * A pace that has not begun.
     *
     * @param rests whether there is a first back-off even after a request that helped
     */
    Pace(Backoff backoff, boolean rests) {
        this.backoff = backoff;
        this.rests = rests;
    }

    /** From when on; {@link #begin} sets it first. */
    long fromMs() {
        return fromMs;
    }

    /** How many requests in a row did not help. */
    int inVain() {
        return inVain;
    }

    void begin(long nowMs) {
        fromMs = nowMs;
    }

    void helped(long nowMs) {
        inVain = 0;
        fromMs = nowMs + (rests ? backoff.afterMs(1) : 0);
    }

    void didNotHelp(long nowMs) {
        inVain++;
        fromMs = nowMs + backoff.afterMs(inVain);
    }
}
