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
    private final Map<Teller, Long> highWatermarks = new HashMap<>();
    private final boolean durable;
    private final boolean acrossEpochs;
    private final int partitions;
    private long seen;

    private record Teller(LogReader reader, int partition, int leaderEpoch) {}

    /** Nothing was seen yet. */
    public Observed(Plan plan) {
        this.partitions = plan.partitions();
        this.durable = plan.isDurable();
        this.acrossEpochs = !plan.cluster().isShared();
        for (int i = 0; i < partitions; i++) {
            records.add(new TreeMap<>());
        }
    }

    /**
     * A reader was told the high watermark.
     *
     * @param leaderEpoch of the leader that told it; a new one may not know yet how far it is
     */
    void highWatermark(LogReader reader, int partition, int leaderEpoch, long mark) {
        Teller teller = new Teller(reader, partition, acrossEpochs ? 0 : leaderEpoch);
        Long before = highWatermarks.put(teller, mark);
        if (durable && before != null && mark < before) {
            violations.add(
                    "the high watermark of "
                            + partition
                            + " went back from "
                            + before
                            + " to "
                            + mark
                            + " in epoch "
                            + leaderEpoch);
        }
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
