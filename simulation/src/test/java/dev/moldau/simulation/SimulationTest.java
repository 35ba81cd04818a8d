package dev.moldau.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real brokers and real clients in random runs, each from one seed: whatever becomes of processes,
 * network and disks, no acknowledged record is lost, none is there twice or out of order, an offset
 * never shows two values, and the high watermark never goes back.
 *
 * <p>{@code -Dmoldau.sim.seed=n} repeats one run, {@code -Dmoldau.sim.seeds=n} sets how many there
 * are, and {@code -Dmoldau.sim.first=n} where they begin; without it the first one is drawn anew
 * each time. {@code -Dmoldau.sim.failures=n} goes on until so many have failed.
 */
class SimulationTest {

    /** The same runs for everybody: a change is to answer for what it breaks, and for no more. */
    private static final long FIRST = 108_001;

    private static final int SEEDS = 1_000;
    private static final int ENOUGH_TO_JUDGE = 100;

    /** What two orders are possible of is the same by chance in one of four. */
    private static final int OTHER_PROCESSES = 2;

    /**
     * The log goes past Surefire, whose own threads hold locks too: a simulated thread that waits
     * for one would be woken by a thread outside of the world.
     */
    @BeforeAll
    static void logToTheTerminal() {
        System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void promisesAreKeptWhateverHappens() {
        Tally tally = new Tally();
        Long seed = Long.getLong("moldau.sim.seed");
        if (seed != null) {
            run(seed, tally);
            return;
        }
        long first = Long.getLong("moldau.sim.first", FIRST);
        int seeds = Integer.getInteger("moldau.sim.seeds", SEEDS);
        int bearable = Integer.getInteger("moldau.sim.failures", 1);
        Failures failures = new Failures(bearable);
        long begin = System.nanoTime();
        for (long each = first; each < first + seeds && !failures.isEnough(); each++) {
            try {
                run(each, tally);
            } catch (AssertionError e) {
                failures.add(each, e);
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        System.out.println("seeds from " + first + ", " + took.toMillis() + " ms; " + tally);
        failures.report();
        checkEnoughHappened(tally);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void theSameSeedGivesTheSameRun() {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(run(seed, new Tally()))
                    .as("seed %d", seed)
                    .isEqualTo(run(seed, new Tally()));
        }
        assertThat(run(1, new Tally())).isNotEqualTo(run(2, new Tally()));
    }

    @Test
    @Timeout(value = 6, unit = TimeUnit.MINUTES)
    void anotherProcessMakesTheSameRuns(@TempDir Path folder) throws Exception {
        List<String> here = OtherProcess.tracesHere(1, 5);
        for (int i = 0; i < OTHER_PROCESSES; i++) {
            assertThat(OtherProcess.traces(1, 5, folder)).isEqualTo(here);
        }
    }

    private static long run(long seed, Tally tally) {
        Run run = new Run(seed, tally);
        try {
            return run.run();
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("repeat with -Dmoldau.sim.seed=" + seed + "; " + run, e);
        }
    }

    private static void checkEnoughHappened(Tally tally) {
        assertThat(tally.acknowledged).isGreaterThan(tally.accepted * 9 / 10);
        if (tally.runs >= ENOUGH_TO_JUDGE) {
            assertThat(tally.retried).isPositive();
            assertThat(tally.stops).isPositive();
            assertThat(tally.kills).isPositive();
            assertThat(tally.pauses).isPositive();
            assertThat(tally.powerFailures).isPositive();
            assertThat(tally.fullDisks).isPositive();
            assertThat(tally.storeFaults).isPositive();
            assertThat(tally.cuts).isGreaterThan(tally.oneWayCuts);
            assertThat(tally.oneWayCuts).isPositive();
            assertThat(tally.ordersDone).isPositive();
            assertThat(tally.absences).isPositive();
            assertThat(tally.leads).isGreaterThan(tally.runs);
        }
    }
}
