package dev.moldau.simulation;

import java.util.ArrayList;
import java.util.List;

/** Runs that failed, up to as many as are wanted before a test gives up. */
final class Failures {

    private final int enough;
    private final List<Long> seeds = new ArrayList<>();
    private final List<AssertionError> errors = new ArrayList<>();

    Failures(int enough) {
        this.enough = enough;
    }

    void add(long seed, AssertionError error) {
        seeds.add(seed);
        errors.add(error);
    }

    boolean isEnough() {
        return seeds.size() >= enough;
    }

    /** Fails with the first, if there is one. */
    void report() {
        if (errors.isEmpty()) {
            return;
        }
        AssertionError first = errors.getFirst();
        if (seeds.size() > 1) {
            errors.stream().skip(1).forEach(first::addSuppressed);
            throw new AssertionError(seeds.size() + " runs failed, of the seeds " + seeds, first);
        }
        throw first;
    }
}
