package dev.moldau.benchmarks.load;

/** A client library's producer, as the loop sees it. Used by several threads at once. */
interface Target extends AutoCloseable {

    /**
     * Sends a record without a key to the topic; its outcome goes to the {@link Outcome} that the
     * target was made with.
     *
     * @param sentNs when, if the record is to be timed, else {@link Outcome#NOT_TIMED}
     */
    void send(byte[] value, long sentNs);

    /** Returns when all that was sent is answered. */
    void flush();

    @Override
    void close();
}
