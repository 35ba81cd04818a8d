package dev.moldau.simulation.load;

import dev.moldau.client.fake.FinalLog;
import dev.moldau.client.fake.LoggedRecord;
import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What readers saw of a topic, and what none may ever see: two values at one offset, a gap, a high
 * watermark that goes back.
 */
public final class Observed {

    private final List<TreeMap<Long, LoggedRecord>> records = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<LogReader, long[]> highWatermarks = new HashMap<>();
    private final boolean durable;
    private final int partitions;
    private long seen;

    /**
     * Nothing was seen yet.
     *
     * @param durable whether nothing that was seen may vanish
     */
    public Observed(int partitions, boolean durable) {
        this.partitions = partitions;
        this.durable = durable;
        for (int i = 0; i < partitions; i++) {
            records.add(new TreeMap<>());
        }
    }

    void highWatermark(LogReader reader, int partition, long mark) {
        long[] marks = highWatermarks.computeIfAbsent(reader, any -> new long[partitions]);
        if (durable && mark < marks[partition]) {
            violations.add(
                    "the high watermark of "
                            + partition
                            + " went back from "
                            + marks[partition]
                            + " to "
                            + mark);
        }
        marks[partition] = mark;
    }

    void record(int partition, long expectedOffset, LoggedRecord record) {
        seen++;
        if (record.offset() != expectedOffset) {
            violations.add(
                    "offset "
                            + record.offset()
                            + " of "
                            + partition
                            + " came where "
                            + expectedOffset
                            + " was due");
        }
        LoggedRecord before = records.get(partition).putIfAbsent(record.offset(), record);
        if (durable && before != null && !Arrays.equals(before.value(), record.value())) {
            violations.add(
                    "offset " + record.offset() + " of " + partition + " has shown two values");
        }
    }

    /** What should never have been seen, judged against a last look at everything. */
    public List<String> violations(Observed last) {
        List<String> all = new ArrayList<>(violations);
        all.addAll(last.violations);
        for (int partition = 0; durable && partition < partitions; partition++) {
            TreeMap<Long, LoggedRecord> remaining = last.records.get(partition);
            for (LoggedRecord record : records.get(partition).values()) {
                LoggedRecord there = remaining.get(record.offset());
                if (there == null || !Arrays.equals(there.value(), record.value())) {
                    all.add(
                            "what was read at offset "
                                    + record.offset()
                                    + " of "
                                    + partition
                                    + (there == null ? " is gone" : " is another record now"));
                }
            }
        }
        return all;
    }

    /** How many records were read, each as often as it was. */
    public long seen() {
        return seen;
    }

    /** The logs as they were seen. */
    public List<FinalLog> logs() {
        List<FinalLog> logs = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            logs.add(
                    new FinalLog(
                            new TopicPartition(Plan.TOPIC, partition),
                            List.copyOf(records.get(partition).values())));
        }
        return logs;
    }
}
