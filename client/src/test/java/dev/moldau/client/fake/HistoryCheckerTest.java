package dev.moldau.client.fake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.fake.Violation.Rule;
import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The judge finds each kind of broken promise, and nothing where nothing is broken. */
class HistoryCheckerTest {

    private static final TopicPartition P0 = new TopicPartition("a", 0);
    private static final TopicPartition P1 = new TopicPartition("a", 1);
    private static final Promise IDEMPOTENT = Promise.of(-1, true, 5, 0);
    private static final Promise ONE_IN_FLIGHT = Promise.of(1, false, 1, 0);
    private static final Promise LOOSE = Promise.of(1, false, 5, 0);

    private final History history = new History();
    private final List<LoggedRecord> log = new ArrayList<>();

    private int send() {
        int number = history.nextNumber();
        history.sent(new History.Sent(number, 0, "a", 0, null, History.value(number, 20)));
        return number;
    }

    private void logged(int number) {
        log.add(new LoggedRecord(log.size(), 0, null, History.value(number, 20), 0));
    }

    private HistoryChecker judge(Promise promise) {
        return new HistoryChecker(promise, history, List.of(new FinalLog(P0, log)));
    }

    private List<Rule> broken(Promise promise) {
        return judge(promise).violations().stream().map(Violation::rule).distinct().toList();
    }

    private void goodHistory() {
        for (int i = 0; i < 3; i++) {
            int number = send();
            logged(number);
            history.succeeded(number, P0, i);
        }
    }

    @Test
    void aGoodHistoryBreaksNothing() {
        goodHistory();
        assertThat(judge(IDEMPOTENT).memory(true, 100, 100).violations()).isEmpty();
        judge(IDEMPOTENT).assertKept("good");
    }

    @Test
    void whatFailedMayBeInTheLogOrNot() {
        logged(send());
        send();
        history.failed(0, P0, new RetriableException("late"));
        history.failed(1, P0, new RetriableException("late"));
        assertThat(broken(IDEMPOTENT)).isEmpty();
    }

    @Test
    void aLostAcknowledgedRecordIsFound() {
        history.succeeded(send(), P0, 0);
        assertThat(broken(LOOSE)).containsExactly(Rule.ACKNOWLEDGED_STAYS);
        assertThat(broken(Promise.of(0, false, 5, 0))).isEmpty();
    }

    @Test
    void aRepeatedRecordIsFound() {
        goodHistory();
        logged(2);
        assertThat(broken(IDEMPOTENT)).containsExactly(Rule.NOTHING_TWICE);
        assertThat(broken(LOOSE)).isEmpty();
    }

    @Test
    void aRepeatedRecordThatFailedIsFound() {
        int number = send();
        logged(number);
        logged(number);
        history.failed(number, P0, new RetriableException("late"));
        assertThat(broken(IDEMPOTENT)).containsExactly(Rule.NOTHING_TWICE);
    }

    @Test
    void wrongOrderInTheLogIsFound() {
        send();
        send();
        logged(1);
        logged(0);
        history.succeeded(0, P0, 1);
        history.succeeded(1, P0, 0);
        assertThat(broken(IDEMPOTENT)).containsExactly(Rule.ORDER_KEPT);
        assertThat(broken(ONE_IN_FLIGHT)).containsExactly(Rule.ORDER_KEPT);
        assertThat(broken(LOOSE)).isEmpty();
    }

    @Test
    void wrongOrderOfARecordThatFailedIsFoundIfIdempotent() {
        send();
        send();
        logged(1);
        logged(0);
        history.failed(0, P0, new RetriableException("late"));
        history.succeeded(1, P0, 0);
        assertThat(broken(IDEMPOTENT)).containsExactly(Rule.ORDER_KEPT);
        assertThat(broken(ONE_IN_FLIGHT)).isEmpty();
    }

    @Test
    void ordersOfDifferentCallersAreNotCompared() {
        for (int caller : new int[] {0, 1}) {
            int number = history.nextNumber();
            history.sent(
                    new History.Sent(number, caller, "a", null, null, History.value(number, 20)));
        }
        logged(1);
        logged(0);
        history.succeeded(1, P0, 0);
        history.succeeded(0, P0, 1);
        assertThat(broken(IDEMPOTENT)).isEmpty();
    }

    @Test
    void aWrongOffsetIsFound() {
        logged(send());
        history.succeeded(0, P0, 7);
        assertThat(broken(LOOSE)).containsExactly(Rule.OFFSET_TRUE);
    }

    @Test
    void changedContentIsFound() {
        int number = send();
        byte[] value = History.value(number, 20);
        value[19]++;
        log.add(new LoggedRecord(0, 0, null, value, 0));
        history.succeeded(number, P0, 0);
        assertThat(broken(LOOSE)).containsExactly(Rule.CONTENT_TRUE);
    }

    @Test
    void aKeyThatWasNotSentIsFound() {
        int number = send();
        log.add(new LoggedRecord(0, 0, new byte[1], History.value(number, 20), 0));
        history.succeeded(number, P0, 0);
        assertThat(broken(LOOSE)).containsExactly(Rule.CONTENT_TRUE);
    }

    @Test
    void aRecordInAnotherPartitionIsFound() {
        int number = send();
        history.failed(number, P0, new RetriableException("late"));
        List<LoggedRecord> other =
                List.of(new LoggedRecord(0, 0, null, History.value(number, 20), 0));
        HistoryChecker checker =
                new HistoryChecker(LOOSE, history, List.of(new FinalLog(P1, other)));
        assertThat(checker.violations())
                .extracting(Violation::rule)
                .containsExactly(Rule.RIGHT_PARTITION);
    }

    @Test
    void aRecordInAnotherTopicIsFound() {
        int number = send();
        history.failed(number, P0, new RetriableException("late"));
        List<LoggedRecord> other =
                List.of(new LoggedRecord(0, 0, null, History.value(number, 20), 0));
        TopicPartition elsewhere = new TopicPartition("b", 0);
        HistoryChecker checker =
                new HistoryChecker(LOOSE, history, List.of(new FinalLog(elsewhere, other)));
        assertThat(checker.violations())
                .extracting(Violation::rule)
                .containsExactly(Rule.RIGHT_PARTITION);
    }

    @Test
    void aRecordToldToBeWhereItWasNotSentIsFound() {
        int number = send();
        history.failed(number, P1, new RetriableException("late"));
        assertThat(broken(LOOSE)).containsExactly(Rule.RIGHT_PARTITION);
    }

    @Test
    void whatNobodySentIsFound() {
        goodHistory();
        logged(99);
        assertThat(broken(LOOSE)).containsExactly(Rule.NOTHING_FOREIGN);
    }

    @Test
    void silenceIsFound() {
        logged(send());
        assertThat(broken(LOOSE)).containsExactly(Rule.TOLD_ONCE);
    }

    @Test
    void tellingTwiceIsFound() {
        goodHistory();
        history.failed(2, P0, new RetriableException("late"));
        assertThat(broken(LOOSE)).containsExactly(Rule.TOLD_ONCE);
    }

    @Test
    void tellingOfWhatWasNeverAcceptedIsFound() {
        history.failed(5, P0, new RetriableException("late"));
        assertThat(broken(LOOSE)).containsExactly(Rule.TOLD_ONCE);
    }

    @Test
    void callbacksOutOfOrderAreFound() {
        logged(send());
        logged(send());
        history.succeeded(1, P0, 1);
        history.succeeded(0, P0, 0);
        assertThat(broken(IDEMPOTENT)).containsExactly(Rule.TOLD_IN_ORDER);
        assertThat(broken(LOOSE)).isEmpty();
    }

    @Test
    void memoryThatDidNotComeBackIsFound() {
        goodHistory();
        assertThat(judge(LOOSE).memory(true, 99, 100).violations())
                .extracting(Violation::rule)
                .containsExactly(Rule.MEMORY_BACK);
        assertThat(judge(LOOSE).memory(false, 100, 100).violations())
                .extracting(Violation::rule)
                .containsExactly(Rule.MEMORY_BACK);
    }

    @Test
    void aRunThatDidTooLittleIsFound() {
        goodHistory();
        assertThat(broken(Promise.of(1, false, 5, 3))).isEmpty();
        assertThat(broken(Promise.of(1, false, 5, 4))).containsExactly(Rule.ENOUGH_DONE);
    }

    @Test
    void whatBrokersComplainOfIsFoundAndTold() {
        goodHistory();
        HistoryChecker judge = judge(LOOSE).complaints(List.of("damaged batch"));
        assertThatThrownBy(() -> judge.assertKept("seed 7"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 7")
                .hasMessageContaining("damaged batch");
    }

    @Test
    void valuesOfDifferentRecordsDiffer() {
        byte[][] values = new byte[100][];
        for (int i = 0; i < values.length; i++) {
            values[i] = History.value(i, 40);
            assertThat(History.numberOf(values[i])).isEqualTo(i);
            assertThat(History.value(i, 40)).isEqualTo(values[i]);
        }
        assertThat(Arrays.stream(values).map(Arrays::hashCode).distinct()).hasSize(values.length);
    }
}
