package dev.moldau.benchmarks.producers;

import dev.moldau.benchmarks.load.Plan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One load.
 *
 * @param threads how many send through one producer
 * @param recordBytes size of each value
 * @param codec compression
 * @param partitions of the topic
 * @param recordsPerSecond the fixed rate, or 0 for as fast as it goes
 * @param lingerMs how long a batch may wait for more records
 */
record ProducerCase(
        int threads,
        int recordBytes,
        String codec,
        int partitions,
        int recordsPerSecond,
        int lingerMs) {

    private static final int DEFAULT_LINGER_MS = 5;
    private static final int SLOW_RATE = 2_000;

    /** All of them, in the order of the report. */
    static List<ProducerCase> all() {
        List<ProducerCase> all = new ArrayList<>();
        for (int recordBytes : new int[] {100, 1_024}) {
            for (int threads : new int[] {1, 4}) {
                for (int partitions : new int[] {1, 6}) {
                    for (String codec : new String[] {"none", "lz4"}) {
                        all.add(
                                new ProducerCase(
                                        threads,
                                        recordBytes,
                                        codec,
                                        partitions,
                                        0,
                                        DEFAULT_LINGER_MS));
                    }
                }
            }
        }
        for (int lingerMs : new int[] {DEFAULT_LINGER_MS, 0}) {
            all.add(new ProducerCase(1, 100, "none", 1, SLOW_RATE, lingerMs));
        }
        return all;
    }

    boolean paced() {
        return recordsPerSecond > 0;
    }

    /** Its name in the report. */
    String name() {
        return (recordBytes == 1_024 ? "1 KiB" : recordBytes + " B")
                + ", "
                + threads
                + (threads == 1 ? " thread, " : " threads, ")
                + partitions
                + (partitions == 1 ? " partition, " : " partitions, ")
                + codec
                + (paced()
                        ? String.format(
                                Locale.ROOT, ", %,d/s, linger %d", recordsPerSecond, lingerMs)
                        : "");
    }

    /**
     * What the load programs are told.
     *
     * @param scale share of the full amount: 400 MB, or 30 s at a fixed rate; before that, to warm,
     *     a half of it is sent, or a third of the time at ten times the rate and a third at the
     *     rate
     */
    Plan plan(String bootstrap, String topic, double scale) {
        Map<String, String> settings = new HashMap<>();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("acks", "all");
        settings.put("compression.type", codec);
        settings.put("linger.ms", Integer.toString(lingerMs));
        long records =
                paced()
                        ? (long) (30 * scale * recordsPerSecond)
                        : (long) (400e6 * scale / recordBytes);
        // The same number for each thread.
        records = Math.max(threads, records / threads * threads);
        // At a fixed rate eleven parts: ten of them fast, in as much time as the last.
        long unit = paced() ? 11L * threads : threads;
        long warm = Math.max(unit, (paced() ? records * 11 / 3 : records / 2) / unit * unit);
        return new Plan(topic, threads, recordBytes, warm, records, recordsPerSecond, settings);
    }
}
