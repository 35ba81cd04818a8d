package dev.moldau.systemtests;

import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;

/**
 * What faults came to, for people to read.
 *
 * @param entries the faults in the order of their coming
 * @param stalls how long produce stood still in between
 */
record FaultReport(List<Entry> entries, List<Stall> stalls) {

    /**
     * One fault; times in ms of the epoch.
     *
     * @param struckMs when it began
     * @param healedMs when it was undone
     * @param wholeMs when all replicas were in sync again, or when nobody waited for it any longer
     */
    record Entry(Fault fault, long struckMs, long healedMs, long wholeMs) {}

    /** By partition, how long produce stood still while a fault was not over. */
    Map<String, Long> longest(Entry entry) {
        Map<String, Long> longest = new TreeMap<>();
        stalls.stream()
                .filter(stall -> stall.meets(entry.struckMs(), entry.wholeMs()))
                .forEach(stall -> longest.merge(stall.partition(), stall.lengthMs(), Math::max));
        return longest;
    }

    private long longestOfAll(Entry entry) {
        return longest(entry).values().stream().mapToLong(ms -> ms).max().orElse(0);
    }

    /** A line per fault. */
    String course() {
        StringBuilder course = new StringBuilder();
        for (Entry entry : entries) {
            Map<String, Long> longest = longest(entry);
            course.append(
                    "  %7.1f s  %s, for %d ms, whole %d ms later; ms without produce: %s%n"
                            .formatted(
                                    (entry.struckMs() - entries.getFirst().struckMs()) / 1e3,
                                    entry.fault(),
                                    entry.healedMs() - entry.struckMs(),
                                    entry.wholeMs() - entry.healedMs(),
                                    longest.isEmpty() ? "none" : longest));
        }
        return course.toString();
    }

    /** A line per kind of fault: how often, and how long produce stood still at most. */
    String table() {
        Map<FaultKind, LongSummaryStatistics> kinds = new EnumMap<>(FaultKind.class);
        entries.forEach(
                entry ->
                        kinds.computeIfAbsent(
                                        entry.fault().kind(), _ -> new LongSummaryStatistics())
                                .accept(longestOfAll(entry)));
        StringBuilder table = new StringBuilder();
        table.append(
                "  %-38s %5s %8s %8s%n".formatted("no produce", "times", "mean ms", "most ms"));
        kinds.forEach(
                (kind, stalls) ->
                        table.append(
                                "  %-38s %5d %8.0f %8d%n"
                                        .formatted(
                                                kind,
                                                stalls.getCount(),
                                                stalls.getAverage(),
                                                stalls.getMax())));
        return table.toString();
    }
}
