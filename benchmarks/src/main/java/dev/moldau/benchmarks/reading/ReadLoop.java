package dev.moldau.benchmarks.reading;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Reads a topic as a plan says, a few times to warm and then a few times measured, and prints one
 * line of figures.
 */
final class ReadLoop {

    static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** How long one poll waits at most. */
    static final Duration POLL_TIMEOUT = Duration.ofSeconds(1);

    /** Fast clients are through a topic in a second, of which the JVM's compiler has half. */
    private static final int WARM_PASSES = 5;

    private static final int PASSES = 5;

    private static final long DEADLINE_NS = TimeUnit.MINUTES.toNanos(5);

    private final ReadPlan plan;

    ReadLoop(ReadPlan plan) {
        this.plan = plan;
    }

    /** Does all of it; ends with an exception if a record is missing or out of order. */
    void run(Reader reader) {
        for (int pass = 0; pass < WARM_PASSES; pass++) {
            rest(reader, begin(reader));
        }
        ReadResult all = ReadResult.NOTHING;
        for (int pass = 0; pass < PASSES; pass++) {
            Tally tally = begin(reader);
            long recordsBefore = tally.records();
            long bytesBefore = tally.valueBytes();
            Meter meter = Meter.start();
            rest(reader, tally);
            all =
                    all.plus(
                            meter.result(
                                    tally.records() - recordsBefore,
                                    tally.valueBytes() - bytesBefore));
        }
        OUT.println(all.line());
    }

    /**
     * Reads the first records. That takes as long as a fetch may wait that was under way at the
     * end, and is not measured.
     */
    private Tally begin(Reader reader) {
        reader.rewind();
        Tally tally = new Tally(plan.partitions());
        readUntil(reader, tally, 1);
        return tally;
    }

    private void rest(Reader reader, Tally tally) {
        readUntil(reader, tally, plan.records());
        if (tally.records() != plan.records()) {
            throw new IllegalStateException(tally.records() + " records read of " + plan.records());
        }
    }

    private void readUntil(Reader reader, Tally tally, long records) {
        long start = System.nanoTime();
        while (tally.records() < records) {
            reader.poll(tally);
            if (System.nanoTime() - start > DEADLINE_NS) {
                throw new IllegalStateException(
                        "only " + tally.records() + " records of " + plan.records() + " came");
            }
        }
    }
}
