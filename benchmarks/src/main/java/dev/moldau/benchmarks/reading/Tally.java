package dev.moldau.benchmarks.reading;

/**
 * Counts what is read and holds it against what has to come: each partition's offsets, one after
 * the other. A partition is for one thread at a time.
 */
final class Tally {

    /** Apart by a cache line each, for partitions may be counted on different threads. */
    private static final int STRIDE = 16;

    private static final int BYTES_AT = 8;

    private final int partitions;
    private final long[] counts;

    /** Nothing has been read. */
    Tally(int partitions) {
        this.partitions = partitions;
        this.counts = new long[partitions * STRIDE];
    }

    /**
     * One more record.
     *
     * @throws IllegalStateException if it is not the next one of its partition
     */
    void add(int partition, long offset, int valueBytes) {
        int at = partition * STRIDE;
        if (counts[at] != offset) {
            throw new IllegalStateException(
                    "partition "
                            + partition
                            + " went on with offset "
                            + offset
                            + " instead of "
                            + counts[at]);
        }
        counts[at] = offset + 1;
        counts[at + BYTES_AT] += valueBytes;
    }

    long records() {
        return sum(0);
    }

    long valueBytes() {
        return sum(BYTES_AT);
    }

    private long sum(int field) {
        long sum = 0;
        for (int i = 0; i < partitions; i++) {
            sum += counts[i * STRIDE + field];
        }
        return sum;
    }
}
