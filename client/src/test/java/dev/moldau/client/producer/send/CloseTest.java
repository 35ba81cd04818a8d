package dev.moldau.client.producer.send;

import static dev.moldau.client.producer.send.Bench.ONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.protocol.ErrorCode;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The end always comes, and everybody is told by then. FIELD-REPORTS 2. */
class CloseTest {

    private final AtomicInteger closed = new AtomicInteger();
    private final Bench bench = new Bench(Bench.settings(false, 1), 5_000, 16_384);

    private void close(long timeoutMs) {
        bench.accumulator.close(new FatalException("the producer is closed"));
        bench.loop.execute(() -> bench.sender.close(timeoutMs, closed::incrementAndGet));
        bench.loop.turn();
    }

    @Test
    void withNothingToDoItIsOverAtOnce() {
        close(10_000);
        assertThat(closed).hasValue(1);
        bench.loop.advance(20_000);
        assertThat(closed).hasValue(1);
    }

    @Test
    void whatLingersIsSentAndWaitedFor() {
        bench.send("a");
        close(10_000);
        assertThat(bench.underWay()).containsExactly("a");
        assertThat(closed).hasValue(0);
        bench.answer(ErrorCode.NONE, 7);
        assertThat(bench.told()).containsExactly("a@7");
        assertThat(closed).hasValue(1);
    }

    @Test
    void atTheDeadlineTheRestFailsInOrder() {
        bench.append(0, "a");
        bench.loop.advance(5_000);
        bench.send("b");
        close(10_000);
        bench.loop.advance(9_999);
        assertThat(closed).hasValue(0);
        bench.loop.advance(1);
        assertThat(bench.told()).containsExactly("a!RetriableException", "b!RetriableException");
        assertThat(bench.cause("a")).hasMessageContaining("10000 ms were not enough");
        assertThat(closed).hasValue(1);
        bench.network.close();
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @Test
    void withoutBrokersItEndsAtTheDeadlineToo() {
        bench.network.close(ONE);
        bench.leaders.set("t", 0, -1);
        bench.send("a");
        close(100);
        bench.loop.advance(100);
        assertThat(closed).hasValue(1);
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @Test
    void aForcedEndDoesNotWait() {
        bench.send("a");
        bench.sender.abort(new RetriableException("closed by force"));
        assertThat(bench.cause("a")).hasMessage("closed by force");
        bench.loop.advance(1_000_000);
        assertThat(bench.network.sent).isEmpty();
    }

    @Test
    void whatIsKnownToBeInTheLogIsToldSoEvenThen() {
        Bench two = new Bench(Bench.settings(false, 5));
        two.send("a");
        two.send("b");
        two.answer(ErrorCode.NOT_ENOUGH_REPLICAS, -1);
        two.answer(ErrorCode.NONE, 4);
        two.sender.abort(new RetriableException("closed by force"));
        assertThat(two.told()).containsExactly("a!RetriableException", "b@4");
    }

    @Test
    void whatComesAfterTheEndFailsAtOnce() {
        bench.sender.abort(new RetriableException("closed by force"));
        bench.send("a");
        assertThat(bench.told()).containsExactly("a!RetriableException");
    }

    @Test
    void aFaultIsToldWithTheCallersOwnStack() {
        ProducerFault fault = new ProducerFault();
        fault.check();
        fault.set(new FatalException("fenced", ErrorCode.PRODUCER_FENCED, null));
        fault.set(new FatalException("in its wake"));
        assertThatThrownBy(fault::check)
                .isInstanceOf(FatalException.class)
                .hasMessageContaining("fenced")
                .hasCause(fault.cause());
    }
}
