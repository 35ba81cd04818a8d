package dev.moldau.broker.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.broker.api.CloseConnectionException;
import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionSettings;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.partition.TestBatches;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.BatchRules;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import dev.moldau.protocol.record.TimestampType;
import dev.moldau.storage.LogSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProduceHandlerTest {

    private final PartitionsUnderTest broker = new PartitionsUnderTest();
    private final ProduceHandler handler = new ProduceHandler(broker.lookup);

    @Test
    void recordsAreAppendedAtTheLogsEnd() {
        broker.topic("t", 1);
        assertThat(produce(9, 1, TestBatches.of("a", "b")).baseOffset()).isZero();
        assertThat(produce(9, -1, TestBatches.of("c")).baseOffset()).isEqualTo(2);
        assertThat(partition("t").view().highWatermark()).isEqualTo(3);
    }

    /** Clients look for another leader; a storage error would alarm them. */
    @Test
    void aPartitionThatClosesAppendsWhatItHasAdmittedAndThenSendsClientsElsewhere() {
        broker.topic("t", 1);
        Partition partition = partition("t");
        var closed = partition.close();
        CompletableFuture<ProduceResponse> inSameDrain =
                send(9, request(1, "t", TestBatches.of("a")));
        broker.lane.runAll();
        assertThat(closed).isCompleted();
        assertThat(only(inSameDrain).errorCode()).isZero();
        CompletableFuture<ProduceResponse> after = send(9, request(1, "t", TestBatches.of("b")));
        broker.lane.runAll();
        assertThat(only(after).errorCode()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
    }

    @Test
    void aProduceThatFindsItsTopicDeletedSaysSo() {
        broker.topic("t", 1);
        Partition partition = partition("t");
        CompletableFuture<ProduceResponse> late;
        var deleted = partition.delete(log -> log.close());
        broker.lane.runAll();
        assertThat(deleted).isCompleted();
        late = send(9, request(1, "t", TestBatches.of("a")));
        broker.lane.runAll();
        assertThat(only(late).errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
    }

    @Test
    void appendsOfOneDrainAreWrittenTogetherAndAnsweredEach() {
        broker.topic("t", 2);
        List<CompletableFuture<ProduceResponse>> inFlight = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            inFlight.add(send(9, request(1, "t", TestBatches.of("a", "b"))));
        }
        assertThat(broker.lane.queued()).isEqualTo(5);
        broker.lane.runAll();
        for (int i = 0; i < 5; i++) {
            assertThat(only(inFlight.get(i)).baseOffset()).isEqualTo(2L * i);
        }
    }

    @Test
    void oneRequestIsOneCommandPerLane() {
        LocalTopic topic = broker.topic("t", 3);
        ProduceRequest request =
                new ProduceRequest(
                        null,
                        (short) 1,
                        1000,
                        List.of(
                                new ProduceRequest.Topic(
                                        topic.name(),
                                        Uuid.ZERO,
                                        List.of(
                                                new ProduceRequest.Partition(
                                                        0, TestBatches.of("a")),
                                                new ProduceRequest.Partition(
                                                        2, TestBatches.of("b")),
                                                new ProduceRequest.Partition(
                                                        7, TestBatches.of("c"))))));
        CompletableFuture<ProduceResponse> sent = send(9, request);
        assertThat(broker.lane.queued()).isEqualTo(1);
        broker.lane.runAll();
        assertThat(sent.join().responses().getFirst().partitionResponses())
                .extracting(ProduceResponse.Partition::errorCode)
                .containsExactly((short) 0, (short) 0, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
    }

    @Test
    void topicIdsReplaceNamesInVersion13() {
        LocalTopic topic = broker.topic("t", 1);
        assertThat(only(sendAndRun(13, byId(topic.id()))).errorCode()).isZero();
        assertThat(error(sendAndRun(13, byId(new Uuid(9, 9)))))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID);
    }

    @Test
    void anUnknownTopicIsNamedAsSuch() {
        assertThat(error(sendAndRun(9, request(1, "nobody", TestBatches.of("a")))))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(broker.errors).containsExactly(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void acksOtherThanMinusOneToOneAreRefused() {
        broker.topic("t", 1);
        assertThat(produceError(9, 2, TestBatches.of("a")))
                .isEqualTo(ErrorCode.INVALID_REQUIRED_ACKS);
        assertThat(partition("t").view().logEndOffset()).isZero();
    }

    @Test
    void aWrongChecksumIsRefusedAndNothingIsAppended() {
        broker.topic("t", 1);
        MemoryRecords records = TestBatches.of("hello");
        int last = records.bytes().limit() - 1;
        records.bytes().put(last, (byte) (records.bytes().get(last) ^ 1));
        assertThat(produceError(9, 1, records)).isEqualTo(ErrorCode.CORRUPT_MESSAGE);
        assertThat(partition("t").view().logEndOffset()).isZero();
    }

    @Test
    void aBatchAboveTheTopicsLimitIsRefused() {
        broker.topic("t", 1);
        assertThat(produceError(9, 1, TestBatches.ofSize(2 << 20)))
                .isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    }

    @Test
    void noRecordsAtAllAreRefused() {
        broker.topic("t", 1);
        assertThat(produceError(9, 1, null)).isEqualTo(ErrorCode.INVALID_RECORD);
        assertThat(produceError(9, 1, MemoryRecords.EMPTY)).isEqualTo(ErrorCode.INVALID_RECORD);
    }

    @Test
    void aRetriedBatchIsAcknowledgedWithItsFirstOffset() {
        broker.topic("t", 1);
        assertThat(produce(9, 1, TestBatches.idempotent(7, 0, 0, "a", "b")).baseOffset()).isZero();
        assertThat(produce(9, 1, TestBatches.idempotent(7, 0, 2, "c")).baseOffset()).isEqualTo(2);
        assertThat(produce(9, 1, TestBatches.idempotent(7, 0, 0, "a", "b")).baseOffset()).isZero();
        assertThat(produceError(9, 1, TestBatches.idempotent(7, 0, 9, "z")))
                .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(partition("t").view().logEndOffset()).isEqualTo(3);
    }

    @Test
    void acksAllNeedsMinInSyncReplicas() {
        broker.topic(
                "t",
                1,
                new PartitionSettings(
                        LogSettings.DEFAULTS, BatchRules.DEFAULT, 2, Optional.empty(), true));
        assertThat(produceError(9, -1, TestBatches.of("a")))
                .as("there is one replica, and it has it")
                .isEqualTo(ErrorCode.NONE);
        broker.alone(List.of(PartitionsUnderTest.NODE_ID, 2));
        assertThat(produceError(9, -1, TestBatches.of("a")))
                .isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS);
        assertThat(produce(9, 1, TestBatches.of("a")).errorCode()).isZero();
    }

    @Test
    void aTopicCanHaveItsRecordsStampedByTheBroker() {
        BatchRules rules = BatchRules.DEFAULT;
        BatchRules stamping =
                new BatchRules(
                        rules.maxBatchBytes(),
                        TimestampType.LOG_APPEND_TIME,
                        rules.timestampBeforeMaxMs(),
                        rules.timestampAfterMaxMs(),
                        false,
                        true,
                        rules.inflatedBytesFloor(),
                        rules.inflatedBytesRatio());
        broker.topic(
                "t",
                1,
                new PartitionSettings(LogSettings.DEFAULTS, stamping, 1, Optional.empty(), true));
        broker.timer.advance(1234);
        assertThat(produce(9, 1, TestBatches.of("a")).logAppendTimeMs())
                .isEqualTo(TestBatches.NOW_MS + 1234);
    }

    @Test
    void anAnswerWaitsForNothingWithAcksZeroAndAnErrorClosesTheConnection() {
        broker.topic("t", 1);
        ProduceRequest good = request(0, "t", TestBatches.of("a"));
        assertThat(handler.isAnswered(good)).isFalse();
        sendAndRun(9, good).join();
        assertThat(partition("t").view().logEndOffset()).isEqualTo(1);
        assertThatThrownBy(() -> sendAndRun(9, request(0, "nobody", TestBatches.of("a"))).join())
                .hasCauseInstanceOf(CloseConnectionException.class)
                .hasMessageContaining("UNKNOWN_TOPIC_OR_PARTITION");
    }

    @Test
    void internalTopicsAreNotForClients() {
        broker.topic("__consumer_offsets", 1);
        assertThat(error(sendAndRun(9, request(1, "__consumer_offsets", TestBatches.of("a")))))
                .isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION);
    }

    @Test
    void whoClaimsATransactionIsInAnInvalidState() {
        broker.topic("t", 1);
        ProduceRequest request =
                new ProduceRequest(
                        "tx", (short) -1, 1000, request(-1, "t", TestBatches.of("a")).topicData());
        assertThat(error(sendAndRun(9, request))).isEqualTo(ErrorCode.INVALID_TXN_STATE);
    }

    /** FIELD-REPORTS row 28: the answer names the new leader, so that nobody is stuck. */
    @Test
    void aClientThatComesToTheOldLeaderHearsOfTheNewOne() {
        LocalTopic topic = broker.topic("t", 1);
        broker.moveAway(Objects.requireNonNull(topic.partition(0)), 6);
        ProduceResponse response = sendAndRun(10, request(1, "t", TestBatches.of("a"))).join();
        ProduceResponse.Partition answer =
                response.responses().getFirst().partitionResponses().getFirst();
        assertThat(answer.errorCode()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
        assertThat(answer.currentLeader()).isEqualTo(new ProduceResponse.Leader(2, 6));
        assertThat(response.nodeEndpoints())
                .containsExactly(new ProduceResponse.NodeEndpoint(2, "there", 9093, null));
    }

    private Partition partition(String topic) {
        return Objects.requireNonNull(broker.lookup.find(topic, 0));
    }

    private ProduceResponse.Partition produce(int version, int acks, Records records) {
        ProduceResponse.Partition answer = only(sendAndRun(version, request(acks, "t", records)));
        assertThat(ErrorCode.of(answer.errorCode())).isEqualTo(ErrorCode.NONE);
        return answer;
    }

    private ErrorCode produceError(int version, int acks, @Nullable Records records) {
        return error(sendAndRun(version, request(acks, "t", records)));
    }

    private CompletableFuture<ProduceResponse> send(int version, ProduceRequest request) {
        return handler.handle(broker.context(ApiKey.PRODUCE, version), request)
                .toCompletableFuture();
    }

    private CompletableFuture<ProduceResponse> sendAndRun(int version, ProduceRequest request) {
        CompletableFuture<ProduceResponse> sent = send(version, request);
        broker.lane.runAll();
        assertThat(sent).isDone();
        return sent;
    }

    private static ErrorCode error(CompletableFuture<ProduceResponse> response) {
        return ErrorCode.of(only(response).errorCode());
    }

    private static ProduceResponse.Partition only(CompletableFuture<ProduceResponse> response) {
        return response.join().responses().getFirst().partitionResponses().getFirst();
    }

    private static ProduceRequest request(int acks, String topic, @Nullable Records records) {
        return new ProduceRequest(
                null,
                (short) acks,
                1000,
                List.of(
                        new ProduceRequest.Topic(
                                topic,
                                Uuid.ZERO,
                                List.of(new ProduceRequest.Partition(0, records)))));
    }

    private static ProduceRequest byId(Uuid id) {
        return new ProduceRequest(
                null,
                (short) 1,
                1000,
                List.of(
                        new ProduceRequest.Topic(
                                "",
                                id,
                                List.of(new ProduceRequest.Partition(0, TestBatches.of("a"))))));
    }
}
