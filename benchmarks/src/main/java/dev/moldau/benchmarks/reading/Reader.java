package dev.moldau.benchmarks.reading;

/** A client that reads one topic. For one thread. */
interface Reader extends AutoCloseable {

    /** Goes back to the beginning of all partitions. */
    void rewind();

    /** Polls once and counts what came. */
    void poll(Tally tally);

    @Override
    void close();
}
