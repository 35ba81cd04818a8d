package dev.moldau.simulation.load;

/**
 * Up to where the beginnings of a topic's partitions were given up, as far as anybody has asked:
 * what lies below may be there or not, and nothing else may be gone.
 */
public final class Floors {

    private final long[] floors;

    /** Nothing was given up yet. */
    public Floors(Plan plan) {
        this.floors = new long[plan.partitions()];
    }

    /** Somebody asks that a partition begin there. */
    void raise(int partition, long offset) {
        floors[partition] = Math.max(floors[partition], offset);
    }

    /** The offset up to which records may be gone. */
    public long of(int partition) {
        return floors[partition];
    }
}
