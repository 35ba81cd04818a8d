package dev.moldau.benchmarks.load;

import java.util.Arrays;

/**
 * What a load program measured.
 *
 * @param records how many were sent and answered
 * @param seconds from the first send to the last answer
 * @param processorSeconds user and system time of the whole process within that
 * @param allocatedBytes on the heap, by all threads, within that
 * @param p50Ms median of the times from send to callback
 * @param p99Ms the time within which 99 % were called back
 * @param p999Ms the time within which 99.9 % were called back
 */
public record Result(
        long records,
        double seconds,
        double processorSeconds,
        long allocatedBytes,
        double p50Ms,
        double p99Ms,
        double p999Ms) {

    private static final String MARK = "RESULT ";

    /** As a load program prints it. */
    static String line(Result result) {
        return MARK
                + result.records
                + " "
                + result.seconds
                + " "
                + result.processorSeconds
                + " "
                + result.allocatedBytes
                + " "
                + result.p50Ms
                + " "
                + result.p99Ms
                + " "
                + result.p999Ms;
    }

    /** From what a load program printed. */
    public static Result of(String output) {
        String line =
                output.lines()
                        .filter(l -> l.startsWith(MARK))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("no result in\n" + output));
        double[] figures =
                Arrays.stream(line.substring(MARK.length()).split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
        return new Result(
                (long) figures[0],
                figures[1],
                figures[2],
                (long) figures[3],
                figures[4],
                figures[5],
                figures[6]);
    }
}
