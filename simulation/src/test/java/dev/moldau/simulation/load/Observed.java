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
    private final List<TreeMap<Integer, Long>> ends = new ArrayList<>();
    private final Floors floors;
    private final boolean durable;
    private final boolean acrossEpochs;
    private final int partitions;
    private long seen;

    private record Teller(LogReader reader, int partition, int leaderEpoch) {}

    /**
     * Nothing was seen yet.
     *
     * @param floors up to where records may be gone
     */
    public Observed(Plan plan, Floors floors) {
        this.floors = floors;
        this.partitions = plan.partitions();
        this.durable = plan.isDurable();
        this.acrossEpochs = !plan.cluster().isShared();
        for (int i = 0; i < partitions; i++) {
            records.add(new TreeMap<>());
            ends.add(new TreeMap<>());
        }
    }

    /**
     * A reader was told the high watermark.
     *
     * @param leaderEpoch of the leader that told it; a new one may not know yet how far it is
     */
    void highWatermark(LogReader reader, int partition, int leaderEpoch, long mark) {
        Teller teller = new Teller(reader, partition, acrossEpochs ? 0 : leaderEpoch);
        ends.get(partition).merge(leaderEpoch, mark, Math::max);
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

    /** A log was found to begin there. */
    void begins(int partition, long logStart) {
        if (logStart > floors.of(partition)) {
            violations.add(
                    partition
                            + " begins at "
                            + logStart
                            + ", and nobody gave up more than "
                            + floors.of(partition));
        }
    }

    /** Where a partition ended at least, as leaders up to that epoch have told; 0 if none has. */
    long knownEnd(int partition, int leaderEpoch) {
        return ends.get(partition).headMap(leaderEpoch, true).values().stream()
                .max(Long::compare)
                .orElse(0L);
    }

    /**
     * A leader was asked where a partition ends. It says nothing while it does not know what the
     * leaders before it have told (KIP-207).
     *
     * @param knownBefore what was known when it was asked
     */
    void end(int partition, int leaderEpoch, long end, long knownBefore) {
        ends.get(partition).merge(leaderEpoch, end, Math::max);
        if (durable && end < knownBefore) {
            violations.add(
                    "the end of "
                            + partition
                            + " was told as "
                            + end
                            + " in epoch "
                            + leaderEpoch
                            + ", after "
                            + knownBefore);
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
                if (there == null
                        ? record.offset() >= floors.of(partition)
                        : !Arrays.equals(there.value(), record.value())) {
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

    /** The logs as they were seen, and what was given up as it was seen before. */
    public List<FinalLog> logs(Observed before) {
        List<FinalLog> logs = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            TreeMap<Long, LoggedRecord> all =
                    new TreeMap<>(
                            before.records.get(partition).headMap(floors.of(partition), false));
            all.putAll(records.get(partition));
            logs.add(
                    new FinalLog(
                            new TopicPartition(Plan.TOPIC, partition), List.copyOf(all.values())));
        }
        return logs;
    }
}
