package dev.moldau.client.fake;

import dev.moldau.client.fake.History.Sent;
import dev.moldau.client.fake.History.Told;
import dev.moldau.client.fake.Violation.Rule;
import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges what callers were told against what is in the logs. Each rule looks at the whole history
 * by itself, so that one broken promise may show under several. For one history; create, add what
 * else is known, and ask for the verdict.
 */
public final class HistoryChecker {

    private static final int MOST_TOLD_OF = 12;

    private final Promise promise;
    private final List<Sent> sent;
    private final List<Told> told;
    private final List<FinalLog> logs;
    private final Map<Integer, Sent> sentByNumber = new HashMap<>();
    private final Map<Integer, Integer> order = new HashMap<>();
    private final Map<Integer, Told> toldByNumber = new HashMap<>();
    private final List<Violation> violations = new ArrayList<>();

    /** A judge of a history that has ended. */
    public HistoryChecker(Promise promise, History history, List<FinalLog> logs) {
        this.promise = promise;
        this.logs = List.copyOf(logs);
        sent = history.sent();
        told = history.told();
        for (Sent one : sent) {
            order.put(one.number(), order.size());
            sentByNumber.put(one.number(), one);
        }
        told.forEach(one -> toldByNumber.putIfAbsent(one.number(), one));
    }

    /** The producer's memory when nothing was under way any more. */
    public HistoryChecker memory(boolean idle, long availableBytes, long totalBytes) {
        if (!idle) {
            violated(Rule.MEMORY_BACK, "the producer still has records");
        }
        if (availableBytes != totalBytes) {
            violated(
                    Rule.MEMORY_BACK,
                    availableBytes + " of " + totalBytes + " bytes came back to the pool");
        }
        return this;
    }

    /** What brokers complained of. */
    public HistoryChecker complaints(List<String> complaints) {
        complaints.forEach(complaint -> violated(Rule.NO_COMPLAINTS, complaint));
        return this;
    }

    /** All broken promises. */
    public List<Violation> violations() {
        checkToldOnce();
        checkToldInOrder();
        logs.forEach(this::checkLog);
        if (promise.acknowledgedStays()) {
            checkAcknowledged();
        }
        checkEnough();
        return List.copyOf(violations);
    }

    /**
     * Fails if a promise was broken.
     *
     * @param run what to repeat the run with
     */
    public void assertKept(String run) {
        List<Violation> found = violations();
        if (!found.isEmpty()) {
            throw new AssertionError(
                    run
                            + ": "
                            + found.size()
                            + " broken promises\n"
                            + found.stream()
                                    .limit(MOST_TOLD_OF)
                                    .map(Violation::toString)
                                    .collect(Collectors.joining("\n")));
        }
    }

    private void violated(Rule rule, String what) {
        violations.add(new Violation(rule, what));
    }

    // ---- what was told

    private void checkToldOnce() {
        Set<Integer> seen = new HashSet<>();
        for (Told one : told) {
            if (!sentByNumber.containsKey(one.number())) {
                violated(Rule.TOLD_ONCE, one + " was never accepted");
            } else if (!seen.add(one.number())) {
                violated(Rule.TOLD_ONCE, one + " was told before");
            }
        }
        for (Sent one : sent) {
            if (!seen.contains(one.number())) {
                violated(Rule.TOLD_ONCE, "nothing was told of " + name(one));
            }
        }
        for (Told one : toldByNumber.values()) {
            Sent asked = sentByNumber.get(one.number());
            if (asked != null && !isWhereAsked(asked, one.partition())) {
                violated(Rule.RIGHT_PARTITION, name(asked) + " was told to be in " + one);
            }
        }
    }

    private static boolean isWhereAsked(Sent asked, TopicPartition where) {
        return asked.topic().equals(where.topic())
                && (asked.partition() == null || asked.partition() == where.partition());
    }

    private void checkToldInOrder() {
        if (!promise.toldInOrder()) {
            return;
        }
        Map<String, Integer> last = new HashMap<>();
        for (Told one : told) {
            Sent asked = sentByNumber.get(one.number());
            if (asked == null) {
                continue;
            }
            int place = order.getOrDefault(one.number(), -1);
            Integer before = last.put(asked.caller() + "@" + one.partition(), place);
            if (before != null && before > place) {
                violated(
                        Rule.TOLD_IN_ORDER,
                        one + " came after what was sent later, number " + numberAt(before));
            }
        }
    }

    private int numberAt(int place) {
        return sent.get(place).number();
    }

    // ---- what is in the logs

    private void checkLog(FinalLog log) {
        Set<Integer> seen = new HashSet<>();
        Map<Integer, Integer> lastInLog = new HashMap<>();
        Map<Integer, Integer> lastAcknowledged = new HashMap<>();
        for (LoggedRecord record : log.records()) {
            Sent origin = originOf(log, record);
            if (origin == null) {
                continue;
            }
            boolean first = seen.add(origin.number());
            if (!first && promise.nothingTwice()) {
                violated(Rule.NOTHING_TWICE, name(origin) + " again at " + at(log, record));
            }
            if (first && promise.logInOrder()) {
                checkOrder(lastInLog, origin, log, record);
            }
            if (isWhereTold(origin, log, record) && promise.acknowledgedInOrder()) {
                checkOrder(lastAcknowledged, origin, log, record);
            }
        }
    }

    private @Nullable Sent originOf(FinalLog log, LoggedRecord record) {
        Sent origin = sentByNumber.get(History.numberOf(record.value()));
        if (origin == null) {
            violated(Rule.NOTHING_FOREIGN, "nobody sent what is at " + at(log, record));
            return null;
        }
        if (!History.sameContent(origin, record)) {
            violated(Rule.CONTENT_TRUE, name(origin) + " has changed at " + at(log, record));
        }
        Told outcome = toldByNumber.get(origin.number());
        if (!isWhereAsked(origin, log.partition())
                || (outcome != null && !outcome.partition().equals(log.partition()))) {
            violated(
                    Rule.RIGHT_PARTITION,
                    name(origin) + " told as " + outcome + " is at " + at(log, record));
        }
        return origin;
    }

    private boolean isWhereTold(Sent origin, FinalLog log, LoggedRecord record) {
        Told outcome = toldByNumber.get(origin.number());
        return outcome != null
                && outcome.error() == null
                && outcome.offset() == record.offset()
                && outcome.partition().equals(log.partition());
    }

    private void checkOrder(
            Map<Integer, Integer> lastByCaller, Sent origin, FinalLog log, LoggedRecord record) {
        int place = Objects.requireNonNull(order.get(origin.number()));
        Integer before = lastByCaller.put(origin.caller(), place);
        if (before != null && before > place) {
            violated(
                    Rule.ORDER_KEPT,
                    name(origin)
                            + " is behind number "
                            + numberAt(before)
                            + ", which was sent later, at "
                            + at(log, record));
        }
    }

    // ---- what was acknowledged

    private void checkAcknowledged() {
        Map<Integer, List<String>> places = new HashMap<>();
        Set<String> exact = new HashSet<>();
        for (FinalLog log : logs) {
            for (LoggedRecord record : log.records()) {
                int number = History.numberOf(record.value());
                String place = log.partition() + "@" + record.offset();
                places.computeIfAbsent(number, n -> new ArrayList<>()).add(place);
                exact.add(number + " " + place);
            }
        }
        for (Told one : toldByNumber.values()) {
            if (one.error() != null) {
                continue;
            }
            if (!places.containsKey(one.number())) {
                violated(Rule.ACKNOWLEDGED_STAYS, one + " is in no log");
            } else if (!exact.contains(one.number() + " " + one.partition() + "@" + one.offset())) {
                violated(Rule.OFFSET_TRUE, one + " is at " + places.get(one.number()));
            }
        }
    }

    private void checkEnough() {
        long acknowledged = told.stream().filter(one -> one.error() == null).count();
        if (acknowledged < promise.leastAcknowledged()) {
            violated(
                    Rule.ENOUGH_DONE,
                    acknowledged
                            + " records were acknowledged, of "
                            + sent.size()
                            + "; less than "
                            + promise.leastAcknowledged()
                            + " prove nothing");
        }
    }

    private static String name(Sent one) {
        return "number " + one.number() + " of caller " + one.caller() + " for " + one.topic();
    }

    private static String at(FinalLog log, LoggedRecord record) {
        return log.partition() + " offset " + record.offset();
    }
}
