package dev.moldau.client.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.header.ResponseHeader;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.message.ApiVersionsRequest;
import dev.moldau.protocol.message.ApiVersionsResponse;
import dev.moldau.protocol.message.InitProducerIdRequest;
import dev.moldau.protocol.message.InitProducerIdResponse;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The fake cluster follows the rules of real brokers. */
class FakeClusterTest {

    private static final TopicPartition P0 = new TopicPartition("t", 0);

    private final Clock clock = new SimLoop(new Random(1), 0).clock();
    private final FakeCluster cluster = new FakeCluster(2, new Random(1), clock);
    private final FaultScript script = new FaultScript();
    private final FakeTopic topic = cluster.createTopic("t", 2);

    FakeClusterTest() {
        cluster.policy(script);
    }

    @AfterEach
    void nothingIsComplainedOfUnexpectedly() {
        cluster.close();
    }

    // ---- asking

    @SuppressWarnings("unchecked")
    private Reply ask(int broker, ApiKey api, int version, ApiMessage message) {
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(
                new RequestHeader(api, (short) version, 42, "test"),
                (MessageCodec<ApiMessage>) ApiCodecs.request(api).orElseThrow(),
                message,
                out);
        ByteBuffer frame = out.toBuffer();
        return cluster.arrive(broker, frame.slice(4, frame.remaining() - 4));
    }

    private static <R> R answer(Class<R> type, ApiKey api, int version, Reply reply) {
        assertThat(reply).isInstanceOf(Reply.Answer.class);
        ByteBuffer frame = ((Reply.Answer) reply).frame();
        assertThat(frame.getInt(0)).isEqualTo(frame.remaining() - 4);
        MessageCodec<?> codec = ApiCodecs.response(api).orElseThrow();
        WireReader in = new WireReader(frame.slice(4, frame.remaining() - 4));
        assertThat(ResponseHeader.read(in, api, codec, (short) version).correlationId())
                .isEqualTo(42);
        R response = type.cast(codec.read(in, (short) version));
        assertThat(in.remaining()).isZero();
        return response;
    }

    private ProduceRequest produceRequest(int version, int acks, int partition, ByteBuffer batch) {
        return new ProduceRequest(
                null,
                (short) acks,
                1000,
                List.of(
                        new ProduceRequest.Topic(
                                version < 13 ? "t" : "",
                                version < 13 ? Uuid.ZERO : topic.id(),
                                List.of(
                                        new ProduceRequest.Partition(
                                                partition, new MemoryRecords(batch))))));
    }

    private ProduceResponse.Partition produce(int broker, int version, ByteBuffer batch) {
        Reply reply = ask(broker, ApiKey.PRODUCE, version, produceRequest(version, -1, 0, batch));
        return answer(ProduceResponse.class, ApiKey.PRODUCE, version, reply)
                .responses()
                .get(0)
                .partitionResponses()
                .get(0);
    }

    private ErrorCode error(ByteBuffer batch) {
        return ErrorCode.of(produce(0, 13, batch).errorCode());
    }

    private MetadataResponse metadata(int broker, int version, String... names) {
        List<MetadataRequest.Topic> asked =
                Arrays.stream(names)
                        .map(name -> new MetadataRequest.Topic(Uuid.ZERO, name))
                        .toList();
        MetadataRequest request = new MetadataRequest(asked, true, false, false);
        return answer(
                MetadataResponse.class,
                ApiKey.METADATA,
                version,
                ask(broker, ApiKey.METADATA, version, request));
    }

    private FakeLog log() {
        return topic.partitions().get(0).log();
    }

    // ---- produce

    @Test
    void appendsInEveryVersionThatCarriesBatchesOfFormat2() {
        for (int version = 3; version <= 13; version++) {
            ProduceResponse.Partition answer = produce(0, version, TestBatches.plain(version));
            assertThat(answer.errorCode()).isEqualTo(ErrorCode.NONE.code());
            assertThat(answer.baseOffset()).isEqualTo(version - 3);
        }
        assertThat(log().records()).hasSize(11);
        assertThat(log().records().get(4).value()).isEqualTo(History.value(7, 20));
        assertThat(log().records().get(4).offset()).isEqualTo(4);
        assertThat(cluster.complaints()).isEmpty();
    }

    @Test
    void aRepetitionOfOneOfTheLastFiveBatchesIsAnsweredWithItsFirstOffset() {
        for (int i = 0; i < 5; i++) {
            produce(0, 13, TestBatches.idempotent(7, 0, 2 * i, i, i + 10));
        }
        for (int i = 0; i < 5; i++) {
            ProduceResponse.Partition answer =
                    produce(0, 13, TestBatches.idempotent(7, 0, 2 * i, i, i + 10));
            assertThat(answer.errorCode()).isZero();
            assertThat(answer.baseOffset()).isEqualTo(2L * i);
        }
        produce(0, 13, TestBatches.idempotent(7, 0, 10, 5));
        assertThat(error(TestBatches.idempotent(7, 0, 0, 0, 10)))
                .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(log().records()).hasSize(11);
    }

    @Test
    void aGapInTheSequenceIsRefused() {
        produce(0, 13, TestBatches.idempotent(7, 0, 0, 1));
        assertThat(error(TestBatches.idempotent(7, 0, 2, 3)))
                .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(error(TestBatches.idempotent(7, 0, 1, 2))).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aNewEpochBeginsAtZeroAndFencesTheOldOne() {
        produce(0, 13, TestBatches.idempotent(7, 0, 0, 1));
        assertThat(error(TestBatches.idempotent(7, 1, 1, 2)))
                .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
        assertThat(error(TestBatches.idempotent(7, 1, 0, 2))).isEqualTo(ErrorCode.NONE);
        assertThat(error(TestBatches.idempotent(7, 0, 1, 3)))
                .isEqualTo(ErrorCode.INVALID_PRODUCER_EPOCH);
    }

    @Test
    void sequencesWrapAround() {
        produce(0, 13, TestBatches.idempotent(7, 0, Integer.MAX_VALUE, 1));
        assertThat(error(TestBatches.idempotent(7, 0, 0, 2))).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void anUnknownProducerMayBeginAnywhere() {
        assertThat(error(TestBatches.idempotent(7, 3, 100, 1))).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void aDamagedBatchIsRefusedAndComplainedOf() {
        ByteBuffer batch = TestBatches.plain(1);
        batch.put(batch.limit() - 2, (byte) 99);
        assertThat(error(batch)).isEqualTo(ErrorCode.CORRUPT_MESSAGE);
        assertThat(cluster.complaints()).hasSize(1);
    }

    @Test
    void aBatchAboveTheTopicsLimitIsRefused() {
        topic.maxMessageBytes(100);
        assertThat(error(TestBatches.plain(1, 2, 3))).isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
        assertThat(error(TestBatches.plain(1))).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void acksZeroIsNotAnsweredAndAnErrorEndsTheConnection() {
        ProduceRequest good = produceRequest(13, 0, 0, TestBatches.plain(1));
        assertThat(ask(0, ApiKey.PRODUCE, 13, good)).isInstanceOf(Reply.NotDue.class);
        assertThat(log().records()).hasSize(1);
        ProduceRequest bad = produceRequest(13, 0, 9, TestBatches.plain(1));
        assertThat(ask(0, ApiKey.PRODUCE, 13, bad)).isInstanceOf(Reply.Disconnect.class);
    }

    // ---- leaders

    @Test
    void aBrokerThatDoesNotLeadNamesTheLeaderFromVersion10On() {
        cluster.moveLeader(P0, 1);
        ProduceResponse.Partition old = produce(0, 9, TestBatches.plain(1));
        assertThat(old.errorCode()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER.code());
        Reply reply = ask(0, ApiKey.PRODUCE, 10, produceRequest(10, -1, 0, TestBatches.plain(1)));
        ProduceResponse hinting = answer(ProduceResponse.class, ApiKey.PRODUCE, 10, reply);
        assertThat(hinting.responses().get(0).partitionResponses().get(0).currentLeader())
                .isEqualTo(new ProduceResponse.Leader(1, 1));
        assertThat(hinting.nodeEndpoints()).extracting("nodeId").containsExactly(1);
        assertThat(produce(1, 13, TestBatches.plain(1)).errorCode()).isZero();
    }

    @Test
    void withoutHintsNobodyIsNamed() {
        cluster.leaderHints(false);
        cluster.moveLeader(P0, 1);
        assertThat(produce(0, 13, TestBatches.plain(1)).currentLeader())
                .isEqualTo(ProduceResponse.Leader.UNKNOWN);
    }

    @Test
    void brokersThatHaveNotHeardOfAMoveTellTheOldLeader() {
        FakeCluster three = new FakeCluster(3, new Random(1), clock);
        three.createTopic("t", 1);
        three.moveLeader(P0, 1);
        FakePartition partition = three.partition(P0);
        assertThat(partition.heardLeader(2)).isEqualTo(0);
        assertThat(partition.heardEpoch(2)).isEqualTo(0);
        assertThat(partition.heardLeader(0)).isEqualTo(1);
        three.catchUp(2);
        assertThat(partition.heardLeader(2)).isEqualTo(1);
        three.close();
    }

    @Test
    void aLeaderMayLoseOnlyTheTailThatNobodyWasToldOf() {
        produce(0, 13, TestBatches.idempotent(7, 0, 0, 1));
        script.next(ApiKey.PRODUCE, new Fault.Disconnect(true));
        ask(0, ApiKey.PRODUCE, 13, produceRequest(13, -1, 0, TestBatches.idempotent(7, 0, 1, 2)));
        assertThat(log().records()).hasSize(2);
        assertThat(log().loseUnacknowledgedTail()).isEqualTo(1);
        assertThat(log().loseUnacknowledgedTail()).isZero();
        assertThat(error(TestBatches.idempotent(7, 0, 1, 2))).isEqualTo(ErrorCode.NONE);
        assertThat(log().loseUnacknowledgedTail()).isZero();
        assertThat(log().records()).hasSize(2);
    }

    // ---- topics

    @Test
    void aTopicMadeAnewIsAnotherOne() {
        produce(0, 13, TestBatches.plain(1));
        cluster.deleteTopic("t");
        FakeTopic second = cluster.createTopic("t", 1);
        assertThat(second.id()).isNotEqualTo(topic.id());
        assertThat(error(TestBatches.plain(2))).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID);
        assertThat(ErrorCode.of(produce(0, 12, TestBatches.plain(2)).errorCode()))
                .isIn(ErrorCode.NONE, ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(FinalLog.of(cluster)).hasSize(3);
    }

    @Test
    void aTopicThatBrokersHaveNotHeardOfIsUnknownToThem() {
        cluster.createTopicUnheard("new", 1);
        cluster.autoCreates(false);
        assertThat(metadata(0, 13, "new").topics().get(0).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        cluster.catchUp(0);
        assertThat(metadata(0, 13, "new").topics().get(0).errorCode()).isZero();
    }

    @Test
    void metadataIsAnsweredInAllVersions() {
        for (int version = 0; version <= 13; version++) {
            MetadataResponse answer = metadata(0, version, "t");
            assertThat(answer.brokers()).hasSize(2);
            MetadataResponse.Topic described = answer.topics().get(0);
            assertThat(described.name()).isEqualTo("t");
            assertThat(described.partitions())
                    .extracting(MetadataResponse.Partition::leaderId)
                    .containsExactly(0, 1);
            assertThat(described.topicId()).isEqualTo(version < 10 ? Uuid.ZERO : topic.id());
        }
    }

    @Test
    void anUnknownTopicIsMadeAndNotServedAtOnce() {
        cluster.autoCreatePartitions(3);
        assertThat(metadata(0, 13, "fresh").topics().get(0).errorCode())
                .isEqualTo(ErrorCode.LEADER_NOT_AVAILABLE.code());
        assertThat(metadata(0, 13, "fresh").topics().get(0).partitions()).hasSize(3);
    }

    // ---- others

    @Test
    void everyInitProducerIdGivesAFreshId() {
        InitProducerIdRequest request = new InitProducerIdRequest(null, 1000, 1000, (short) 0);
        long first = initProducerId(new InitProducerIdRequest(null, 1000, -1, (short) -1));
        assertThat(initProducerId(request)).isGreaterThan(first);
    }

    private long initProducerId(InitProducerIdRequest request) {
        Reply reply = ask(0, ApiKey.INIT_PRODUCER_ID, 5, request);
        InitProducerIdResponse response =
                answer(InitProducerIdResponse.class, ApiKey.INIT_PRODUCER_ID, 5, reply);
        assertThat(response.producerEpoch()).isZero();
        return response.producerId();
    }

    @Test
    void anApiVersionsRequestThatIsTooNewIsAnsweredInVersion0() {
        cluster.broker(0).versions().asOfKafka011();
        ApiVersionsRequest request = new ApiVersionsRequest("n", "v", null, -1);
        ApiVersionsResponse answer =
                answer(
                        ApiVersionsResponse.class,
                        ApiKey.API_VERSIONS,
                        0,
                        ask(0, ApiKey.API_VERSIONS, 4, request));
        assertThat(answer.errorCode()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION.code());
        assertThat(answer.apiKeys())
                .contains(new ApiVersionsResponse.Api(ApiKey.PRODUCE.id(), (short) 0, (short) 3));
    }

    @Test
    void aVersionThatIsNotServedIsComplainedOf() {
        cluster.broker(0).versions().asOfKafka011();
        Reply reply = ask(0, ApiKey.PRODUCE, 13, produceRequest(13, -1, 0, TestBatches.plain(1)));
        assertThat(reply).isInstanceOf(Reply.Disconnect.class);
        assertThat(cluster.complaints()).hasSize(1);
    }

    // ---- faults

    @Test
    void errorsBeforeAndAfterTheAppendDiffer() {
        script.next(ApiKey.PRODUCE, Fault.refuse(ErrorCode.NOT_ENOUGH_REPLICAS))
                .next(
                        ApiKey.PRODUCE,
                        Fault.refuseAfter(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND));
        assertThat(error(TestBatches.plain(1))).isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS);
        assertThat(log().records()).isEmpty();
        assertThat(error(TestBatches.plain(1)))
                .isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND);
        assertThat(log().records()).hasSize(1);
        assertThat(error(TestBatches.plain(2))).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void faultsChooseBrokerApiAndNumber() {
        script.nth(0, ApiKey.PRODUCE, 1, Fault.refuse(ErrorCode.REQUEST_TIMED_OUT));
        assertThat(error(TestBatches.plain(1))).isEqualTo(ErrorCode.NONE);
        assertThat(metadata(0, 13, "t").topics().get(0).errorCode()).isZero();
        assertThat(error(TestBatches.plain(2))).isEqualTo(ErrorCode.REQUEST_TIMED_OUT);
        assertThat(error(TestBatches.plain(3))).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void faultsOfTheConnectionShowAsReplies() {
        ProduceRequest request = produceRequest(13, -1, 0, TestBatches.plain(1));
        script.next(ApiKey.PRODUCE, new Fault.Silence(false))
                .next(ApiKey.PRODUCE, new Fault.Disconnect(false))
                .next(ApiKey.PRODUCE, new Fault.CutAnswer(6))
                .next(ApiKey.PRODUCE, new Fault.Delay(200))
                .next(ApiKey.PRODUCE, new Fault.Throttle(300));
        assertThat(ask(0, ApiKey.PRODUCE, 13, request)).isInstanceOf(Reply.Silence.class);
        assertThat(ask(0, ApiKey.PRODUCE, 13, request)).isInstanceOf(Reply.Disconnect.class);
        assertThat(log().records()).isEmpty();
        assertThat(((Reply.Cut) ask(0, ApiKey.PRODUCE, 13, request)).part().remaining())
                .isEqualTo(6);
        assertThat(((Reply.Answer) ask(0, ApiKey.PRODUCE, 13, request)).delayMs()).isEqualTo(200);
        Reply throttled = ask(0, ApiKey.PRODUCE, 13, request);
        assertThat(answer(ProduceResponse.class, ApiKey.PRODUCE, 13, throttled).throttleTimeMs())
                .isEqualTo(300);
        assertThat(log().records()).hasSize(3);
    }
}
