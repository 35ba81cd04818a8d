package dev.moldau.benchmarks.consumers;

import dev.moldau.benchmarks.reading.ReadPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * A topic to read.
 *
 * @param recordBytes size of each value
 * @param codec compression of its batches
 * @param partitions of the topic
 * @param text whether keys are longs and values are read as strings; else there are no keys, and
 *     values are read as bytes
 */
record ConsumerCase(int recordBytes, String codec, int partitions, boolean text) {

    private static final double FULL_BYTES = 800e6;

    /** All of them, in the order of the report. */
    static List<ConsumerCase> all() {
        List<ConsumerCase> all = new ArrayList<>();
        for (int recordBytes : new int[] {100, 1_024}) {
            for (int partitions : new int[] {1, 6}) {
                for (String codec : new String[] {"none", "lz4"}) {
                    all.add(new ConsumerCase(recordBytes, codec, partitions, false));
                }
            }
        }
        all.add(new ConsumerCase(100, "none", 6, true));
        return all;
    }

    /** Its name in the report. */
    String name() {
        return (recordBytes == 1_024 ? "1 KiB" : recordBytes + " B")
                + ", "
                + partitions
                + (partitions == 1 ? " partition, " : " partitions, ")
                + codec
                + (text ? ", long and string" : "");
    }

    /**
     * What the reading programs are told.
     *
     * @param scale share of the full amount, 800 MB; a half of it is read before, to warm
     */
    ReadPlan plan(String bootstrap, String topic, double scale) {
        // The same number in each partition.
        long records = Math.max(1, (long) (FULL_BYTES * scale / recordBytes / partitions));
        records *= partitions;
        return new ReadPlan(bootstrap, topic, partitions, text, records / 2, records);
    }
}
