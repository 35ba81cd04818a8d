package dev.moldau.benchmarks.reading;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Reads as a plan says, first to warm, then from the beginning again and measured, and prints one
 * line of figures.
 */
final class ReadLoop {

    static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** How long one poll waits at most. */
    static final Duration POLL_TIMEOUT = Duration.ofSeconds(1);

    private static final long DEADLINE_NS = TimeUnit.MINUTES.toNanos(5);

    private final ReadPlan plan;

    ReadLoop(ReadPlan plan) {
        this.plan = plan;
    }

    /** Does all of it; ends with an exception if a record is missing or out of order. */
    void run(Reader reader) {
        read(reader, plan.warmRecords());
        // What was fetched ahead while warming is dropped by this: it is not what is measured.
        reader.rewind();
        Meter meter = Meter.start();
        Tally tally = read(reader, plan.records());
        ReadResult result = meter.result(tally.records(), tally.valueBytes());
        if (tally.records() != plan.records()) {
            throw new IllegalStateException(tally.records() + " records read of " + plan.records());
        }
        OUT.println(result.line());
    }

    private Tally read(Reader reader, long records) {
        Tally tally = new Tally(plan.partitions());
        long start = System.nanoTime();
        while (tally.records() < records) {
            reader.poll(tally);
            if (System.nanoTime() - start > DEADLINE_NS) {
                throw new IllegalStateException(
                        "only " + tally.records() + " records of " + records + " came");
            }
        }
        return tally;
    }
}
