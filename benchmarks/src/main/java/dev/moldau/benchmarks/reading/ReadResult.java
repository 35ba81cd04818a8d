package dev.moldau.benchmarks.reading;

import java.util.Arrays;

/**
 * What a reading program measured.
 *
 * @param records how many were read
 * @param valueBytes the bytes of their values
 * @param seconds from the first poll to the last record
 * @param processorSeconds user and system time of the whole process within that
 * @param allocatedBytes on the heap, by all threads, within that
 */
public record ReadResult(
        long records,
        long valueBytes,
        double seconds,
        double processorSeconds,
        long allocatedBytes) {

    private static final String MARK = "RESULT ";

    /** As a reading program prints it. */
    String line() {
        return MARK
                + records
                + " "
                + valueBytes
                + " "
                + seconds
                + " "
                + processorSeconds
                + " "
                + allocatedBytes;
    }

    /** From what a reading program printed. */
    public static ReadResult of(String output) {
        String line =
                output.lines()
                        .filter(l -> l.startsWith(MARK))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("no result in\n" + output));
        double[] figures =
                Arrays.stream(line.substring(MARK.length()).split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
        return new ReadResult(
                (long) figures[0], (long) figures[1], figures[2], figures[3], (long) figures[4]);
    }
}
