package dev.moldau.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends as a plan says, first to warm, then measured, and prints one line of figures.
 *
 * <p>Times are taken of every record at a fixed rate and of one in 61 at full speed, where reading
 * the clock twice per record would be a part of the figure. Processor time is the kernel's for the
 * process, allocation the JVM's over all threads, both from the first measured record to the last
 * answer.
 */
final class LoadLoop {

    private static final PrintStream OUT =
            new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final int TIMED_ONE_IN = 61;

    private final Plan plan;
    private final RecordSource source;
    private final Outcome outcome = new Outcome();

    LoadLoop(Plan plan) {
        this.plan = plan;
        this.source = new RecordSource(plan.recordBytes());
    }

    /** Where the target has to report to. */
    Outcome outcome() {
        return outcome;
    }

    /** Does all of it; ends with an exception if a single record fails. */
    void run(Target target) throws Exception {
        warm(target);
        // The garbage of warming is not what is measured.
        System.gc();
        OperatingSystemMXBean process =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long processorNs = process.getProcessCpuTime();
        long allocated = threads.getTotalThreadAllocatedBytes();
        long start = System.nanoTime();
        send(target, plan.records(), plan.recordsPerSecond());
        long elapsedNs = System.nanoTime() - start;
        allocated = threads.getTotalThreadAllocatedBytes() - allocated;
        processorNs = process.getProcessCpuTime() - processorNs;
        long[] latenciesNs = outcome.latenciesNs();
        OUT.println(
                Result.line(
                        new Result(
                                plan.records(),
                                elapsedNs / 1e9,
                                processorNs / 1e9,
                                allocated,
                                percentileMs(latenciesNs, 0.50),
                                percentileMs(latenciesNs, 0.99),
                                percentileMs(latenciesNs, 0.999))));
    }

    /**
     * At a fixed rate first ten times as fast: at that rate alone the JVM's compiler is at work for
     * most of a minute, the longer the less a client does per record, and on two cores everything
     * waits for it.
     */
    private void warm(Target target) throws Exception {
        if (plan.recordsPerSecond() > 0) {
            send(target, plan.warmRecords() * 10 / 11, plan.recordsPerSecond() * 10);
            send(target, plan.warmRecords() / 11, plan.recordsPerSecond());
        } else {
            send(target, plan.warmRecords(), 0);
        }
    }

    private void send(Target target, long records, int recordsPerSecond) throws Exception {
        boolean paced = recordsPerSecond > 0;
        long share = records / plan.threads();
        outcome.begin(
                Math.toIntExact(paced ? records : records / TIMED_ONE_IN + 2L * plan.threads()));
        ExecutorService senders = Executors.newFixedThreadPool(plan.threads());
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < plan.threads(); i++) {
                long first = i * share;
                all.add(
                        senders.submit(
                                () -> {
                                    if (paced) {
                                        paced(target, first, share, recordsPerSecond);
                                    } else {
                                        fullSpeed(target, first, share);
                                    }
                                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            senders.shutdownNow();
        }
        target.flush();
        outcome.check(share * plan.threads());
    }

    private void fullSpeed(Target target, long first, long records) {
        int untilTimed = 1;
        for (long i = first; i < first + records; i++) {
            long sentNs = Outcome.NOT_TIMED;
            if (--untilTimed == 0) {
                untilTimed = TIMED_ONE_IN;
                sentNs = System.nanoTime();
            }
            target.send(source.value(i), sentNs);
        }
    }

    private void paced(Target target, long first, long records, int recordsPerSecond) {
        double intervalNs = 1e9 * plan.threads() / recordsPerSecond;
        long start = System.nanoTime();
        for (long i = 0; i < records; i++) {
            long due = start + (long) (i * intervalNs);
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            target.send(source.value(first + i), System.nanoTime());
        }
    }

    private static double percentileMs(long[] sortedNs, double share) {
        int rank = (int) Math.ceil(share * sortedNs.length);
        return sortedNs[Math.max(0, rank - 1)] / 1e6;
    }
}
