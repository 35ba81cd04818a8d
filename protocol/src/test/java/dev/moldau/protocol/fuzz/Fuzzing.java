package dev.moldau.protocol.fuzz;

import java.util.SplittableRandom;

/**
 * Runs made-up cases for a bounded time. Everything about a case comes from its seed, so that a
 * case that failed can be run again, alone: {@code -Dmoldau.fuzz.seed=...}. How long it takes is
 * {@code -Dmoldau.fuzz.seconds=...}, 2 if not set.
 */
public final class Fuzzing {

    private static final double SECONDS =
            Double.parseDouble(System.getProperty("moldau.fuzz.seconds", "2"));

    /** One case. */
    @FunctionalInterface
    public interface Case {
        /** Fails with any exception; all chance comes from the argument. */
        void run(SplittableRandom random) throws Exception;
    }

    private Fuzzing() {}

    /**
     * Runs cases until the time is over, or the one that is asked for.
     *
     * @return how many were run
     */
    public static long run(String name, Case fuzzCase) {
        Long only = Long.getLong("moldau.fuzz.seed");
        if (only != null) {
            runOne(name, only, fuzzCase);
            return 1;
        }
        long first = System.nanoTime();
        SplittableRandom seeds = new SplittableRandom(first);
        long cases = 0;
        while (System.nanoTime() - first < SECONDS * 1e9) {
            for (int i = 0; i < 100; i++) {
                runOne(name, seeds.nextLong(), fuzzCase);
                cases++;
            }
        }
        System.out.printf("%s: %d cases in %.1f s%n", name, cases, SECONDS);
        return cases;
    }

    private static void runOne(String name, long seed, Case fuzzCase) {
        try {
            fuzzCase.run(new SplittableRandom(seed));
        } catch (Exception | AssertionError | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(
                    name + " fails; to run this case again: -Dmoldau.fuzz.seed=" + seed, e);
        }
    }

    /** Whether all the time is used; a run of one case must not be judged by its number. */
    public static boolean isRerun() {
        return Long.getLong("moldau.fuzz.seed") != null;
    }
}
