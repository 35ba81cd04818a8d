package dev.moldau.benchmarks.load;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What became of the records of one phase. Written by the client's one thread that runs callbacks;
 * read once a flush has ordered all of that before the reader.
 */
final class Outcome {

    /** Instead of a time: this record is counted, but not timed. */
    static final long NOT_TIMED = 0;

    private volatile Phase phase = new Phase(0);

    private static final class Phase {
        private final long[] latenciesNs;
        private int timed;
        private long answered;
        private @Nullable Exception firstFailure;

        Phase(int samples) {
            latenciesNs = new long[samples];
        }
    }

    /**
     * Forgets what was before.
     *
     * @param samples how many records will be timed at most
     */
    void begin(int samples) {
        phase = new Phase(samples);
    }

    /** A record was answered. */
    void answered(long sentNs, @Nullable Exception failure) {
        Phase now = phase;
        now.answered++;
        if (failure != null && now.firstFailure == null) {
            now.firstFailure = failure;
        }
        if (sentNs != NOT_TIMED) {
            now.latenciesNs[now.timed++] = System.nanoTime() - sentNs;
        }
    }

    /** Throws unless so many records were answered, all with success. */
    void check(long records) {
        if (phase.firstFailure != null) {
            throw new IllegalStateException("a record failed", phase.firstFailure);
        }
        if (phase.answered != records) {
            throw new IllegalStateException(
                    records + " records sent and flushed, but " + phase.answered + " answered");
        }
    }

    /** Times from send to callback in ascending order, ns. */
    long[] latenciesNs() {
        long[] sorted = Arrays.copyOf(phase.latenciesNs, phase.timed);
        Arrays.sort(sorted);
        return sorted;
    }
}
