package dev.moldau.client.producer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.producer.batch.FaultyCodec;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A codec that throws costs the records of its batch, and nothing else. */
class CompressionFailureTest {

    private static final int BATCH_BYTES = 200;
    private static final String VALUE = "x".repeat(40);

    private final FaultyCodec codec = new FaultyCodec();
    private final Bench bench =
            new Bench(
                    Bench.settings(true, 5),
                    loop -> codec.accumulator(BATCH_BYTES, 1_000, loop.clock()));

    private int warmRecords;

    @BeforeEach
    void warm() {
        fill("w");
        bench.loop.turn();
        bench.grantId(900, 0);
        bench.answer(ErrorCode.NONE, 0);
        bench.loop.advance(1_000);
        while (!bench.network.open().isEmpty()) {
            bench.answer(ErrorCode.NONE, 1);
        }
        warmRecords = bench.told.size();
        bench.told.clear();
    }

    /** Appends until a caller has found its batch full and compressed it, or tried to. */
    private List<String> fill(String name) {
        List<String> values = new ArrayList<>();
        for (int before = codec.calls(); codec.calls() == before; ) {
            String value = name + values.size() + VALUE;
            values.add(value);
            bench.append(0, value);
        }
        return values;
    }

    private static void assertOneFailedBatch(List<String> told, List<String> sent) {
        assertThat(told).hasSizeBetween(1, sent.size());
        for (int i = 0; i < told.size(); i++) {
            assertThat(told.get(i)).isEqualTo(sent.get(i) + "!RefusedException");
        }
    }

    @Test
    void whereACallerCompressesSendReturnsAndTheRecordsAreTold() {
        codec.fail(new UnsatisfiedLinkError("no lz4 in java.library.path"));
        List<String> sent = fill("a");
        codec.fail(null);
        bench.loop.turn();
        assertOneFailedBatch(bench.told(), sent);
        assertThat(bench.told.get(0).cause())
                .isInstanceOf(RefusedException.class)
                .hasCauseInstanceOf(UnsatisfiedLinkError.class)
                .hasMessageContaining("t-0")
                .hasMessageContaining("no lz4 in java.library.path")
                .hasMessageContaining("compression.type");
        int failed = bench.told.size();
        bench.loop.advance(1_000);
        // The next one continues the sequences: the failed one never had any.
        assertThat(bench.network.open()).hasSize(1);
        assertThat(Bench.stamp(bench.network.open().get(0))).isEqualTo("900/0/" + warmRecords);
        bench.answer(ErrorCode.NONE, 10);
        assertThat(bench.told()).hasSize(sent.size());
        assertThat(bench.told().subList(failed, sent.size())).allMatch(told -> told.contains("@1"));
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whereTheLoopCompressesTheRecordsAreToldAndTheLoopGoesOn(boolean outOfMemory) {
        bench.append(0, "a");
        bench.append(0, "b");
        codec.fail(outOfMemory ? new OutOfMemoryError("direct") : new IllegalStateException("bug"));
        bench.loop.advance(1_000);
        Class<?> expected = outOfMemory ? RetriableException.class : RefusedException.class;
        assertThat(bench.told())
                .containsExactly("a!" + expected.getSimpleName(), "b!" + expected.getSimpleName());
        assertThat(bench.memoryIsBack()).isTrue();
        codec.fail(null);
        bench.append(0, "c");
        bench.loop.advance(1_000);
        bench.answer(ErrorCode.NONE, 7);
        assertThat(bench.told()).endsWith("c@7");
    }

    @Test
    void theFailureWaitsForTheBatchesBeforeIt() {
        List<String> first = fill("a");
        bench.loop.advance(1_000);
        int underWay = bench.network.open().size();
        assertThat(underWay).isPositive();
        codec.fail(new OutOfMemoryError("direct"));
        bench.append(0, "late");
        bench.loop.advance(1_000);
        assertThat(bench.told()).isEmpty();
        codec.fail(null);
        bench.append(0, "last");
        bench.loop.advance(1_000);
        for (int i = 0; i <= underWay; i++) {
            bench.answer(ErrorCode.NONE, 10);
        }
        List<String> told = bench.told();
        assertThat(told).hasSize(first.size() + 2);
        assertThat(told.subList(first.size(), first.size() + 2))
                .containsExactly("late!RetriableException", "last@10");
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @Test
    void aFlushEndsAlthoughTheBatchFails() {
        bench.append(0, "a");
        codec.fail(new OutOfMemoryError("direct"));
        var flushed = bench.accumulator.flush();
        bench.loop.turn();
        assertThat(flushed).isCompleted();
        assertThat(bench.told()).containsExactly("a!RetriableException");
    }

    @Test
    void everyBatchOfACodecThatNeverWorksIsTold() {
        codec.fail(new NoClassDefFoundError("Lz4"));
        for (int i = 0; i < 50; i++) {
            bench.append(0, i + VALUE);
            bench.loop.turn();
        }
        bench.loop.advance(1_000);
        assertThat(bench.told()).hasSize(50).allMatch(told -> told.endsWith("!RefusedException"));
        for (int i = 0; i < 50; i++) {
            assertThat(bench.told.get(i).value()).isEqualTo(i + VALUE);
        }
        assertThat(bench.network.open()).isEmpty();
        assertThat(bench.memoryIsBack()).isTrue();
    }
}
