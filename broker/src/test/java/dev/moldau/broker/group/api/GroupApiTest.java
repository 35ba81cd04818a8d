package dev.moldau.broker.group.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.ApiVersionsHandler;
import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.api.HandlerRegistry;
import dev.moldau.broker.api.OldVersions;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.CoordinatorDirectory;
import dev.moldau.broker.group.FakeShardLog;
import dev.moldau.broker.group.FakeTopics;
import dev.moldau.broker.group.GroupConfig;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.GroupOverrides;
import dev.moldau.broker.lane.ManualLane;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.ImageListener;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.message.DeleteGroupsRequest;
import dev.moldau.protocol.message.DeleteGroupsResponse;
import dev.moldau.protocol.message.DescribeGroupsRequest;
import dev.moldau.protocol.message.DescribeGroupsResponse;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.FindCoordinatorResponse;
import dev.moldau.protocol.message.HeartbeatRequest;
import dev.moldau.protocol.message.HeartbeatResponse;
import dev.moldau.protocol.message.JoinGroupRequest;
import dev.moldau.protocol.message.JoinGroupResponse;
import dev.moldau.protocol.message.LeaveGroupRequest;
import dev.moldau.protocol.message.LeaveGroupResponse;
import dev.moldau.protocol.message.ListGroupsRequest;
import dev.moldau.protocol.message.ListGroupsResponse;
import dev.moldau.protocol.message.OffsetCommitRequest;
import dev.moldau.protocol.message.OffsetCommitResponse;
import dev.moldau.protocol.message.OffsetDeleteRequest;
import dev.moldau.protocol.message.OffsetDeleteResponse;
import dev.moldau.protocol.message.OffsetFetchRequest;
import dev.moldau.protocol.message.OffsetFetchResponse;
import dev.moldau.protocol.message.SyncGroupRequest;
import dev.moldau.protocol.message.SyncGroupResponse;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every version of every group API through its codecs and handlers, against a real coordinator. */
class GroupApiTest {

    private static final ConnectionInfo CONNECTION =
            new ConnectionInfo(
                    1,
                    new InetSocketAddress("10.0.0.7", 5000),
                    new InetSocketAddress("10.0.0.1", 9092),
                    "PLAINTEXT",
                    ConnectionInfo.ANONYMOUS);
    private static final String GROUP = "g";
    private static final Uuid UNKNOWN_ID = new Uuid(4, 5);

    private final ManualLane lane = new ManualLane();
    private final ManualTimer time = new ManualTimer();
    private final FakeTopics topics = new FakeTopics().with("t", 2).with("u", 2);
    private final GroupCoordinator coordinator =
            new GroupCoordinator(
                    GroupConfig.DEFAULT,
                    List.of(lane),
                    time,
                    time,
                    new SplittableRandom(1),
                    topics,
                    GroupOverrides.NONE);
    private ClusterImage image = imageWithOffsetsTopic(true);
    private final CoordinatorDirectory directory =
            new CoordinatorDirectory(
                    new ImageSource() {
                        @Override
                        public ClusterImage current() {
                            return image;
                        }

                        @Override
                        public void subscribe(ImageListener listener) {
                            listener.onImage(image, image);
                        }
                    },
                    () -> {
                        image = imageWithOffsetsTopic(true);
                        return CompletableFuture.completedFuture(Map.of());
                    },
                    coordinator,
                    time,
                    time,
                    1);
    private final List<ApiHandler<?, ?>> handlers =
            GroupHandlers.all(coordinator, directory, topics);

    private static ClusterImage imageWithOffsetsTopic(boolean made) {
        return imageWithOffsetsTopic(made ? PartitionImage.created(List.of(1)) : null);
    }

    private static ClusterImage imageWithOffsetsTopic(@Nullable PartitionImage partition) {
        ClusterImage.Builder next =
                ClusterImage.empty("c")
                        .next()
                        .broker(
                                new BrokerRegistration(
                                        1,
                                        1,
                                        List.of(new Endpoint("PLAINTEXT", "PLAINTEXT", "", 9092)),
                                        null,
                                        true));
        if (partition != null) {
            next.topic(
                    new TopicImage(
                            GroupCoordinator.OFFSETS_TOPIC,
                            new Uuid(9, 9),
                            List.of(partition),
                            Map.of()));
        }
        return next.build();
    }

    GroupApiTest() {
        coordinator.onElected(0, 1, new FakeShardLog());
        lane.runAll();
    }

    // --- the wire

    /** Sends a request over its codecs and returns what the client reads. */
    private <R extends ApiMessage> R ask(
            ApiKey api, int version, ApiMessage request, Class<R> type) {
        CompletableFuture<? extends ApiMessage> answer = begin(api, version, request);
        lane.runAll();
        for (int i = 0; i < 40 && !answer.isDone(); i++) {
            time.advance(100);
            lane.runAll();
        }
        assertThat(answer).as("%s v%d", api, version).isDone();
        return type.cast(
                overTheWire(ApiCodecs.response(api).orElseThrow(), answer.join(), version));
    }

    @SuppressWarnings("unchecked") // the handler of an API takes that API's request
    private CompletableFuture<? extends ApiMessage> begin(
            ApiKey api, int version, ApiMessage request) {
        ApiHandler<ApiMessage, ApiMessage> handler =
                (ApiHandler<ApiMessage, ApiMessage>)
                        handlers.stream()
                                .filter(candidate -> candidate.apiKey() == api)
                                .findFirst()
                                .orElseThrow();
        RequestContext context =
                new RequestContext(
                        api, (short) version, 1, "client", CONNECTION, 0, error -> counted++);
        return handler.handle(
                        context,
                        overTheWire(ApiCodecs.request(api).orElseThrow(), request, version))
                .toCompletableFuture();
    }

    private int counted;

    @SuppressWarnings("unchecked") // the codec of an API takes that API's messages
    private static ApiMessage overTheWire(MessageCodec<?> codec, ApiMessage message, int version) {
        MessageCodec<ApiMessage> typed = (MessageCodec<ApiMessage>) codec;
        WireWriter out = new WireWriter();
        typed.write(message, out, (short) version);
        WireReader in = new WireReader(out.toBuffer());
        ApiMessage read = typed.read(in, (short) version);
        assertThat(in.remaining()).isZero();
        return read;
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ByteBuffer subscription() {
        return ByteBuffer.allocate(17)
                .putShort((short) 0)
                .putInt(1)
                .putShort((short) 1)
                .put((byte) 't')
                .putInt(-1)
                .putInt(0)
                .flip();
    }

    // --- requests

    private JoinGroupResponse join(int version, String memberId) {
        return ask(
                ApiKey.JOIN_GROUP,
                version,
                new JoinGroupRequest(
                        GROUP,
                        10_000,
                        version >= 1 ? 60_000 : -1,
                        memberId,
                        null,
                        "consumer",
                        List.of(new JoinGroupRequest.Protocol("range", subscription())),
                        version >= 8 ? "because" : null),
                JoinGroupResponse.class);
    }

    /** Joins as a client of that version does, and syncs. */
    private JoinGroupResponse stable(int version) {
        JoinGroupResponse joined = join(version, "");
        if (version >= 4) {
            assertThat(joined.errorCode()).isEqualTo(ErrorCode.MEMBER_ID_REQUIRED.code());
            joined = join(version, joined.memberId());
        }
        assertThat(joined.errorCode()).isZero();
        sync(Math.min(version, 5), joined);
        return joined;
    }

    private SyncGroupResponse sync(int version, JoinGroupResponse joined) {
        return ask(
                ApiKey.SYNC_GROUP,
                version,
                new SyncGroupRequest(
                        GROUP,
                        joined.generationId(),
                        joined.memberId(),
                        null,
                        version >= 5 ? "consumer" : null,
                        version >= 5 ? "range" : null,
                        List.of(
                                new SyncGroupRequest.Assignment(
                                        joined.memberId(), bytes("yours")))),
                SyncGroupResponse.class);
    }

    private short commit(
            int version,
            String memberId,
            int generation,
            String topic,
            int partition,
            long offset) {
        return commit(
                version,
                memberId,
                generation,
                topic,
                topics.id(topic).orElse(UNKNOWN_ID),
                partition,
                offset);
    }

    private short commit(
            int version,
            String memberId,
            int generation,
            String topic,
            Uuid topicId,
            int partition,
            long offset) {
        OffsetCommitResponse response =
                ask(
                        ApiKey.OFFSET_COMMIT,
                        version,
                        new OffsetCommitRequest(
                                GROUP,
                                version >= 1 ? generation : -1,
                                version >= 1 ? memberId : "",
                                null,
                                -1,
                                List.of(
                                        new OffsetCommitRequest.Topic(
                                                version <= 9 ? topic : "",
                                                version >= 10 ? topicId : Uuid.ZERO,
                                                List.of(
                                                        new OffsetCommitRequest.Partition(
                                                                partition,
                                                                offset,
                                                                version >= 6 ? 7 : -1,
                                                                -1,
                                                                "note"))))),
                        OffsetCommitResponse.class);
        OffsetCommitResponse.Topic answered = response.topics().getFirst();
        assertThat(answered.name()).isEqualTo(version <= 9 ? topic : "");
        assertThat(answered.topicId()).isEqualTo(version >= 10 ? topicId : Uuid.ZERO);
        assertThat(answered.partitions().getFirst().partitionIndex()).isEqualTo(partition);
        return answered.partitions().getFirst().errorCode();
    }

    private OffsetFetchResponse fetch(
            int version, @Nullable List<OffsetFetchRequest.Topic> wanted) {
        return ask(
                ApiKey.OFFSET_FETCH,
                version,
                version <= 7
                        ? new OffsetFetchRequest(GROUP, wanted, List.of(), false)
                        : new OffsetFetchRequest(
                                "",
                                List.of(),
                                List.of(new OffsetFetchRequest.Group(GROUP, null, -1, wanted)),
                                false),
                OffsetFetchResponse.class);
    }

    private OffsetFetchRequest.Topic wanted(int version, String topic, Integer... partitions) {
        return new OffsetFetchRequest.Topic(
                version <= 9 ? topic : "",
                version >= 10 ? topics.id(topic).orElse(UNKNOWN_ID) : Uuid.ZERO,
                List.of(partitions));
    }

    private static List<OffsetFetchResponse.Topic> topicsOf(
            int version, OffsetFetchResponse response) {
        return version <= 7 ? response.topics() : response.groups().getFirst().topics();
    }

    private DescribeGroupsResponse.Group describe(int version, String groupId) {
        return describe(version, groupId, false);
    }

    private DescribeGroupsResponse.Group describe(
            int version, String groupId, boolean generations) {
        return ask(
                        ApiKey.DESCRIBE_GROUPS,
                        version,
                        new DescribeGroupsRequest(List.of(groupId), version >= 3, generations),
                        DescribeGroupsResponse.class)
                .groups()
                .getFirst();
    }

    // --- the matrix

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aMemberOfEveryVersionJoinsAndLives(int version) {
        JoinGroupResponse joined = stable(version);
        assertThat(joined.generationId()).isEqualTo(1);
        assertThat(joined.protocolName()).isEqualTo("range");
        assertThat(joined.protocolType()).isEqualTo(version >= 7 ? "consumer" : null);
        assertThat(joined.leader()).isEqualTo(joined.memberId());
        assertThat(joined.members().getFirst().metadata()).isEqualTo(subscription());
        SyncGroupResponse synced = sync(Math.min(version, 5), joined);
        assertThat(synced.assignment()).isEqualTo(bytes("yours"));
        int beats = Math.min(version, 4);
        HeartbeatRequest beat = new HeartbeatRequest(GROUP, 1, joined.memberId(), null);
        assertThat(ask(ApiKey.HEARTBEAT, beats, beat, HeartbeatResponse.class).errorCode())
                .isZero();
        HeartbeatRequest stale = new HeartbeatRequest(GROUP, 0, joined.memberId(), null);
        assertThat(ask(ApiKey.HEARTBEAT, beats, stale, HeartbeatResponse.class).errorCode())
                .isEqualTo(ErrorCode.ILLEGAL_GENERATION.code());
        assertThat(counted).isEqualTo(version >= 4 ? 2 : 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void aFailedJoinHasTheFormOfItsVersion(int version) {
        JoinGroupResponse refused = join(version, "nobody");
        assertThat(refused.errorCode()).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID.code());
        assertThat(refused.generationId()).isEqualTo(-1);
        assertThat(refused.protocolName()).isEqualTo(version >= 7 ? null : "");
        assertThat(refused.memberId()).isEqualTo("nobody");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void aMemberLeavesInEveryVersion(int version) {
        JoinGroupResponse joined = stable(3);
        LeaveGroupRequest leave =
                version <= 2
                        ? new LeaveGroupRequest(GROUP, joined.memberId(), List.of())
                        : new LeaveGroupRequest(
                                GROUP,
                                "",
                                List.of(
                                        new LeaveGroupRequest.Member(
                                                joined.memberId(), null, null)));
        LeaveGroupResponse left = ask(ApiKey.LEAVE_GROUP, version, leave, LeaveGroupResponse.class);
        assertThat(left.errorCode()).isZero();
        if (version >= 3) {
            assertThat(left.members().getFirst().errorCode()).isZero();
            assertThat(left.members().getFirst().memberId()).isEqualTo(joined.memberId());
        }
        LeaveGroupResponse again =
                ask(ApiKey.LEAVE_GROUP, version, leave, LeaveGroupResponse.class);
        short error = version <= 2 ? again.errorCode() : again.members().getFirst().errorCode();
        assertThat(error).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID.code());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void offsetsAreCommittedAndFetchedInEveryVersion(int version) {
        assertThat(commit(version, "", -1, "t", 1, 42)).isZero();
        assertThat(commit(version, "", -1, "t", 2, 42))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        assertThat(commit(version, "", -1, "absent", 0, 42))
                .isEqualTo(
                        version >= 10
                                ? ErrorCode.UNKNOWN_TOPIC_ID.code()
                                : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        OffsetFetchResponse response = fetch(version, List.of(wanted(version, "t", 1, 0)));
        OffsetFetchResponse.Topic topic = topicsOf(version, response).getFirst();
        assertThat(topic.name()).isEqualTo(version <= 9 ? "t" : "");
        OffsetFetchResponse.Partition found = topic.partitions().getFirst();
        assertThat(found.partitionIndex()).isEqualTo(1);
        assertThat(found.committedOffset()).isEqualTo(42);
        assertThat(found.metadata()).isEqualTo("note");
        assertThat(found.errorCode()).isZero();
        assertThat(found.committedLeaderEpoch()).isEqualTo(version >= 6 ? 7 : -1);
        OffsetFetchResponse.Partition none = topic.partitions().get(1);
        assertThat(none.committedOffset()).isEqualTo(-1);
        assertThat(none.metadata()).isEmpty();
        assertThat(none.errorCode())
                .isEqualTo(version == 0 ? ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code() : 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void aMembersCommitIsCheckedInEveryVersionThatNamesIt(int version) {
        JoinGroupResponse joined = stable(3);
        assertThat(commit(version, joined.memberId(), 1, "t", 0, 1)).isZero();
        assertThat(commit(version, joined.memberId(), 9, "t", 0, 2))
                .isEqualTo(ErrorCode.ILLEGAL_GENERATION.code());
        assertThat(commit(version, "nobody", 1, "t", 0, 2))
                .isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID.code());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9, 10})
    void allOffsetsAreFetchedInEveryVersionThatCanAskForThem(int version) {
        commit(2, "", -1, "t", 0, 1);
        commit(2, "", -1, "u", 1, 2);
        List<OffsetFetchResponse.Topic> all = topicsOf(version, fetch(version, null));
        assertThat(all)
                .extracting(topic -> topic.partitions().getFirst().committedOffset())
                .containsExactlyInAnyOrder(1L, 2L);
        if (version >= 10) {
            assertThat(all)
                    .extracting(OffsetFetchResponse.Topic::topicId)
                    .containsExactlyInAnyOrder(
                            topics.id("t").orElseThrow(), topics.id("u").orElseThrow());
        }
    }

    @Test
    void anUnknownTopicIdIsSaidForItsPartitions() {
        OffsetFetchResponse response = fetch(10, List.of(wanted(10, "absent", 0)));
        OffsetFetchResponse.Topic topic = topicsOf(10, response).getFirst();
        assertThat(topic.topicId()).isEqualTo(UNKNOWN_ID);
        assertThat(topic.partitions().getFirst().errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID.code());
    }

    @Test
    void anOffsetCommittedByNameIsFoundByIdAndTheOtherWayRound() {
        commit(9, "", -1, "t", 0, 5);
        OffsetFetchResponse byId = fetch(10, List.of(wanted(10, "t", 0)));
        assertThat(topicsOf(10, byId).getFirst().partitions().getFirst().committedOffset())
                .isEqualTo(5);
        commit(10, "", -1, "t", 0, 6);
        OffsetFetchResponse byName = fetch(1, List.of(wanted(1, "t", 0)));
        assertThat(topicsOf(1, byName).getFirst().partitions().getFirst().committedOffset())
                .isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 8, 10})
    void aCoordinatorThatIsElsewhereIsSaidWhereTheVersionHasRoom(int version) {
        coordinator.onResigned(0, 1);
        OffsetFetchResponse response = fetch(version, List.of(wanted(version, "t", 0)));
        short error;
        if (version <= 1) {
            error = response.topics().getFirst().partitions().getFirst().errorCode();
        } else {
            error = version <= 7 ? response.errorCode() : response.groups().getFirst().errorCode();
        }
        assertThat(error).isEqualTo(ErrorCode.NOT_COORDINATOR.code());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void aGroupIsDescribedInEveryVersion(int version) {
        JoinGroupResponse joined = stable(3);
        DescribeGroupsResponse.Group group = describe(version, GROUP);
        assertThat(group.errorCode()).isZero();
        assertThat(group.groupState()).isEqualTo("Stable");
        assertThat(group.protocolType()).isEqualTo("consumer");
        assertThat(group.protocolData()).isEqualTo("range");
        assertThat(group.authorizedOperations()).isEqualTo(version >= 3 ? 3400 : Integer.MIN_VALUE);
        DescribeGroupsResponse.Member member = group.members().getFirst();
        assertThat(member.memberId()).isEqualTo(joined.memberId());
        assertThat(member.clientId()).isEqualTo("client");
        assertThat(member.clientHost()).isEqualTo("/10.0.0.7");
        assertThat(member.memberAssignment()).isEqualTo(bytes("yours"));
        DescribeGroupsResponse.Group absent = describe(version, "absent");
        assertThat(absent.groupState()).isEqualTo("Dead");
        assertThat(absent.errorCode())
                .isEqualTo(version >= 6 ? ErrorCode.GROUP_ID_NOT_FOUND.code() : 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void whyAGroupsGenerationsBeganIsForThoseWhoAsk(int version) {
        JoinGroupResponse joined = stable(3);
        assertThat(describe(version, GROUP).generations()).isEmpty();
        DescribeGroupsResponse.Generation first =
                describe(version, GROUP, true).generations().getFirst();
        assertThat(first.generation()).isEqualTo(1);
        assertThat(first.reason()).contains(joined.memberId());
        assertThat(first.members()).isEqualTo(1);
        assertThat(first.joinMs()).isNotNegative();
        assertThat(first.syncMs()).isNotNegative();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void groupsAreListedInEveryVersion(int version) {
        stable(3);
        ListGroupsResponse list = list(version, List.of(), List.of());
        assertThat(list.errorCode()).isZero();
        ListGroupsResponse.Group group = list.groups().getFirst();
        assertThat(group.groupId()).isEqualTo(GROUP);
        assertThat(group.protocolType()).isEqualTo("consumer");
        assertThat(group.groupState()).isEqualTo(version >= 4 ? "Stable" : "");
        assertThat(group.groupType()).isEqualTo(version >= 5 ? "classic" : "");
    }

    private ListGroupsResponse list(int version, List<String> states, List<String> types) {
        return ask(
                ApiKey.LIST_GROUPS,
                version,
                new ListGroupsRequest(states, types),
                ListGroupsResponse.class);
    }

    @Test
    void groupsAreListedByStateAndType() {
        stable(3);
        assertThat(list(4, List.of("stable", "Empty"), List.of()).groups()).hasSize(1);
        assertThat(list(4, List.of("Empty"), List.of()).groups()).isEmpty();
        assertThat(list(5, List.of(), List.of("Classic")).groups()).hasSize(1);
        assertThat(list(5, List.of(), List.of("consumer")).groups()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void groupsAreDeletedInEveryVersion(int version) {
        commit(2, "", -1, "t", 0, 1);
        DeleteGroupsResponse response =
                ask(
                        ApiKey.DELETE_GROUPS,
                        version,
                        new DeleteGroupsRequest(List.of(GROUP, "absent", GROUP)),
                        DeleteGroupsResponse.class);
        assertThat(response.results())
                .extracting(DeleteGroupsResponse.Group::errorCode)
                .containsExactly((short) 0, ErrorCode.GROUP_ID_NOT_FOUND.code());
        assertThat(response.results().get(1).errorMessage() == null).isEqualTo(version < 3);
    }

    @Test
    void offsetsAreDeletedPartitionByPartition() {
        commit(2, "", -1, "t", 0, 1);
        OffsetDeleteRequest request =
                new OffsetDeleteRequest(
                        GROUP,
                        List.of(
                                new OffsetDeleteRequest.Topic(
                                        "t",
                                        List.of(
                                                new OffsetDeleteRequest.Partition(5),
                                                new OffsetDeleteRequest.Partition(0)))));
        OffsetDeleteResponse response =
                ask(ApiKey.OFFSET_DELETE, 0, request, OffsetDeleteResponse.class);
        assertThat(response.errorCode()).isZero();
        assertThat(response.topics().getFirst().partitions())
                .extracting(OffsetDeleteResponse.Partition::errorCode)
                .containsExactly(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code(), (short) 0);
        OffsetFetchResponse left = fetch(1, List.of(wanted(1, "t", 0)));
        assertThat(left.topics().getFirst().partitions().getFirst().committedOffset())
                .isEqualTo(-1);
    }

    // --- the coordinator

    private FindCoordinatorResponse.Coordinator find(int version, int keyType, String key) {
        FindCoordinatorResponse response =
                ask(
                        ApiKey.FIND_COORDINATOR,
                        version,
                        version <= 3
                                ? new FindCoordinatorRequest(key, (byte) keyType, List.of())
                                : new FindCoordinatorRequest("", (byte) keyType, List.of(key)),
                        FindCoordinatorResponse.class);
        return version <= 3
                ? new FindCoordinatorResponse.Coordinator(
                        key,
                        response.nodeId(),
                        response.host(),
                        response.port(),
                        response.errorCode(),
                        response.errorMessage())
                : response.coordinators().getFirst();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void row64theCoordinatorIsFoundInEveryVersion(int version) {
        FindCoordinatorResponse.Coordinator found = find(version, 0, GROUP);
        assertThat(found.errorCode()).isZero();
        assertThat(found.nodeId()).isEqualTo(1);
        assertThat(found.host()).isEqualTo("10.0.0.1");
        assertThat(found.port()).isEqualTo(9092);
        assertThat(found.key()).isEqualTo(GROUP);
    }

    /** All replicas of it may be gone; clients ask again until one of them is back. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void whileItsPartitionHasNoLeaderAGroupHasNoCoordinatorAndIsAskedForAgain(int version) {
        image = imageWithOffsetsTopic(new PartitionImage(List.of(2), List.of(2), -1, 3, 3));
        FindCoordinatorResponse.Coordinator found = find(version, 0, GROUP);
        ErrorCode error = ErrorCode.of(found.errorCode());
        assertThat(error).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(error.retriable()).isTrue();
        assertThat(found.nodeId()).isEqualTo(-1);
        assertThat(found.host()).isEmpty();
        assertThat(found.port()).isEqualTo(-1);
    }

    /** The image of a leader's end comes a moment before that of the next leader. */
    @Test
    void whoeverWasToldThatThereIsNoCoordinatorIsToldOfTheNextOne() {
        image = imageWithOffsetsTopic(new PartitionImage(List.of(1), List.of(1), -1, 3, 3));
        assertThat(find(4, 0, GROUP).nodeId()).isEqualTo(-1);
        image = imageWithOffsetsTopic(new PartitionImage(List.of(1), List.of(1), 1, 4, 4));
        assertThat(find(4, 0, GROUP).nodeId()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 6})
    void transactionsHaveNoCoordinatorYetAndOtherKindsAreUnknown(int version) {
        assertThat(find(version, 1, "tx").errorCode())
                .isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE.code());
        assertThat(find(version, 1, "tx").nodeId()).isEqualTo(-1);
        assertThat(find(version, 7, "x").errorCode()).isEqualTo(ErrorCode.INVALID_REQUEST.code());
    }

    @Test
    void theFirstWhoAsksHasTheOffsetsTopicMade() {
        image = imageWithOffsetsTopic(false);
        assertThat(find(4, 0, GROUP).errorCode()).isZero();
        assertThat(image.topic(GroupCoordinator.OFFSETS_TOPIC)).isPresent();
    }

    @Test
    void theAnswerWaitsForTheShardButNotForEver() {
        coordinator.onResigned(0, 1);
        CompletableFuture<?> found =
                begin(
                        ApiKey.FIND_COORDINATOR,
                        0,
                        new FindCoordinatorRequest(GROUP, (byte) 0, List.of()));
        time.advance(1_900);
        assertThat(found).isNotDone();
        coordinator.onElected(0, 2, new FakeShardLog());
        lane.runAll();
        assertThat(found).isDone();
        coordinator.onResigned(0, 2);
        CompletableFuture<?> late =
                begin(
                        ApiKey.FIND_COORDINATOR,
                        0,
                        new FindCoordinatorRequest(GROUP, (byte) 0, List.of()));
        assertThat(late).isNotDone();
        time.advance(2_100);
        assertThat(late).isDone();
    }

    @Test
    void allVersionsThatAreServedHaveCodecs() {
        HandlerRegistry registry =
                HandlerRegistry.of(
                        handlers,
                        OldVersions.SERVED,
                        ranges -> new ApiVersionsHandler(ranges, "cluster", 1));
        assertThat(registry.ranges()).hasSize(handlers.size() + 1);
    }
}
