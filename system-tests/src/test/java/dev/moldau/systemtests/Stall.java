package dev.moldau.systemtests;

/**
 * A time in which a producer was told of no success in a partition.
 *
 * @param partition as in {@code topic-0}
 * @param fromMs when the last success before it was told, in ms of the epoch
 * @param toMs when the next was
 */
record Stall(String partition, long fromMs, long toMs) {

    /** From a line of the producer's driver: {@code STALL topic partition from to}. */
    static Stall of(String line) {
        String[] words = line.split(" ");
        return new Stall(
                words[1] + "-" + words[2], Long.parseLong(words[3]), Long.parseLong(words[4]));
    }

    long lengthMs() {
        return toMs - fromMs;
    }

    /** Whether some of it lies between two times. */
    boolean meets(long fromMs, long toMs) {
        return this.fromMs <= toMs && fromMs <= this.toMs;
    }
}
