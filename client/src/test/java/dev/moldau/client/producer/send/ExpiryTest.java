package dev.moldau.client.producer.send;

import static dev.moldau.client.producer.send.Bench.ONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.protocol.ErrorCode;
import org.junit.jupiter.api.Test;

/** The time that a delivery may take ends it in every state, to the millisecond, and says why. */
class ExpiryTest {

    private final Bench bench = new Bench(Bench.settings(false, 1));

    private void expires(String value, String... words) {
        assertThat(bench.cause(value)).isInstanceOf(TimedOutException.class);
        assertThat(bench.cause(value))
                .hasMessageContaining("t-0")
                .hasMessageContaining("delivery.timeout.ms (120000 ms)");
        for (String word : words) {
            assertThat(bench.cause(value)).hasMessageContaining(word);
        }
    }

    @Test
    void inTheQueueWithoutALeader() {
        bench.leaders.set("t", 0, -1);
        bench.send("a");
        bench.loop.advance(119_999);
        assertThat(bench.told()).isEmpty();
        bench.loop.advance(1);
        expires("a", "nobody leads t", "120000 ms", "0 attempts", "never sent");
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @Test
    void inTheQueueOfABrokerThatCannotBeReached() {
        bench.network.cut(ONE);
        bench.send("a");
        bench.network.cut(ONE);
        bench.loop.advance(120_000);
        expires("a", "broker 1 (one:9092), cannot be reached: cut off from 1");
    }

    @Test
    void inTheQueueBehindABusyOne() {
        bench.send("a");
        bench.loop.advance(60_000);
        bench.send("b");
        bench.loop.advance(60_000);
        assertThat(bench.told()).containsExactly("a!TimedOutException");
        bench.loop.advance(60_000);
        expires("b", "was busy");
    }

    @Test
    void underWayAndItsMemoryComesBackWithTheRequest() { // FIELD-REPORTS 1
        bench.send("a");
        ManualNetwork.Sent sent = bench.network.open().get(0);
        bench.loop.advance(120_000);
        expires("a", "1 attempt;", "Whether they were appended is not known");
        assertThat(bench.accumulator.isIdle()).isTrue();
        assertThat(bench.memoryIsBack()).isFalse();
        assertThat(ModelLog.values(Bench.batch(sent))).containsExactly("a");
        sent.answer(Bench.response(sent, ErrorCode.NONE, 5));
        assertThat(bench.told()).as("the answer comes too late").hasSize(1);
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @Test
    void inBackOffWithWhatTheBrokerSaidLast() {
        bench.send("a");
        for (int i = 0; i < 3; i++) {
            bench.answer(ErrorCode.NOT_ENOUGH_REPLICAS, -1);
            bench.loop.advance(1_000);
        }
        ManualNetwork.Sent sent = bench.network.open().get(0);
        bench.loop.advance(116_999);
        sent.answer(Bench.response(sent, ErrorCode.NOT_ENOUGH_REPLICAS, -1));
        bench.loop.advance(1);
        expires("a", "4 attempts", "answered NOT_ENOUGH_REPLICAS");
        assertThat(bench.cause("a").error()).contains(ErrorCode.NOT_ENOUGH_REPLICAS);
    }

    @Test
    void afterADisconnectWithItsReason() {
        bench.send("a");
        bench.network.open().get(0).fail(new DisconnectedException("the cable was cut"));
        bench.network.close(ONE);
        bench.loop.advance(120_000);
        expires("a", "the cable was cut", "Whether they were appended is not known");
    }

    @Test
    void withoutAProducerId() {
        Bench idempotent = new Bench(Bench.settings(true, 5));
        idempotent.send("a");
        idempotent.loop.advance(120_000);
        assertThat(idempotent.cause("a")).hasMessageContaining("no broker has granted");
        assertThat(idempotent.memoryIsBack()).isTrue();
    }

    @Test
    void inOrderAndOnlyWhatIsOldEnough() {
        bench.network.close(ONE);
        bench.send("a");
        bench.loop.advance(1);
        for (int i = 0; i < 3; i++) {
            bench.append(0, "x".repeat(16_000) + i);
            bench.loop.advance(10);
        }
        bench.loop.advance(120_000 - 31 + 5);
        assertThat(bench.told).hasSize(2);
        bench.loop.advance(10);
        assertThat(bench.told).hasSize(3);
        bench.loop.advance(10);
        assertThat(bench.told)
                .extracting(each -> each.value().charAt(each.value().length() - 1))
                .containsExactly('a', '0', '1', '2');
        assertThat(bench.metrics.expiries()).as("batches").isEqualTo(3);
        assertThat(bench.memoryIsBack()).isTrue();
    }
}
