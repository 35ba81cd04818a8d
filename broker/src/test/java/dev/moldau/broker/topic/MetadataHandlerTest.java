package dev.moldau.broker.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeClusterRequest;
import dev.moldau.protocol.message.DescribeClusterResponse;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataHandlerTest {

    @TempDir Path folder;
    private TopicApiFixture fixture;

    @BeforeEach
    void begin() {
        fixture = new TopicApiFixture(folder, Map.of("num.partitions", "3"));
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    private static MetadataRequest.Topic named(@Nullable String name) {
        return new MetadataRequest.Topic(Uuid.ZERO, name);
    }

    private static MetadataRequest request(
            boolean autoCreate, MetadataRequest.Topic @Nullable ... topics) {
        return new MetadataRequest(
                topics == null ? null : List.of(topics), autoCreate, false, false);
    }

    private static MetadataRequest all(boolean autoCreate) {
        return new MetadataRequest(null, autoCreate, false, false);
    }

    private MetadataResponse ask(int version, MetadataRequest request) {
        return fixture.ask(ApiKey.METADATA, version, request, MetadataResponse.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
    void everyVersionDescribesBrokersTopicsAndPartitions(int version) {
        fixture.create("t", 2);
        MetadataResponse response = ask(version, request(true, named("t")));
        assertThat(response.brokers())
                .containsExactly(
                        new MetadataResponse.Broker(
                                1, "192.0.2.1", 9092, version >= 1 ? "rack-a" : null));
        MetadataResponse.Topic topic = response.topics().getFirst();
        assertThat(topic.errorCode()).isZero();
        assertThat(topic.name()).isEqualTo("t");
        assertThat(topic.partitions()).hasSize(2);
        assertThat(topic.partitions())
                .allSatisfy(
                        p -> {
                            assertThat(p.leaderId()).isEqualTo(1);
                            assertThat(p.leaderEpoch()).isEqualTo(version >= 7 ? 0 : -1);
                            assertThat(p.isrNodes()).containsExactly(1);
                        });
        assertThat(response.controllerId()).isEqualTo(version >= 1 ? 1 : -1);
        assertThat(response.clusterId())
                .isEqualTo(version >= 2 ? fixture.image().clusterId() : null);
        if (version >= 10) {
            assertThat(topic.topicId()).isEqualTo(fixture.image().topic("t").orElseThrow().id());
        }
        assertThat(topic.topicAuthorizedOperations()).isEqualTo(Integer.MIN_VALUE);
    }

    @Test
    void anEmptyListMeansAllTopicsInVersionZeroAndNoneLater() {
        fixture.create("a", 1);
        fixture.create("b", 1);
        assertThat(ask(0, request(true)).topics()).hasSize(2);
        assertThat(ask(1, request(true)).topics()).isEmpty();
        assertThat(ask(1, all(true)).topics()).hasSize(2);
        assertThat(ask(13, all(true)).topics()).hasSize(2);
        assertThat(ask(13, request(true)).topics()).isEmpty();
    }

    @Test
    void aClientIsToldTheAddressOfTheListenerItCameBy() {
        MetadataResponse outside =
                fixture.ask(ApiKey.METADATA, 5, request(true), MetadataResponse.class, "OUTSIDE");
        assertThat(outside.brokers().getFirst().host()).isEqualTo("kafka.example");
        assertThat(outside.brokers().getFirst().port()).isEqualTo(9);
    }

    /** FIELD-REPORTS 57: of every broker, not only of the one that answers. */
    @Test
    void allBrokersAreToldByTheListenerTheClientCameBy() {
        register(2, new Endpoint("PLAINTEXT", "PLAINTEXT", "10.0.0.2", 9092));
        register(
                3,
                new Endpoint("PLAINTEXT", "PLAINTEXT", "10.0.0.3", 9092),
                new Endpoint("OUTSIDE", "PLAINTEXT", "kafka3.example", 10));
        for (ApiKey api : List.of(ApiKey.METADATA, ApiKey.DESCRIBE_CLUSTER)) {
            assertThat(addresses(api, "PLAINTEXT"))
                    .containsExactly("192.0.2.1:9092", "10.0.0.2:9092", "10.0.0.3:9092");
            assertThat(addresses(api, "OUTSIDE"))
                    .as("the second broker has no such listener")
                    .containsExactly("kafka.example:9", "kafka3.example:10");
        }
    }

    private void register(int id, Endpoint... endpoints) {
        fixture.cluster.submit(new RegisterBroker(id, List.of(endpoints), null)).join();
    }

    private List<String> addresses(ApiKey api, String listener) {
        if (api == ApiKey.METADATA) {
            return fixture
                    .ask(api, 5, request(true), MetadataResponse.class, listener)
                    .brokers()
                    .stream()
                    .map(broker -> broker.host() + ":" + broker.port())
                    .toList();
        }
        DescribeClusterRequest request = new DescribeClusterRequest(false, (byte) 1, false);
        return fixture
                .ask(api, 1, request, DescribeClusterResponse.class, listener)
                .brokers()
                .stream()
                .map(broker -> broker.host() + ":" + broker.port())
                .toList();
    }

    /** FIELD-REPORTS 57: an address nobody configured is the one the client has just reached. */
    @Test
    void withoutAnAdvertisedHostTheClientIsToldTheAddressItReached() {
        assertThat(ask(5, request(true)).brokers().getFirst().host()).isEqualTo("192.0.2.1");
    }

    @Test
    void throughAListenerThatTheLeaderLacksPartitionsHaveNoLeader() {
        fixture.create("t", 1);
        for (int version : new int[] {5, 6}) {
            MetadataResponse response =
                    fixture.ask(
                            ApiKey.METADATA,
                            version,
                            request(true, named("t")),
                            MetadataResponse.class,
                            "ELSEWHERE");
            MetadataResponse.Partition partition =
                    response.topics().getFirst().partitions().getFirst();
            assertThat(partition.leaderId()).isEqualTo(-1);
            assertThat(partition.errorCode())
                    .isEqualTo(
                            (version < 6
                                            ? ErrorCode.LEADER_NOT_AVAILABLE
                                            : ErrorCode.LISTENER_NOT_FOUND)
                                    .code());
        }
    }

    @Test
    void anUnknownTopicIsMadeAndServesWhenTheAnswerComes() {
        fixture.readiness.immediately = false;
        CompletableFuture<MetadataResponse> answer =
                fixture.start(
                        ApiKey.METADATA,
                        4,
                        request(true, named("new")),
                        MetadataResponse.class,
                        "PLAINTEXT");
        assertThat(answer).isNotDone();
        assertThat(fixture.readiness.asked).containsExactly("serving new");
        fixture.readiness.waiting.getFirst().complete(null);
        assertThat(answer.join().topics().getFirst().errorCode()).isZero();
        assertThat(answer.join().topics().getFirst().partitions()).hasSize(3);
        assertThat(fixture.timer.size()).isZero();
    }

    @Test
    void aTopicIsNotMadeWhenTheClientOrTheBrokerForbidsIt() throws Exception {
        MetadataResponse response = ask(13, request(false, named("new")));
        assertThat(response.topics().getFirst().errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        fixture.close();
        fixture = new TopicApiFixture(folder, Map.of("auto.create.topics.enable", "false"));
        assertThat(ask(0, request(true, named("new"))).topics().getFirst().errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        assertThat(fixture.image().topics()).isEmpty();
        assertThat(fixture.counted).contains(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    @Test
    void aNameThatNoTopicCanHaveIsRefusedAndNotMade() {
        for (String name : List.of("a b", "", ".", "x".repeat(250))) {
            assertThat(ask(9, request(true, named(name))).topics().getFirst().errorCode())
                    .isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION.code());
        }
        assertThat(fixture.image().topics()).isEmpty();
    }

    @Test
    void aTopicThatWouldCollideIsRefusedWithTheReasonsCode() {
        fixture.create("a.b", 1);
        assertThat(ask(9, request(true, named("a_b"))).topics().getFirst().errorCode())
                .isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION.code());
    }

    @Test
    void topicsAreFoundByIdFromVersion12On() {
        fixture.create("t", 1);
        Uuid id = fixture.image().topic("t").orElseThrow().id();
        MetadataResponse.Topic found =
                ask(12, request(true, new MetadataRequest.Topic(id, null))).topics().getFirst();
        assertThat(found.name()).isEqualTo("t");
        Uuid other = new Uuid(1, 2);
        MetadataResponse.Topic unknown =
                ask(12, request(true, new MetadataRequest.Topic(other, null))).topics().getFirst();
        assertThat(unknown.errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID.code());
        assertThat(unknown.topicId()).isEqualTo(other);
        assertThat(unknown.name()).isNull();
        for (int version : new int[] {10, 11}) {
            assertThat(
                            ask(version, request(true, new MetadataRequest.Topic(id, null)))
                                    .topics()
                                    .getFirst()
                                    .errorCode())
                    .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        }
    }

    @Test
    void internalTopicsAreMadeWithTheirOwnSettings() {
        MetadataResponse.Topic offsets =
                ask(9, request(true, named("__consumer_offsets"))).topics().getFirst();
        assertThat(offsets.isInternal()).isTrue();
        assertThat(offsets.partitions()).hasSize(50);
        assertThat(fixture.image().topic("__consumer_offsets").orElseThrow().configs())
                .containsEntry("cleanup.policy", "compact")
                .containsEntry("segment.bytes", "104857600");
        ask(9, request(true, named("__transaction_state")));
        assertThat(fixture.image().topic("__transaction_state").orElseThrow().configs())
                .containsEntry("min.insync.replicas", "1");
    }

    @Test
    void whoAsksIsToldThatEverythingIsAllowed() {
        fixture.create("t", 1);
        MetadataRequest request = new MetadataRequest(List.of(named("t")), true, true, true);
        MetadataResponse response = ask(8, request);
        assertThat(response.topics().getFirst().topicAuthorizedOperations()).isEqualTo(3_576);
        assertThat(response.clusterAuthorizedOperations()).isEqualTo(8_096);
    }

    @Test
    void aControllerThatHasStoppedLeavesTheTopicUnknownSoThatClientsAskAgain() {
        fixture.cluster.close();
        assertThat(ask(9, request(true, named("new"))).topics().getFirst().errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
    }
}
