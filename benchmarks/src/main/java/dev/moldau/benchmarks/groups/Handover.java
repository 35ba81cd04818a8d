package dev.moldau.benchmarks.groups;

import dev.moldau.benchmarks.groups.DeliveryLog.Delivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a change of a group did to each of its partitions.
 *
 * @param moved partitions that another member has than before
 * @param stayed partitions that the same member has
 * @param servedMs how long after the change each moved one was given to its new member first,
 *     ascending
 * @param worstStayedMs how long the record that took longest was on its way in a partition that
 *     stayed, after the change
 * @param worstBeforeMs the same of all partitions before the change
 */
record Handover(
        int moved, int stayed, List<Long> servedMs, double worstStayedMs, double worstBeforeMs) {

    /** How long before the change to look; the group was at rest for longer. */
    private static final long BEFORE_MS = 10_000;

    /**
     * Compares the time before with the time after.
     *
     * @param deliveries of all members
     * @param changeMs when the change was, in epoch ms
     * @param windowMs how long after it to look
     * @throws IllegalStateException if a partition was not served before or after
     */
    static Handover of(List<Delivery> deliveries, int partitions, long changeMs, long windowMs) {
        Map<Integer, Integer> before = new HashMap<>();
        Map<Integer, Integer> after = new HashMap<>();
        List<Delivery> inOrder =
                deliveries.stream()
                        .filter(
                                d ->
                                        d.receivedMs() >= changeMs - BEFORE_MS
                                                && d.receivedMs() <= changeMs + windowMs)
                        .sorted((a, b) -> Long.compare(a.receivedMs(), b.receivedMs()))
                        .toList();
        for (Delivery delivery : inOrder) {
            (delivery.receivedMs() < changeMs ? before : after)
                    .put(delivery.partition(), delivery.member());
        }
        if (before.size() != partitions || after.size() != partitions) {
            throw new IllegalStateException(
                    "of "
                            + partitions
                            + " partitions "
                            + before.size()
                            + " were served before the change and "
                            + after.size()
                            + " after it");
        }
        return compare(inOrder, before, after, changeMs);
    }

    private static Handover compare(
            List<Delivery> inOrder,
            Map<Integer, Integer> before,
            Map<Integer, Integer> after,
            long changeMs) {
        Map<Integer, Long> served = new HashMap<>();
        double worstStayedMs = 0;
        double worstBeforeMs = 0;
        for (Delivery delivery : inOrder) {
            Integer partition = delivery.partition();
            double wayMs = (double) (delivery.receivedMs() - delivery.sentMs());
            boolean stays = Objects.equals(before.get(partition), after.get(partition));
            if (delivery.receivedMs() < changeMs) {
                worstBeforeMs = Math.max(worstBeforeMs, wayMs);
            } else if (stays) {
                worstStayedMs = Math.max(worstStayedMs, wayMs);
            } else if (Objects.equals(after.get(partition), delivery.member())) {
                served.putIfAbsent(partition, delivery.receivedMs() - changeMs);
            }
        }
        List<Long> servedMs = new ArrayList<>(served.values());
        servedMs.sort(null);
        return new Handover(
                servedMs.size(),
                before.size() - servedMs.size(),
                servedMs,
                worstStayedMs,
                worstBeforeMs);
    }

    /** When half of those that moved were served again. */
    double medianServedMs() {
        return servedMs.isEmpty() ? Double.NaN : servedMs.get(servedMs.size() / 2);
    }

    /** When all of those that moved were served again. */
    double allServedMs() {
        return servedMs.isEmpty() ? Double.NaN : servedMs.getLast();
    }
}
