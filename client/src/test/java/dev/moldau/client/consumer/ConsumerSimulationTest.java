package dev.moldau.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Consumers of one group in random schedules, each from one seed: whatever brokers, network and the
 * other members do, no record is skipped, none comes out of order, none that was committed before
 * comes again, and all are read in the end.
 *
 * <p>{@code -Dmoldau.test.seed=n} repeats one run, {@code -Dmoldau.test.schedules=n} sets how many
 * there are, and {@code -Dmoldau.test.first=n} where they begin; without it the first one is drawn
 * anew each time.
 */
class ConsumerSimulationTest {

    private static final int SCHEDULES = 300;

    private long records;
    private long duplicates;
    private long stays;
    private long generations;
    private long kills;
    private long refusedCommits;

    @Test
    void nothingIsSkippedRepeatedOrLostWhateverHappens() {
        Long seed = Long.getLong("moldau.test.seed");
        if (seed != null) {
            run(seed);
            return;
        }
        long first = Long.getLong("moldau.test.first", System.nanoTime() >>> 10);
        int schedules = Integer.getInteger("moldau.test.schedules", SCHEDULES);
        long begin = System.nanoTime();
        for (long each = first; each < first + schedules; each++) {
            run(each);
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        System.out.println(
                "seeds from "
                        + first
                        + ", "
                        + took.toMillis()
                        + " ms; "
                        + records
                        + " records read, "
                        + duplicates
                        + " of them again, in "
                        + stays
                        + " stays of "
                        + generations
                        + " generations; "
                        + kills
                        + " consumers killed, "
                        + refusedCommits
                        + " commits refused");
        if (schedules >= SCHEDULES) {
            assertThat(records).isGreaterThan(10L * schedules);
            assertThat(generations).isGreaterThan(2L * schedules);
            assertThat(kills).isPositive();
            assertThat(duplicates).isPositive();
        }
    }

    private void run(long seed) {
        ConsumerSimulation simulation = new ConsumerSimulation(seed);
        try {
            simulation.run();
            assertThat(simulation.history().violations()).isEmpty();
        } catch (Throwable e) {
            throw new AssertionError(
                    "repeat with -Dmoldau.test.seed=" + seed + "; " + simulation, e);
        }
        records += simulation.history().records;
        duplicates += simulation.history().duplicates;
        stays += simulation.history().begun;
        generations += simulation.generations();
        kills += simulation.kills;
        refusedCommits += simulation.refusedCommits;
    }
}
