package dev.moldau.client.metadata;

/** What became of the requests for metadata. Written by the loop alone, readable by any thread. */
final class MetadataCounters {

    private volatile long refreshes;
    private volatile long failures;
    private volatile long freshMs;

    /**
     * Nothing so far.
     *
     * @param nowMs when the client began; on the monotonic clock, as all times here
     */
    MetadataCounters(long nowMs) {
        this.freshMs = nowMs;
    }

    // The loop is the only writer, so reading and writing need not be one step.

    /** An answer about some topics was taken over. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void refreshed() {
        refreshes++;
    }

    /** An answer about everything was taken over. */
    void fresh(long nowMs) {
        freshMs = nowMs;
    }

    /** A request had no answer that could be used. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void failed() {
        failures++;
    }

    long refreshes() {
        return refreshes;
    }

    long failures() {
        return failures;
    }

    /** When everything was last told, or when the client began. */
    long freshMs() {
        return freshMs;
    }
}
