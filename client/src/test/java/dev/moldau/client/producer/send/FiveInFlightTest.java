package dev.moldau.client.producer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What can become of five batches in flight, in every combination with {@code
 * -Dmoldau.test.every=1} (a minute or two) and in every so manieth without, followed by a second
 * round in which everything meets one fate; against a log that judges sequences as a broker does.
 * Whatever happens, callers are told once and in order, nothing is in the log twice, what is there
 * is in order, and what was told to be there is there at the offset told. FIELD-REPORTS 6, 7, 8.
 */
class FiveInFlightTest {

    /** What becomes of one batch that was sent. */
    enum Fate {
        APPENDED,
        REFUSED_FOR_NOW,
        APPENDED_BUT_TOLD_TO_RETRY,
        LOST_ON_THE_WAY_THERE,
        LOST_ON_THE_WAY_BACK,
        LATE,
        REFUSED_FOR_GOOD,
        TOO_LARGE;

        boolean cutsConnection() {
            return this == LOST_ON_THE_WAY_THERE || this == LOST_ON_THE_WAY_BACK || this == LATE;
        }

        boolean reachesLog() {
            return this == APPENDED
                    || this == APPENDED_BUT_TOLD_TO_RETRY
                    || this == LOST_ON_THE_WAY_BACK;
        }
    }

    /** One schedule. */
    private static final class Run {
        private final boolean idempotent;
        private final Bench bench;
        private final ModelLog log = new ModelLog();
        private final List<ByteBuffer> late = new ArrayList<>();
        private final List<String> sent = new ArrayList<>();

        Run(boolean idempotent, int maxInFlight) {
            this.idempotent = idempotent;
            bench = new Bench(Bench.settings(idempotent, maxInFlight), 0, 256);
            send("0");
            if (idempotent) {
                bench.grantId(900, 0);
            }
            round(Fate.APPENDED);
        }

        void send(String name) {
            for (String value : List.of(name + "a", name + "b")) {
                sent.add(value);
                bench.append(0, value);
            }
            bench.loop.turn();
        }

        void round(Fate... fates) {
            List<ManualNetwork.Sent> open = bench.network.open();
            for (int i = 0; i < open.size(); i++) {
                if (open.get(i).over) {
                    continue;
                }
                Fate fate = fates[Math.min(i, fates.length - 1)];
                if (fate.cutsConnection()) {
                    cut(open, i, fates);
                    return;
                }
                answer(open.get(i), fate);
            }
            bench.loop.turn();
        }

        private void answer(ManualNetwork.Sent request, Fate fate) {
            ProduceResponse.Partition answer;
            ModelLog.Append append =
                    fate.reachesLog() || fate == Fate.REFUSED_FOR_GOOD || fate == Fate.TOO_LARGE
                            ? null
                            : new ModelLog.Append(ErrorCode.NOT_ENOUGH_REPLICAS, -1);
            int records = ModelLog.values(Bench.batch(request)).size();
            if (fate == Fate.REFUSED_FOR_GOOD) {
                append = new ModelLog.Append(ErrorCode.INVALID_RECORD, -1);
            } else if (fate == Fate.TOO_LARGE && records > 1) {
                append = new ModelLog.Append(ErrorCode.MESSAGE_TOO_LARGE, -1);
            } else if (append == null) {
                append = log.append(Bench.batch(request));
                if (fate == Fate.APPENDED_BUT_TOLD_TO_RETRY && append.error() == ErrorCode.NONE) {
                    append = new ModelLog.Append(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND, -1);
                }
            }
            answer =
                    append.error() == ErrorCode.NONE
                            ? ProduceResponse.Partition.appended(0, append.offset(), -1, 0)
                            : ProduceResponse.Partition.error(0, append.error());
            request.answer(Bench.response(request, answer));
        }

        private void cut(List<ManualNetwork.Sent> open, int from, Fate... fates) {
            for (int i = from; i < open.size(); i++) {
                Fate fate = fates[Math.min(i, fates.length - 1)];
                ByteBuffer bytes = Bench.batch(open.get(i));
                if (fate.reachesLog()) {
                    log.append(bytes);
                } else if (fate == Fate.LATE) {
                    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
                    late.add(copy.put(bytes.duplicate()).flip());
                }
            }
            bench.network.cut(Bench.ONE);
            bench.network.open(Bench.ONE);
            bench.loop.turn();
        }

        /** What was stuck in the broker when its connection broke is handled now. */
        void handleLate() {
            late.forEach(log::append);
            late.clear();
        }

        void finish() {
            for (int steps = 0; !bench.memoryIsBack(); steps++) {
                assertThat(steps).as("steps to the end").isLessThan(100);
                round(Fate.APPENDED);
                bench.loop.advance(1_000);
            }
            check();
        }

        private void check() {
            List<String> told = new ArrayList<>();
            Map<String, Long> acknowledged = new HashMap<>();
            for (Bench.Told each : bench.told) {
                told.add(each.value());
                if (each.cause() == null) {
                    acknowledged.put(each.value(), each.offset());
                }
            }
            assertThat(told).as("callers are told once and in order").isEqualTo(sent);
            acknowledged.forEach(
                    (value, offset) ->
                            assertThat(log.values.get(Math.toIntExact(offset)))
                                    .as("at the offset told")
                                    .isEqualTo(value));
            if (idempotent) {
                assertThat(new HashSet<>(log.values))
                        .as("nothing twice")
                        .hasSize(log.values.size());
                checkOrder();
            }
        }

        private void checkOrder() {
            List<String> expected = new ArrayList<>(sent);
            Set<String> there = new HashSet<>(log.values);
            expected.removeIf(value -> !there.contains(value));
            assertThat(log.values).as("in order").isEqualTo(expected);
        }
    }

    private static Fate[] fates(int number) {
        Fate[] all = Fate.values();
        Fate[] fates = new Fate[5];
        int rest = number;
        for (int i = 0; i < fates.length; i++) {
            fates[i] = all[rest % all.length];
            rest /= all.length;
        }
        return fates;
    }

    /** All combinations if {@code -Dmoldau.test.every=1}; otherwise every so manieth of them. */
    private static void firstRounds(Fate second, boolean expire, boolean idempotent, int every) {
        int combinations = (int) Math.pow(Fate.values().length, 5);
        int step = Integer.getInteger("moldau.test.every", every);
        for (int number = second.name().length() % step; number < combinations; number += step) {
            Fate[] first = fates(number);
            try {
                run(first, second, expire, idempotent);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "first round " + Arrays.toString(first) + ", second " + second, e);
            }
        }
    }

    private static void run(Fate[] first, Fate second, boolean expire, boolean idempotent) {
        Run run = new Run(idempotent, 5);
        for (int i = 1; i <= 5; i++) {
            run.send(String.valueOf(i));
        }
        run.round(first);
        run.bench.loop.advance(expire ? 119_999 : 150);
        if (expire) {
            run.send("6");
            run.bench.loop.advance(1);
            run.send("7");
        }
        run.round(second);
        run.bench.loop.advance(150);
        run.handleLate();
        run.finish();
    }

    @ParameterizedTest
    @EnumSource
    void orderIsKeptWhateverHappensToTheFirstFive(Fate second) {
        firstRounds(second, false, true, 29);
    }

    @ParameterizedTest
    @EnumSource
    void orderIsKeptWhenTheFirstFiveExpire(Fate second) {
        firstRounds(second, true, true, 61);
    }

    @ParameterizedTest
    @EnumSource
    void callersAreToldOnceAndInOrderWithoutIdempotenceToo(Fate second) {
        firstRounds(second, false, false, 61);
    }

    @Test
    void aRunWithoutFaultsAcknowledgesEverything() {
        Run run = new Run(true, 5);
        for (int i = 1; i <= 5; i++) {
            run.send(String.valueOf(i));
        }
        run.round(Fate.APPENDED);
        run.finish();
        assertThat(run.log.values).isEqualTo(run.sent);
        assertThat(run.bench.told).allMatch(each -> each.cause() == null);
    }
}
