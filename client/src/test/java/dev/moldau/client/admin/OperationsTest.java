package dev.moldau.client.admin;

import static dev.moldau.client.admin.AdminFixture.failure;
import static dev.moldau.client.admin.AdminFixture.value;
import static dev.moldau.client.scripted.Answers.ID;
import static dev.moldau.client.scripted.Answers.ONE;
import static dev.moldau.client.scripted.Answers.TWO;
import static dev.moldau.client.scripted.Answers.topic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.scripted.Reply;
import dev.moldau.client.scripted.ScriptedNetwork.Request;
import dev.moldau.client.scripted.Wire;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ApiVersionsResponse;
import dev.moldau.protocol.message.ConsumerProtocolAssignment;
import dev.moldau.protocol.message.ConsumerProtocolAssignmentCodec;
import dev.moldau.protocol.message.CreatePartitionsRequest;
import dev.moldau.protocol.message.CreatePartitionsResponse;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.DeleteGroupsResponse;
import dev.moldau.protocol.message.DeleteRecordsRequest;
import dev.moldau.protocol.message.DeleteRecordsResponse;
import dev.moldau.protocol.message.DeleteTopicsRequest;
import dev.moldau.protocol.message.DeleteTopicsResponse;
import dev.moldau.protocol.message.DescribeConfigsRequest;
import dev.moldau.protocol.message.DescribeConfigsResponse;
import dev.moldau.protocol.message.DescribeGroupsResponse;
import dev.moldau.protocol.message.DescribeLogDirsResponse;
import dev.moldau.protocol.message.IncrementalAlterConfigsRequest;
import dev.moldau.protocol.message.IncrementalAlterConfigsResponse;
import dev.moldau.protocol.message.LeaveGroupRequest;
import dev.moldau.protocol.message.LeaveGroupResponse;
import dev.moldau.protocol.message.ListGroupsResponse;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.OffsetCommitRequest;
import dev.moldau.protocol.message.OffsetCommitResponse;
import dev.moldau.protocol.message.OffsetDeleteResponse;
import dev.moldau.protocol.message.OffsetFetchRequest;
import dev.moldau.protocol.message.OffsetFetchResponse;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each operation asks and how it reads the answers. */
class OperationsTest {

    private static final TopicPartition T0 = new TopicPartition("t", 0);
    private static final TopicPartition T1 = new TopicPartition("t", 1);
    private static final Options DEFAULT = Options.DEFAULT;

    private final AdminFixture fixture = new AdminFixture();
    private final LoopAdmin admin = fixture.admin;

    private void answer(ApiKey api, ApiMessage message) {
        fixture.on(api, request -> Reply.of(message));
    }

    private <M> M asked(ApiKey api, Class<M> type) {
        return type.cast(fixture.sent(api).get(0).message());
    }

    @Test
    void createTopicsCarriesReplicasAndSettings() {
        admin.createTopics(
                List.of(new NewTopic("t", -1, -1, Map.of(0, List.of(2, 1)), Map.of("k", "v"))),
                true,
                DEFAULT);
        fixture.loop.advance(10);
        CreateTopicsRequest asked = asked(ApiKey.CREATE_TOPICS, CreateTopicsRequest.class);
        assertThat(asked.validateOnly()).isTrue();
        assertThat(asked.timeoutMs()).isEqualTo(5_000);
        assertThat(asked.topics().get(0).assignments().get(0).brokerIds()).containsExactly(2, 1);
        assertThat(asked.topics().get(0).configs().get(0).value()).isEqualTo("v");
        assertThatThrownBy(() -> new NewTopic("t", 3, 1, Map.of(0, List.of(1)), Map.of()))
                .hasMessageContaining("both numbers are -1");
    }

    @Test
    void deleteTopicsByNameInOldAndNewVersions() {
        answer(
                ApiKey.DELETE_TOPICS,
                new DeleteTopicsResponse(
                        0,
                        List.of(
                                new DeleteTopicsResponse.Topic("t", ID, (short) 0, null),
                                new DeleteTopicsResponse.Topic(
                                        "u",
                                        Uuid.ZERO,
                                        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code(),
                                        null))));
        var outcomes = admin.deleteTopics(List.of("t", "u"));
        fixture.loop.advance(10);
        assertThat(value(outcomes.of("t"))).isEqualTo("t");
        assertThat(failure(outcomes.of("u"))).isInstanceOf(RefusedException.class);
        assertThat(asked(ApiKey.DELETE_TOPICS, DeleteTopicsRequest.class).topics()).hasSize(2);

        fixture.network.highest(ApiKey.DELETE_TOPICS, 3);
        admin.deleteTopics(List.of("t", "u"));
        fixture.loop.advance(10);
        assertThat(
                        ((DeleteTopicsRequest) fixture.sent(ApiKey.DELETE_TOPICS).get(1).message())
                                .topicNames())
                .containsExactly("t", "u");
    }

    @Test
    void deleteTopicsById() {
        answer(
                ApiKey.DELETE_TOPICS,
                new DeleteTopicsResponse(
                        0, List.of(new DeleteTopicsResponse.Topic("t", ID, (short) 0, null))));
        var outcomes = admin.deleteTopicsById(List.of(ID), DEFAULT);
        fixture.loop.advance(10);
        assertThat(value(outcomes.of(ID))).isEqualTo(ID);
        assertThat(asked(ApiKey.DELETE_TOPICS, DeleteTopicsRequest.class).topics().get(0))
                .isEqualTo(new DeleteTopicsRequest.Topic(null, ID));
    }

    @Test
    void listAndDescribeTopics() {
        fixture.topics.put("t", topic("t", ID, 5, 2, -1));
        var listed = admin.listTopics();
        var described = admin.describeTopics(List.of("t", "nothing"));
        fixture.loop.advance(10);
        assertThat(value(listed)).containsOnlyKeys("t");
        TopicDescription description = value(described.of("t"));
        assertThat(description.id()).isEqualTo(ID);
        assertThat(description.partitions().get(0).leader()).isEqualTo(TWO);
        assertThat(description.partitions().get(0).leaderEpoch()).isEqualTo(5);
        assertThat(description.partitions().get(1).leader()).isNull();
        assertThat(failure(described.of("nothing")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("UNKNOWN_TOPIC_OR_PARTITION");
    }

    @Test
    void createPartitions() {
        answer(
                ApiKey.CREATE_PARTITIONS,
                new CreatePartitionsResponse(
                        0, List.of(new CreatePartitionsResponse.Topic("t", (short) 0, null))));
        var outcomes = admin.createPartitions(Map.of("t", new NewPartitions(7)), false, DEFAULT);
        fixture.loop.advance(10);
        assertThat(value(outcomes.of("t"))).isEqualTo(7);
        CreatePartitionsRequest asked =
                asked(ApiKey.CREATE_PARTITIONS, CreatePartitionsRequest.class);
        assertThat(asked.topics().get(0).count()).isEqualTo(7);
        assertThat(asked.topics().get(0).assignments()).isNull();
    }

    @Test
    void deleteRecords() {
        fixture.topics.put("t", topic("t", ID, 5, 2, 2));
        answer(
                ApiKey.DELETE_RECORDS,
                new DeleteRecordsResponse(
                        0,
                        List.of(
                                new DeleteRecordsResponse.Topic(
                                        "t",
                                        List.of(
                                                new DeleteRecordsResponse.Partition(
                                                        0, 40, (short) 0),
                                                new DeleteRecordsResponse.Partition(
                                                        1,
                                                        -1,
                                                        ErrorCode.OFFSET_OUT_OF_RANGE.code()))))));
        var outcomes = admin.deleteRecords(Map.of(T0, 40L, T1, 99L), DEFAULT);
        fixture.loop.advance(20);
        assertThat(value(outcomes.of(T0))).isEqualTo(40);
        assertThat(failure(outcomes.of(T1))).hasMessageContaining("OFFSET_OUT_OF_RANGE");
        assertThat(fixture.sent(ApiKey.DELETE_RECORDS))
                .extracting(Request::node)
                .containsExactly(TWO);
        assertThat(asked(ApiKey.DELETE_RECORDS, DeleteRecordsRequest.class).topics()).hasSize(1);
    }

    @Test
    void listOffsetsAsksForWhatItNeedsOfTheVersion() {
        assertThat(lowest(OffsetSpec.EARLIEST, Isolation.READ_UNCOMMITTED)).isEqualTo(1);
        assertThat(lowest(OffsetSpec.at(5), Isolation.READ_COMMITTED)).isEqualTo(2);
        assertThat(lowest(OffsetSpec.MAX_TIMESTAMP, Isolation.READ_COMMITTED)).isEqualTo(7);
        ListOffsetsRequest request =
                (ListOffsetsRequest)
                        new ListOffsets(Map.of(T0, OffsetSpec.at(5)), Isolation.READ_COMMITTED)
                                .message(List.of(T0), (short) 2, 1_000);
        assertThat(request.isolationLevel()).isEqualTo((byte) 1);
        assertThat(request.topics().get(0).partitions().get(0).timestamp()).isEqualTo(5);
        assertThatThrownBy(() -> OffsetSpec.at(-1)).hasMessageContaining("negative");
    }

    private static int lowest(OffsetSpec spec, Isolation isolation) {
        return new ListOffsets(Map.of(T0, spec), isolation).lowestVersion();
    }

    @Test
    void settingsAreAskedOfTheBrokerConcernedOrOfAny() {
        fixture.on(
                ApiKey.DESCRIBE_CONFIGS,
                request ->
                        Reply.of(
                                new DescribeConfigsResponse(
                                        0,
                                        ((DescribeConfigsRequest) request.message())
                                                .resources().stream()
                                                        .map(OperationsTest::settings)
                                                        .toList())));
        ConfigResource topic = ConfigResource.topic("2");
        ConfigResource broker = ConfigResource.broker(2);
        var outcomes = admin.describeConfigs(List.of(topic, broker));
        fixture.loop.advance(20);
        assertThat(value(outcomes.of(topic)).get("k"))
                .isEqualTo(
                        new ConfigSetting(
                                "k",
                                "2 of 2",
                                ConfigSetting.Source.BROKER_FILE,
                                true,
                                false,
                                "what it is"));
        assertThat(fixture.sent(ApiKey.DESCRIBE_CONFIGS))
                .anySatisfy(request -> assertThat(request.node()).isEqualTo(TWO));

        fixture.network.highest(ApiKey.DESCRIBE_CONFIGS, 0);
        var old = admin.describeConfigs(List.of(topic));
        fixture.loop.advance(20);
        assertThat(value(old.of(topic)).values())
                .extracting(ConfigSetting::source)
                .containsExactly(ConfigSetting.Source.BUILT_IN_DEFAULT);
        assertThatThrownBy(() -> new ConfigResource(ConfigResource.Type.BROKER, "x"))
                .isInstanceOf(NumberFormatException.class);
    }

    private static DescribeConfigsResponse.Result settings(
            DescribeConfigsRequest.Resource resource) {
        return new DescribeConfigsResponse.Result(
                (short) 0,
                null,
                resource.resourceType(),
                resource.resourceName(),
                List.of(
                        new DescribeConfigsResponse.Config(
                                "k",
                                resource.resourceType() + " of " + resource.resourceName(),
                                true,
                                true,
                                (byte) 4,
                                false,
                                List.of(),
                                (byte) 2,
                                "what it is")));
    }

    @Test
    void changesOfSettingsGoToTheBrokerConcernedOrTheController() {
        fixture.on(
                ApiKey.INCREMENTAL_ALTER_CONFIGS,
                request ->
                        Reply.of(
                                new IncrementalAlterConfigsResponse(
                                        0,
                                        ((IncrementalAlterConfigsRequest) request.message())
                                                .resources().stream()
                                                        .map(
                                                                resource ->
                                                                        new IncrementalAlterConfigsResponse
                                                                                .Resource(
                                                                                (short) 0,
                                                                                null,
                                                                                resource
                                                                                        .resourceType(),
                                                                                resource
                                                                                        .resourceName()))
                                                        .toList())));
        var outcomes =
                admin.incrementalAlterConfigs(
                        Map.of(
                                ConfigResource.topic("t"),
                                List.of(ConfigChange.set("k", "v"), ConfigChange.remove("l")),
                                ConfigResource.broker(2),
                                List.of(ConfigChange.set("k", "v"))),
                        false,
                        DEFAULT);
        fixture.loop.advance(20);
        assertThat(value(outcomes.all())).hasSize(2);
        assertThat(fixture.sent(ApiKey.INCREMENTAL_ALTER_CONFIGS))
                .extracting(Request::node)
                .containsExactlyInAnyOrder(ONE, TWO);
        assertThatThrownBy(() -> new ConfigChange("k", ConfigChange.Kind.SET, null))
                .hasMessageContaining("needs a value");
    }

    @Test
    void describeCluster() {
        var cluster = admin.describeCluster();
        fixture.loop.advance(10);
        assertThat(value(cluster).controller()).isEqualTo(ONE);
        assertThat(value(cluster).brokers()).containsExactlyInAnyOrder(ONE, TWO);
        assertThat(value(cluster).clusterId()).isEqualTo("cluster");
    }

    @Test
    void describeLogDirs() {
        answer(
                ApiKey.DESCRIBE_LOG_DIRS,
                new DescribeLogDirsResponse(
                        0,
                        (short) 0,
                        List.of(
                                new DescribeLogDirsResponse.LogDir(
                                        (short) 0,
                                        "/data",
                                        List.of(
                                                new DescribeLogDirsResponse.Topic(
                                                        "t",
                                                        List.of(
                                                                new DescribeLogDirsResponse
                                                                        .Partition(
                                                                        1, 77, 0, false)))),
                                        100,
                                        50,
                                        false))));
        var dirs = admin.describeLogDirs(List.of(2), DEFAULT);
        fixture.loop.advance(10);
        assertThat(value(dirs.of(2)).get(0).replicas().get(T1))
                .isEqualTo(new LogDir.Replica(77, 0, false));
        assertThat(value(dirs.of(2)).get(0).usableBytes()).isEqualTo(50);
    }

    @Test
    void listGroupsGathersThoseOfAllBrokers() {
        fixture.on(
                ApiKey.LIST_GROUPS,
                request ->
                        Reply.of(
                                new ListGroupsResponse(
                                        0,
                                        (short) 0,
                                        List.of(
                                                new ListGroupsResponse.Group(
                                                        "g" + request.node().id(),
                                                        "consumer",
                                                        "Stable",
                                                        "classic")))));
        var groups = admin.listGroups();
        fixture.loop.advance(20);
        assertThat(value(groups))
                .extracting(GroupListing::id)
                .containsExactlyInAnyOrder("g1", "g2");
    }

    @Test
    void describeGroupsReadsTheAssignmentsOfConsumersAndKnowsDeadGroups() {
        WireWriter out = new WireWriter();
        out.writeInt16((short) 1);
        ConsumerProtocolAssignmentCodec.INSTANCE.write(
                new ConsumerProtocolAssignment(
                        List.of(new ConsumerProtocolAssignment.TopicPartitions("t", List.of(0, 1))),
                        null),
                out,
                (short) 1);
        fixture.coordinators.put("g", 1);
        fixture.coordinators.put("dead", 1);
        fixture.network.highest(ApiKey.CONSUMER_GROUP_DESCRIBE, -1);
        answer(
                ApiKey.DESCRIBE_GROUPS,
                new DescribeGroupsResponse(
                        0,
                        List.of(
                                new DescribeGroupsResponse.Group(
                                        (short) 0,
                                        null,
                                        "g",
                                        "Stable",
                                        "consumer",
                                        "range",
                                        List.of(
                                                member("m1", out.toBuffer()),
                                                member("m2", ByteBuffer.wrap(new byte[] {0, 1, 9})),
                                                member("m3", ByteBuffer.allocate(0))),
                                        0,
                                        List.of()),
                                new DescribeGroupsResponse.Group(
                                        (short) 0, null, "dead", "Dead", "", "", List.of(), 0,
                                        List.of()))));
        var outcomes = admin.describeGroups(List.of("g", "dead"));
        fixture.loop.advance(20);
        GroupDescription group = value(outcomes.of("g"));
        assertThat(group.members().get(0).partitions()).containsExactly(T0, T1);
        assertThat(group.members().get(1).partitions()).isEmpty();
        assertThat(group.members().get(2).partitions()).isEmpty();
        assertThat(failure(outcomes.of("dead"))).hasMessageContaining("GROUP_ID_NOT_FOUND");
        assertThat(fixture.sent(ApiKey.DESCRIBE_GROUPS)).hasSize(1);
    }

    private static DescribeGroupsResponse.Member member(String id, ByteBuffer assignment) {
        return new DescribeGroupsResponse.Member(
                id, null, "client", "/host", ByteBuffer.allocate(0), assignment);
    }

    @Test
    void deleteGroups() {
        fixture.coordinators.put("g", 1);
        fixture.coordinators.put("h", 1);
        answer(
                ApiKey.DELETE_GROUPS,
                new DeleteGroupsResponse(
                        0,
                        List.of(
                                new DeleteGroupsResponse.Group("g", (short) 0, null),
                                new DeleteGroupsResponse.Group(
                                        "h", ErrorCode.NON_EMPTY_GROUP.code(), null))));
        var outcomes = admin.deleteGroups(List.of("g", "h"), DEFAULT);
        fixture.loop.advance(20);
        assertThat(value(outcomes.of("g"))).isEqualTo("g");
        assertThat(failure(outcomes.of("h"))).hasMessageContaining("NON_EMPTY_GROUP");
    }

    @Test
    void removeMembersByIdAndByStaticName() {
        fixture.coordinators.put("g", 1);
        MemberToRemove byId = MemberToRemove.byId("m");
        MemberToRemove byName = MemberToRemove.byInstance("static");
        answer(
                ApiKey.LEAVE_GROUP,
                new LeaveGroupResponse(
                        0,
                        (short) 0,
                        List.of(
                                new LeaveGroupResponse.Member("m", null, (short) 0),
                                new LeaveGroupResponse.Member(
                                        "id-of-static",
                                        "static",
                                        ErrorCode.UNKNOWN_MEMBER_ID.code()))));
        var outcomes = admin.removeMembers("g", List.of(byId, byName), DEFAULT);
        fixture.loop.advance(20);
        assertThat(value(outcomes.of(byId))).isEqualTo(byId);
        assertThat(failure(outcomes.of(byName))).hasMessageContaining("UNKNOWN_MEMBER_ID");
        assertThat(asked(ApiKey.LEAVE_GROUP, LeaveGroupRequest.class).members()).hasSize(2);
    }

    @Test
    void listGroupOffsetsInOldAndNewVersions() {
        fixture.coordinators.put("g", 2);
        List<OffsetFetchResponse.Topic> topics =
                List.of(
                        new OffsetFetchResponse.Topic(
                                "t",
                                Uuid.ZERO,
                                List.of(
                                        new OffsetFetchResponse.Partition(
                                                0, 12, 3, "note", (short) 0),
                                        OffsetFetchResponse.Partition.none(1))));
        fixture.on(
                ApiKey.OFFSET_FETCH,
                request ->
                        Reply.of(
                                request.version() >= 8
                                        ? new OffsetFetchResponse(
                                                0,
                                                List.of(),
                                                (short) 0,
                                                List.of(
                                                        new OffsetFetchResponse.Group(
                                                                "g", topics, (short) 0)))
                                        : new OffsetFetchResponse(
                                                0, topics, (short) 0, List.of())));
        var newer = admin.listGroupOffsets("g", DEFAULT);
        fixture.loop.advance(20);
        fixture.network.highest(ApiKey.OFFSET_FETCH, 5);
        var older = admin.listGroupOffsets("g", DEFAULT);
        fixture.loop.advance(20);
        assertThat(value(newer)).isEqualTo(Map.of(T0, new CommittedOffset(12, 3, "note")));
        assertThat(value(older)).isEqualTo(value(newer));
        assertThat(
                        ((OffsetFetchRequest) fixture.sent(ApiKey.OFFSET_FETCH).get(1).message())
                                .topics())
                .isNull();
    }

    @Test
    void alterAndDeleteGroupOffsets() {
        fixture.coordinators.put("g", 2);
        answer(
                ApiKey.OFFSET_COMMIT,
                new OffsetCommitResponse(
                        0,
                        List.of(
                                new OffsetCommitResponse.Topic(
                                        "t",
                                        Uuid.ZERO,
                                        List.of(
                                                new OffsetCommitResponse.Partition(0, (short) 0),
                                                new OffsetCommitResponse.Partition(
                                                        1, ErrorCode.UNKNOWN_MEMBER_ID.code()))))));
        var altered =
                admin.alterGroupOffsets(
                        "g",
                        Map.of(T0, new CommittedOffset(5, 2, "x"), T1, new CommittedOffset(6)),
                        DEFAULT);
        answer(
                ApiKey.OFFSET_DELETE,
                new OffsetDeleteResponse(ErrorCode.GROUP_ID_NOT_FOUND.code(), 0, List.of()));
        var deleted = admin.deleteGroupOffsets("g", List.of(T0), DEFAULT);
        fixture.loop.advance(20);
        assertThat(value(altered.of(T0))).isEqualTo(T0);
        assertThat(failure(altered.of(T1))).hasMessageContaining("UNKNOWN_MEMBER_ID");
        assertThat(failure(deleted.of(T0))).hasMessageContaining("GROUP_ID_NOT_FOUND");
        OffsetCommitRequest asked = asked(ApiKey.OFFSET_COMMIT, OffsetCommitRequest.class);
        assertThat(asked.topics().get(0).partitions())
                .anySatisfy(
                        partition -> {
                            assertThat(partition.committedOffset()).isEqualTo(5);
                            assertThat(partition.committedLeaderEpoch()).isEqualTo(2);
                        });
        assertThatThrownBy(() -> new CommittedOffset(-1)).hasMessageContaining("negative");
    }

    @Test
    void featuresAndVersions() {
        answer(
                ApiKey.API_VERSIONS,
                new ApiVersionsResponse(
                        (short) 0,
                        List.of(
                                new ApiVersionsResponse.Api((short) 3, (short) 0, (short) 13),
                                new ApiVersionsResponse.Api((short) 9999, (short) 0, (short) 1)),
                        0,
                        List.of(
                                new ApiVersionsResponse.SupportedFeature(
                                        "f", (short) 0, (short) 3)),
                        12,
                        List.of(
                                new ApiVersionsResponse.FinalizedFeature(
                                        "f", (short) 2, (short) 1)),
                        false));
        var features = admin.describeFeatures(DEFAULT);
        var versions = admin.describeApiVersions(List.of(2), DEFAULT);
        fixture.loop.advance(20);
        assertThat(value(features).finalized()).isEqualTo(Map.of("f", new Features.Levels(1, 2)));
        assertThat(value(features).supported()).isEqualTo(Map.of("f", new Features.Levels(0, 3)));
        assertThat(value(versions.of(2)))
                .isEqualTo(Map.of(ApiKey.METADATA, new Features.Levels(0, 13)));
    }

    static Stream<Operation<?, ?, ?>> operations() {
        return Stream.of(
                new CreateTopics(Map.of("t", new NewTopic("t", 1, 1)), false),
                new CreateTopics(Map.of("t", new NewTopic("t", 1, 1)), true),
                new DeleteTopics(),
                new DeleteTopicsById(),
                new ListTopics(),
                new DescribeTopics(),
                new CreatePartitions(Map.of("t", new NewPartitions(2, List.of(List.of(1)))), true),
                new DeleteRecords(Map.of(T0, 5L)),
                new ListOffsets(Map.of(T0, OffsetSpec.LATEST), Isolation.READ_UNCOMMITTED),
                new ListOffsets(Map.of(T0, OffsetSpec.LATEST), Isolation.READ_COMMITTED),
                new ListOffsets(Map.of(T0, OffsetSpec.MAX_TIMESTAMP), Isolation.READ_COMMITTED),
                new DescribeConfigs(),
                new IncrementalAlterConfigs(
                        Map.of(ConfigResource.topic("t"), List.of(ConfigChange.remove("k"))), true),
                new DescribeCluster(),
                new DescribeLogDirs(),
                new ListGroups(GroupFilter.ALL),
                new ListGroups(new GroupFilter(Set.of("Stable"), Set.of("classic"))),
                new DescribeGroups(),
                new DescribeConsumerGroups(),
                new DeleteGroups(),
                new RemoveMembers("g"),
                new ListGroupOffsets(),
                new AlterGroupOffsets("g", Map.of(T0, new CommittedOffset(5))),
                new DeleteGroupOffsets("g"),
                new DescribeFeatures(),
                new DescribeApiVersions());
    }

    @ParameterizedTest
    @MethodSource("operations")
    void everyVersionInItsRangeCanCarryTheRequest(Operation<?, ?, ?> operation) {
        for (short version = operation.lowestVersion();
                version <= operation.highestVersion();
                version++) {
            assertThat(Wire.request(operation.api(), version, message(operation, version)))
                    .as(operation.name() + " " + version)
                    .isNotNull();
        }
        assertThat(operation.highestVersion())
                .isLessThanOrEqualTo((short) Wire.highest(operation.api()));
    }

    @SuppressWarnings("unchecked")
    private static <K> ApiMessage message(Operation<K, ?, ?> operation, short version) {
        Object key;
        if (operation instanceof DeleteTopicsById) {
            key = ID;
        } else if (operation instanceof DescribeConfigs
                || operation instanceof IncrementalAlterConfigs) {
            key = ConfigResource.topic("t");
        } else if (operation instanceof RemoveMembers) {
            key = MemberToRemove.byInstance("static");
        } else if (operation instanceof DescribeLogDirs
                || operation instanceof ListGroups
                || operation instanceof DescribeApiVersions) {
            key = 1;
        } else if (operation instanceof DeleteRecords
                || operation instanceof ListOffsets
                || operation instanceof AlterGroupOffsets
                || operation instanceof DeleteGroupOffsets) {
            key = T0;
        } else {
            key = "t";
        }
        return operation.message(List.of((K) key), version, 1_000);
    }
}
