package dev.moldau.client.producer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every error code does to a batch, and what callers read. */
class OutcomeTest {

    private static final Set<ErrorCode> IDENTITY =
            EnumSet.of(
                    ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
                    ErrorCode.UNKNOWN_PRODUCER_ID,
                    ErrorCode.INVALID_PRODUCER_EPOCH,
                    ErrorCode.PRODUCER_FENCED,
                    ErrorCode.INVALID_PRODUCER_ID_MAPPING);

    private final Bench bench = new Bench(Bench.settings(false, 5));

    @ParameterizedTest
    @EnumSource
    void everyCodeIsEitherSuccessOrTriedAgainOrRefused(ErrorCode error) {
        bench.send("a");
        bench.answer(error, error == ErrorCode.NONE ? 3 : -1);
        bench.loop.advance(100);
        if (error == ErrorCode.NONE) {
            assertThat(bench.told()).containsExactly("a@3");
        } else if (error == ErrorCode.DUPLICATE_SEQUENCE_NUMBER) {
            assertThat(bench.told()).containsExactly("a@-1");
        } else if (error.retriable()) {
            assertThat(bench.underWay()).containsExactly("a");
            bench.answer(ErrorCode.NONE, 4);
            assertThat(bench.told()).containsExactly("a@4");
        } else {
            assertThat(bench.told()).containsExactly("a!RefusedException");
            assertThat(bench.cause("a").error()).contains(error);
            assertThat(bench.cause("a")).hasMessageContaining("t-0").hasMessageContaining("1 (one");
        }
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void anIdempotentProducerTriesIdentityErrorsAgainUnderAnotherEpoch(ErrorCode error) {
        Bench idempotent = Bench.warm(5);
        idempotent.send("a");
        idempotent.answer(error, -1);
        if (!IDENTITY.contains(error)) {
            return;
        }
        if (error == ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER
                || error == ErrorCode.UNKNOWN_PRODUCER_ID) {
            idempotent.loop.advance(100);
            assertThat(idempotent.stamps()).containsExactly("900/1/0");
        } else {
            idempotent.grantId(901, 0);
            idempotent.loop.advance(100);
            assertThat(idempotent.stamps()).containsExactly("901/0/0");
        }
        idempotent.answer(ErrorCode.NONE, 9);
        assertThat(idempotent.told()).containsExactly("a@9");
    }

    @ParameterizedTest
    @EnumSource
    void afterAnyRefusalTheNextBatchGetsThrough(ErrorCode error) {
        Bench idempotent = Bench.warm(5);
        idempotent.send("a");
        idempotent.answer(error, 0);
        idempotent.send("b");
        for (int i = 0; i < 5 && !idempotent.memoryIsBack(); i++) {
            idempotent.loop.advance(200);
            if (!idempotent.network.open(dev.moldau.protocol.ApiKey.INIT_PRODUCER_ID).isEmpty()) {
                idempotent.grantId(950, 0);
            }
            while (!idempotent.network.open().isEmpty()) {
                idempotent.answer(ErrorCode.NONE, 10 + i);
            }
        }
        assertThat(idempotent.told()).hasSize(2);
        assertThat(idempotent.told().get(1)).startsWith("b@");
    }

    @Test
    void aRecordTooLargeIsToldItsSizeAndTheSettings() {
        bench.send("x".repeat(200));
        bench.answer(ErrorCode.MESSAGE_TOO_LARGE, -1);
        assertThat(bench.told.get(0).cause())
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("max.message.bytes of topic t")
                .hasMessageContaining("message.max.bytes")
                .hasMessageMatching("(?s).*a batch of 2\\d\\d bytes.*");
    }

    @Test
    void aBatchTooLargeIsTakenApartUntilItFits() {
        for (int i = 0; i < 4; i++) {
            bench.append(0, "v" + i);
        }
        bench.loop.turn();
        bench.answer(ErrorCode.MESSAGE_TOO_LARGE, -1);
        int offset = 0;
        while (!bench.network.open().isEmpty()) {
            ManualNetwork.Sent sent = bench.network.open().get(0);
            int records = ModelLog.values(Bench.batch(sent)).size();
            if (records > 1) {
                bench.answer(ErrorCode.RECORD_LIST_TOO_LARGE, -1);
            } else {
                bench.answer(ErrorCode.NONE, offset++);
            }
        }
        assertThat(bench.told()).containsExactlyInAnyOrder("v0@0", "v1@1", "v2@2", "v3@3");
        assertThat(bench.metrics.splits()).isGreaterThanOrEqualTo(2);
        assertThat(bench.memoryIsBack()).isTrue();
    }

    @Test
    void halvesOfAnIdempotentBatchShareItsSequences() {
        Bench idempotent = Bench.warm(5);
        idempotent.append(0, "a");
        idempotent.append(0, "b");
        idempotent.loop.turn();
        idempotent.send("c");
        assertThat(idempotent.stamps()).containsExactly("900/0/1", "900/0/3");
        idempotent.answer(ErrorCode.MESSAGE_TOO_LARGE, -1);
        idempotent.answer(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER, -1);
        assertThat(idempotent.underWay()).containsExactly("a", "b", "c");
        assertThat(idempotent.stamps()).containsExactly("900/0/1", "900/0/2", "900/0/3");
    }

    @Test
    void ofABatchWithOneBadRecordTheOthersAreToldThatTheyAreFine() {
        bench.append(0, "good");
        bench.append(0, "bad");
        bench.loop.turn();
        ManualNetwork.Sent sent = bench.network.open().get(0);
        sent.answer(
                Bench.response(
                        sent,
                        new ProduceResponse.Partition(
                                0,
                                ErrorCode.INVALID_RECORD.code(),
                                -1,
                                -1,
                                -1,
                                List.of(new ProduceResponse.RecordError(1, "it has no key")),
                                "one record is bad",
                                ProduceResponse.Leader.UNKNOWN)));
        ClientException good = bench.cause("good");
        ClientException bad = bench.cause("bad");
        assertThat(good)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("another record of its batch");
        assertThat(bad)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("this record for t-0")
                .hasMessageContaining("it has no key");
    }

    @Test
    void missingPermissionNamesTheTopic() {
        bench.send("a");
        bench.answer(ErrorCode.TOPIC_AUTHORIZATION_FAILED, -1);
        assertThat(bench.cause("a")).hasMessageContaining("write to topic t");
    }

    @Test
    void whenAllRetriesAreUsedUpTheLastErrorIsTold() {
        Bench few = new Bench(Bench.settings(false, 5, (short) -1, 1 << 20, 2));
        few.send("a");
        for (int i = 0; i < 3; i++) {
            few.answer(ErrorCode.KAFKA_STORAGE_ERROR, -1);
            few.loop.advance(1_000);
        }
        assertThat(few.cause("a"))
                .isExactlyInstanceOf(RetriableException.class)
                .hasMessageContaining("3 attempts")
                .hasMessageContaining("KAFKA_STORAGE_ERROR");
        assertThat(few.cause("a").error()).contains(ErrorCode.KAFKA_STORAGE_ERROR);
    }

    @Test
    void aBrokerThatCannotBeSpokenToRefuses() {
        bench.send("a");
        bench.network.open().get(0).fail(new RefusedException("it speaks Produce up to 2"));
        assertThat(bench.cause("a"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("up to 2");
    }
}
