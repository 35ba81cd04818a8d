package dev.moldau.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** What the static factories make can be sent in every version. */
class FactoriesTest {

    private static final ErrorCode ERROR = ErrorCode.REQUEST_TIMED_OUT;

    @Test
    void produceOutcomesFitEveryVersion() {
        List<ProduceResponse.Partition> partitions =
                List.of(
                        ProduceResponse.Partition.appended(0, 7, -1, 0),
                        ProduceResponse.Partition.error(1, ERROR));
        fitsEveryVersion(
                ProduceResponseCodec.INSTANCE,
                new ProduceResponse(
                        List.of(new ProduceResponse.Topic("t", Uuid.ZERO, partitions)),
                        0,
                        List.of()));
    }

    @Test
    void fetchOutcomesFitEveryVersion() {
        List<FetchResponse.Partition> partitions =
                List.of(
                        FetchResponse.Partition.of(0, 9, 8, 1, null, MemoryRecords.EMPTY),
                        FetchResponse.Partition.error(1, ERROR));
        fitsEveryVersion(
                FetchResponseCodec.INSTANCE,
                new FetchResponse(
                        0,
                        (short) 0,
                        0,
                        List.of(new FetchResponse.Topic("t", Uuid.ZERO, partitions)),
                        List.of()));
        fitsEveryVersion(FetchResponseCodec.INSTANCE, FetchResponse.error(ERROR));
    }

    @Test
    void offsetsFitEveryVersion() {
        List<ListOffsetsResponse.Partition> partitions =
                List.of(
                        ListOffsetsResponse.Partition.found(0, 1, 2, 3),
                        ListOffsetsResponse.Partition.oldStyle(1, List.of(5L, 0L)),
                        ListOffsetsResponse.Partition.error(2, ERROR));
        fitsEveryVersion(
                ListOffsetsResponseCodec.INSTANCE,
                new ListOffsetsResponse(
                        0, List.of(new ListOffsetsResponse.Topic("t", partitions))));
        fitsEveryVersion(
                OffsetForLeaderEpochResponseCodec.INSTANCE,
                new OffsetForLeaderEpochResponse(
                        0,
                        List.of(
                                new OffsetForLeaderEpochResponse.Topic(
                                        "t",
                                        List.of(
                                                OffsetForLeaderEpochResponse.Partition.error(
                                                        0, ERROR))))));
    }

    @Test
    void committedOffsetsFitEveryVersion() {
        List<OffsetFetchResponse.Topic> topics =
                List.of(
                        new OffsetFetchResponse.Topic(
                                "t",
                                Uuid.ZERO,
                                List.of(
                                        OffsetFetchResponse.Partition.none(0),
                                        OffsetFetchResponse.Partition.error(1, ERROR))));
        fitsEveryVersion(
                OffsetFetchResponseCodec.INSTANCE,
                new OffsetFetchResponse(
                        0,
                        topics,
                        (short) 0,
                        List.of(new OffsetFetchResponse.Group("g", topics, (short) 0))));
    }

    @Test
    void coordinatorsFitEveryVersion() {
        FindCoordinatorResponse.Coordinator none =
                FindCoordinatorResponse.Coordinator.error("g", ERROR, "why");
        FindCoordinatorResponse one = FindCoordinatorResponse.ofOne(none);
        fitsEveryVersion(FindCoordinatorResponseCodec.INSTANCE, one);
        assertThat(one.errorCode()).isEqualTo(ERROR.code());
        assertThat(one.errorMessage()).isEqualTo("why");
        fitsEveryVersion(
                FindCoordinatorResponseCodec.INSTANCE,
                FindCoordinatorResponse.ofMany(List.of(none)));
    }

    @Test
    void groupErrorsFitEveryVersion() {
        madeForEachVersionFits(
                JoinGroupResponseCodec.INSTANCE,
                version -> JoinGroupResponse.error((short) version, "m", ERROR));
        fitsEveryVersion(SyncGroupResponseCodec.INSTANCE, SyncGroupResponse.error(ERROR));
        fitsEveryVersion(
                DescribeGroupsResponseCodec.INSTANCE,
                new DescribeGroupsResponse(
                        0, List.of(DescribeGroupsResponse.Group.error("g", ERROR, null))));
    }

    @Test
    void topicErrorsFitEveryVersion() {
        fitsEveryVersion(
                MetadataResponseCodec.INSTANCE,
                new MetadataResponse(
                        0,
                        List.of(),
                        null,
                        -1,
                        List.of(MetadataResponse.Topic.error("t", Uuid.ZERO, ERROR)),
                        AuthorizedOperations.NOT_ASKED,
                        (short) 0));
        fitsEveryVersion(
                CreateTopicsResponseCodec.INSTANCE,
                new CreateTopicsResponse(
                        0, List.of(CreateTopicsResponse.Topic.error("t", ERROR, "why"))));
        fitsEveryVersion(
                DescribeConfigsResponseCodec.INSTANCE,
                new DescribeConfigsResponse(
                        0,
                        List.of(
                                DescribeConfigsResponse.Result.error(
                                        (byte) 2, "t", ERROR, "why"))));
    }

    @Test
    void refusedProducerIdsFitEveryVersion() {
        fitsEveryVersion(InitProducerIdResponseCodec.INSTANCE, InitProducerIdResponse.error(ERROR));
    }

    @Test
    void followersAreFoundInWhicheverPlaceTheVersionNamesThem() {
        FetchRequest old = fetch(5, FetchRequest.Replica.CLIENT);
        FetchRequest recent = fetch(-1, new FetchRequest.Replica(5, 1));
        FetchRequest client = fetch(-1, FetchRequest.Replica.CLIENT);

        assertThat(sent(FetchRequestCodec.INSTANCE, old, 14).followerId()).isEqualTo(5);
        assertThat(sent(FetchRequestCodec.INSTANCE, recent, 15).followerId()).isEqualTo(5);
        assertThat(sent(FetchRequestCodec.INSTANCE, client, 14).followerId()).isEqualTo(-1);
        assertThat(sent(FetchRequestCodec.INSTANCE, client, 15).followerId()).isEqualTo(-1);
    }

    private static FetchRequest fetch(int replicaId, FetchRequest.Replica state) {
        return new FetchRequest(
                null, replicaId, state, 0, 0, 0, (byte) 0, 0, -1, List.of(), List.of(), "");
    }

    private static <M extends ApiMessage> void fitsEveryVersion(MessageCodec<M> codec, M message) {
        madeForEachVersionFits(codec, version -> message);
    }

    private static <M extends ApiMessage> void madeForEachVersionFits(
            MessageCodec<M> codec, IntFunction<M> made) {
        for (int v = codec.lowestVersion(); v <= codec.highestVersion(); v++) {
            M received = sent(codec, made.apply(v), v);
            assertThat(sent(codec, received, v)).as("version %d", v).isEqualTo(received);
        }
    }

    private static <M extends ApiMessage> M sent(MessageCodec<M> codec, M message, int version) {
        WireWriter out = new WireWriter();
        codec.write(message, out, (short) version);
        return codec.read(new WireReader(out.toBuffer()), (short) version);
    }
}
