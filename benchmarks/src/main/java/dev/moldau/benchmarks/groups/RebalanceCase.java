package dev.moldau.benchmarks.groups;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Setup;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.groups.DeliveryLog.Delivery;
import dev.moldau.benchmarks.report.Measure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A large group of Apache Kafka's consumers under a steady stream of records: one more member
 * joins, and is killed later on.
 *
 * @param members how many there are while it is in
 * @param partitions of the one topic
 */
record RebalanceCase(Membership membership, int members, int partitions) implements GroupCase {

    private static final String TOPIC = "large";
    private static final long SETTLED_DEADLINE_S = 180;

    /** How long nobody has been given another partition before the next change. */
    private static final long QUIET_MS = 15_000;

    private static final long JOIN_WINDOW_MS = 40_000;
    private static final long DEATH_WINDOW_MS = Membership.SESSION_MS + 25_000;

    /** Served again means within two heartbeats; a record on its way longer met a pause. */
    private static final double SERVED_LIMIT_HEARTBEATS = 2.0;

    private static final double PAUSE_LIMIT_MS = 1_000;

    @Override
    public String name() {
        return "%d members, %,d partitions, %s".formatted(members, partitions, membership.label());
    }

    @Override
    public List<Measure> run(Broker broker) throws Exception {
        Topics.create(broker.bootstrap(), TOPIC, partitions);
        Path most = Setup.work().resolve("members-" + System.nanoTime() + ".log");
        Path last = Setup.work().resolve("member-" + System.nanoTime() + ".log");
        List<Measure> measures = new ArrayList<>();
        try (SteadyProducer _ = new SteadyProducer(broker.bootstrap(), TOPIC, partitions);
                MemberProcess others = start(broker, 0, members - 1, most)) {
            awaitSettled(others, most, members - 1);
            try (MemberProcess joiner = start(broker, members - 1, 1, last)) {
                TimeUnit.MILLISECONDS.sleep(JOIN_WINDOW_MS);
                long joinedMs = joiner.joinedMs();
                Handover join = Handover.of(both(most, last), partitions, joinedMs, JOIN_WINDOW_MS);
                add(measures, "join", join, 0);
                TimeUnit.MILLISECONDS.sleep(QUIET_MS);
                long killedMs = joiner.kill();
                TimeUnit.MILLISECONDS.sleep(DEATH_WINDOW_MS);
                Handover death =
                        Handover.of(both(most, last), partitions, killedMs, DEATH_WINDOW_MS);
                add(measures, "death", death, Membership.SESSION_MS);
            }
        }
        Files.deleteIfExists(most);
        Files.deleteIfExists(last);
        return measures;
    }

    private MemberProcess start(Broker broker, int first, int count, Path log) throws IOException {
        return MemberProcess.start(broker.bootstrap(), TOPIC, membership, first, count, log);
    }

    /** All partitions are served, all members serve, and no partition has moved for a while. */
    private void awaitSettled(MemberProcess process, Path log, int expected) throws Exception {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLED_DEADLINE_S);
        while (!isSettled(log, expected)) {
            if (System.nanoTime() > deadlineNs || !process.isAlive()) {
                throw new IllegalStateException(name() + ": the group does not come to rest");
            }
            TimeUnit.SECONDS.sleep(2);
        }
    }

    private boolean isSettled(Path log, int expected) throws IOException {
        long sinceMs = System.currentTimeMillis() - QUIET_MS;
        Set<Integer> seen = new HashSet<>();
        Set<Integer> serving = new HashSet<>();
        Set<List<Integer>> pairs = new HashSet<>();
        for (Delivery delivery : DeliveryLog.read(log)) {
            if (delivery.receivedMs() >= sinceMs) {
                seen.add(delivery.partition());
                serving.add(delivery.member());
                pairs.add(List.of(delivery.partition(), delivery.member()));
                if (delivery.receivedMs() - delivery.sentMs() > PAUSE_LIMIT_MS) {
                    // It has just begun, with what was there before it came.
                    return false;
                }
            }
        }
        return seen.size() == partitions
                && pairs.size() == partitions
                && serving.size() == expected;
    }

    private static List<Delivery> both(Path one, Path other) throws IOException {
        List<Delivery> all = DeliveryLog.read(one);
        all.addAll(DeliveryLog.read(other));
        return all;
    }

    /**
     * @param detectionMs how long the broker may take to notice the change; the rest is what its
     *     protocol takes
     */
    private void add(List<Measure> measures, String change, Handover handover, long detectionMs) {
        double all = heartbeats(handover.allServedMs() - detectionMs);
        measures.add(Measure.of(change + ": moved", handover.moved()));
        measures.add(
                Measure.withLimit(
                        change + ": worst of those that stay, ms",
                        handover.worstStayedMs(),
                        PAUSE_LIMIT_MS));
        measures.add(Measure.of(change + ": worst before, ms", handover.worstBeforeMs()));
        measures.add(
                Measure.of(
                        change + ": half served again, heartbeats",
                        heartbeats(handover.medianServedMs() - detectionMs)));
        measures.add(
                Measure.withLimit(
                        change + ": all served again, heartbeats", all, SERVED_LIMIT_HEARTBEATS));
    }

    private double heartbeats(double ms) {
        return ms / membership.heartbeatMs();
    }
}
