package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** Faults of brokers at random, of the kinds that real ones show. */
final class SimFaults implements FaultPolicy {

    /** What a leader answers without having appended. */
    private static final List<ErrorCode> BEFORE =
            List.of(
                    ErrorCode.NOT_LEADER_OR_FOLLOWER,
                    ErrorCode.LEADER_NOT_AVAILABLE,
                    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                    ErrorCode.NOT_ENOUGH_REPLICAS,
                    ErrorCode.KAFKA_STORAGE_ERROR,
                    ErrorCode.CORRUPT_MESSAGE,
                    ErrorCode.REQUEST_TIMED_OUT);

    /** What it answers although it has appended. */
    private static final List<ErrorCode> AFTER =
            List.of(
                    ErrorCode.REQUEST_TIMED_OUT,
                    ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND,
                    ErrorCode.NOT_LEADER_OR_FOLLOWER,
                    ErrorCode.KAFKA_STORAGE_ERROR);

    /** What is not worth another try. */
    private static final List<ErrorCode> FINAL =
            List.of(
                    ErrorCode.TOPIC_AUTHORIZATION_FAILED,
                    ErrorCode.INVALID_RECORD,
                    ErrorCode.POLICY_VIOLATION,
                    ErrorCode.UNKNOWN_SERVER_ERROR);

    private static final List<ErrorCode> INIT =
            List.of(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.REQUEST_TIMED_OUT);

    private enum Kind {
        BEFORE,
        AFTER,
        FINAL,
        DISCONNECT_BEFORE,
        DISCONNECT_AFTER,
        CUT,
        SILENCE_BEFORE,
        SILENCE_AFTER,
        THROTTLE,
        DELAY
    }

    private static final int[] WEIGHTS = {0, 0, 0, 1, 10};

    private final RandomGenerator random;
    private final double rate;
    private final int longestDelayMs;

    /** Each kind as often as it weighs; every run has favourites, and kinds that do not occur. */
    private final List<Kind> kinds = new ArrayList<>();

    /**
     * @param rate the share of requests that something happens to
     * @param refusesForGood whether some batches are refused for good
     */
    SimFaults(RandomGenerator random, double rate, boolean refusesForGood, int longestDelayMs) {
        this.random = random;
        this.rate = rate;
        this.longestDelayMs = longestDelayMs;
        for (Kind kind : Kind.values()) {
            int weight = WEIGHTS[random.nextInt(WEIGHTS.length)];
            if (kind != Kind.FINAL || refusesForGood) {
                kinds.addAll(Collections.nCopies(weight, kind));
            }
        }
        if (kinds.isEmpty()) {
            kinds.add(Kind.DISCONNECT_AFTER);
        }
    }

    @Override
    public Fault on(Arrival arrival) {
        if (random.nextDouble() >= rate) {
            return Fault.none();
        }
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        return switch (kind) {
            case BEFORE -> refuse(arrival, BEFORE, false);
            case AFTER -> refuse(arrival, AFTER, true);
            case FINAL -> refuse(arrival, FINAL, false);
            case DISCONNECT_BEFORE -> new Fault.Disconnect(false);
            case DISCONNECT_AFTER -> new Fault.Disconnect(true);
            case CUT -> new Fault.CutAnswer(random.nextInt(20));
            case SILENCE_BEFORE -> new Fault.Silence(false);
            case SILENCE_AFTER -> new Fault.Silence(true);
            case THROTTLE -> new Fault.Throttle(random.nextInt(100));
            case DELAY -> new Fault.Delay(random.nextInt(longestDelayMs + 1));
        };
    }

    private Fault refuse(Arrival arrival, List<ErrorCode> errors, boolean handled) {
        if (arrival.body() instanceof ProduceRequest) {
            return new Fault.Refuse(pick(errors), some(), handled);
        }
        if (arrival.header().api() == ApiKey.INIT_PRODUCER_ID) {
            return Fault.refuse(pick(INIT));
        }
        if (arrival.header().api() == ApiKey.METADATA) {
            return Fault.refuse(ErrorCode.LEADER_NOT_AVAILABLE, some());
        }
        return Fault.none();
    }

    /** All partitions, or a random half of them. */
    private Predicate<TopicPartition> some() {
        if (random.nextBoolean()) {
            return partition -> true;
        }
        int salt = random.nextInt();
        return partition -> ((partition.hashCode() * 31 + salt) & 4) == 0;
    }

    private ErrorCode pick(List<ErrorCode> errors) {
        return errors.get(random.nextInt(errors.size()));
    }
}
