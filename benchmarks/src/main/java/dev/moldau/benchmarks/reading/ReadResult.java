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

    /** Of no time at all. */
    static final ReadResult NOTHING = new ReadResult(0, 0, 0, 0, 0);

    private static final String MARK = "RESULT ";

    /** Both together. */
    ReadResult plus(ReadResult other) {
        return new ReadResult(
                records + other.records,
                valueBytes + other.valueBytes,
                seconds + other.seconds,
                processorSeconds + other.processorSeconds,
                allocatedBytes + other.allocatedBytes);
    }

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
