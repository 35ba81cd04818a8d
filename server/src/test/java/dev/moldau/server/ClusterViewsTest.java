package dev.moldau.server;

import static dev.moldau.server.ClusterClients.admin;
import static dev.moldau.server.ClusterClients.await;
import static dev.moldau.server.ClusterClients.get;
import static dev.moldau.server.ClusterClients.place;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AlterPartitionRequest;
import dev.moldau.protocol.message.AlterPartitionResponse;
import dev.moldau.protocol.message.ApiVersionsRequest;
import dev.moldau.protocol.message.ApiVersionsResponse;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import dev.moldau.protocol.message.DescribeClusterRequest;
import dev.moldau.protocol.message.DescribeClusterResponse;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.FindCoordinatorResponse;
import dev.moldau.protocol.message.FollowImageRequest;
import dev.moldau.protocol.message.FollowImageResponse;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import dev.moldau.protocol.message.UnregisterBrokerRequest;
import dev.moldau.protocol.message.UnregisterBrokerResponse;
import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Node;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whichever broker of a cluster is asked what the cluster is like, the answer is the same. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterViewsTest {

    /** Clients have a listener, brokers another one. Brokers 1 and 2 share a rack. */
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "listeners",
                    "CLIENTS://127.0.0.1:0,BROKERS://127.0.0.1:0",
                    "listener.security.protocol.map",
                    "CLIENTS:PLAINTEXT,BROKERS:PLAINTEXT",
                    "inter.broker.listener.name",
                    "BROKERS",
                    "offsets.topic.num.partitions",
                    "5");

    private static final int GROUPS = 20;

    /** What only brokers say to each other: AlterPartition, Envelope, producer ids, images. */
    private static final List<ApiKey> AMONG_BROKERS =
            List.of(
                    ApiKey.ALTER_PARTITION,
                    ApiKey.ENVELOPE,
                    ApiKey.ALLOCATE_PRODUCER_IDS,
                    ApiKey.FOLLOW_IMAGE);

    private ClusterUnderTest cluster;
    private Admin admin;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = new ClusterUnderTest(folder, SETTINGS);
        for (int id = 1; id <= 3; id++) {
            start(id);
        }
        admin = admin(cluster);
    }

    private void start(int id) {
        cluster.start(id, Map.of("broker.rack", rack(id)));
    }

    private static String rack(int id) {
        return id < 3 ? "a" : "b";
    }

    @AfterAll
    void stop() {
        admin.close();
        cluster.close();
    }

    private <R extends ApiMessage> R ask(
            int broker, Class<R> answer, ApiKey api, int version, ApiMessage request)
            throws IOException {
        try (BrokerConnection connection =
                new BrokerConnection(cluster.broker(broker).bootstrapServers())) {
            return connection.ask(answer, api, version, request);
        }
    }

    private MetadataResponse metadata(int broker, int version, String topic) throws IOException {
        return ask(broker, MetadataResponse.class, ApiKey.METADATA, version, about(topic));
    }

    private MetadataResponse.Partition partition(int broker, int version, String topic)
            throws IOException {
        return metadata(broker, version, topic).topics().getFirst().partitions().getFirst();
    }

    private static MetadataRequest about(String topic) {
        return new MetadataRequest(
                List.of(new MetadataRequest.Topic(Uuid.ZERO, topic)), true, false, false);
    }

    private int controller() throws Exception {
        return get(admin.describeCluster().controller()).id();
    }

    private int notController() throws Exception {
        return controller() % 3 + 1;
    }

    @Test
    void allBrokersTellTheSameOfTopicsBrokersAndCoordinators() throws Exception {
        get(admin.createTopics(List.of(new NewTopic("same", 6, (short) 3))).all());
        Set<Object> clusters = new HashSet<>();
        Set<Object> topics = new HashSet<>();
        Set<Object> coordinators = new HashSet<>();
        List<String> groups = IntStream.range(0, GROUPS).mapToObj(i -> "group-" + i).toList();
        // The first who asks has the topic of offsets made; here all are.
        List<FindCoordinatorResponse> first = together(broker -> coordinators(broker, groups));
        assertThat(first)
                .allSatisfy(
                        found ->
                                assertThat(found.coordinators())
                                        .allSatisfy(one -> assertThat(one.errorCode()).isZero()));
        for (int broker : cluster.brokers().keySet()) {
            clusters.add(
                    ask(
                            broker,
                            DescribeClusterResponse.class,
                            ApiKey.DESCRIBE_CLUSTER,
                            2,
                            new DescribeClusterRequest(false, (byte) 1, true)));
            topics.add(metadata(broker, 13, "same"));
            FindCoordinatorResponse found = coordinators(broker, groups);
            assertThat(found.coordinators())
                    .allSatisfy(one -> assertThat(one.errorCode()).isZero())
                    .allSatisfy(one -> assertThat(one.nodeId()).isBetween(1, 3));
            coordinators.add(found);
        }
        assertThat(clusters).hasSize(1);
        assertThat(topics).hasSize(1);
        assertThat(coordinators).hasSize(1);
    }

    private FindCoordinatorResponse coordinators(int broker, List<String> groups)
            throws IOException {
        return ask(
                broker,
                FindCoordinatorResponse.class,
                ApiKey.FIND_COORDINATOR,
                6,
                new FindCoordinatorRequest("", (byte) 0, groups));
    }

    private interface Question<T> {
        T ask(int broker) throws Exception;
    }

    /** Asks all brokers at the same time. */
    private <T> List<T> together(Question<T> question) throws Exception {
        List<CompletableFuture<T>> answers = new ArrayList<>();
        for (int broker : cluster.brokers().keySet()) {
            answers.add(
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return question.ask(broker);
                                } catch (Exception e) {
                                    throw new IllegalStateException(e);
                                }
                            },
                            task -> Thread.ofVirtual().start(task)));
        }
        List<T> all = new ArrayList<>();
        for (CompletableFuture<T> answer : answers) {
            all.add(answer.get(60, TimeUnit.SECONDS));
        }
        return all;
    }

    /** One of them makes it, and all answer when it serves. */
    @Test
    void aTopicThatAllBrokersAreAskedForAtOnceIsMadeOnce() throws Exception {
        for (int round = 0; round < 5; round++) {
            String topic = "wanted-" + round;
            List<MetadataResponse> answers = together(broker -> metadata(broker, 13, topic));
            assertThat(answers)
                    .allSatisfy(
                            told -> {
                                assertThat(told.topics().getFirst().errorCode()).isZero();
                                assertThat(told.topics().getFirst().partitions())
                                        .allSatisfy(p -> assertThat(p.leaderId()).isPositive());
                            })
                    .extracting(told -> told.topics().getFirst().topicId())
                    .containsOnly(answers.getFirst().topics().getFirst().topicId());
        }
    }

    @Test
    void eachRackHasAReplicaWhicheverBrokerIsAskedForTheTopic() throws Exception {
        CreateTopicsResponse made =
                ask(
                        notController(),
                        CreateTopicsResponse.class,
                        ApiKey.CREATE_TOPICS,
                        7,
                        creation("racks", 12, 2));
        assertThat(made.topics().getFirst().errorCode()).isZero();
        MetadataResponse.Topic topic = metadata(1, 13, "racks").topics().getFirst();
        assertThat(topic.partitions())
                .hasSize(12)
                .allSatisfy(p -> assertThat(p.replicaNodes()).hasSize(2).contains(3))
                .extracting(MetadataResponse.Partition::leaderId)
                .contains(1, 2, 3);
    }

    @Test
    void moreReplicasThanBrokersAreRefusedWithBothNumbers() throws Exception {
        CreateTopicsResponse answer =
                ask(
                        notController(),
                        CreateTopicsResponse.class,
                        ApiKey.CREATE_TOPICS,
                        7,
                        creation("many", 1, 4));
        CreateTopicsResponse.Topic refused = answer.topics().getFirst();
        assertThat(ErrorCode.of(refused.errorCode()))
                .isEqualTo(ErrorCode.INVALID_REPLICATION_FACTOR);
        assertThat(refused.errorMessage()).contains("is 4", "only 3 broker(s)");
    }

    private static CreateTopicsRequest creation(String name, int partitions, int replicas) {
        return new CreateTopicsRequest(
                List.of(
                        new CreateTopicsRequest.Topic(
                                name, partitions, (short) replicas, List.of(), List.of())),
                30_000,
                false);
    }

    @Test
    void whatBrokersSayAmongThemselvesIsNotServedToClients() throws Exception {
        assertThat(served("CLIENTS")).doesNotContainAnyElementsOf(AMONG_BROKERS);
        assertThat(served("BROKERS")).containsAll(AMONG_BROKERS);
        try (BrokerConnection client = new BrokerConnection(cluster.bootstrap(1, "CLIENTS"))) {
            assertThatThrownBy(
                            () ->
                                    client.ask(
                                            FollowImageResponse.class,
                                            ApiKey.FOLLOW_IMAGE,
                                            0,
                                            new FollowImageRequest(2, 1, 0, 100, List.of())))
                    .isInstanceOf(EOFException.class);
        }
        try (BrokerConnection client = new BrokerConnection(cluster.bootstrap(1, "CLIENTS"))) {
            assertThatThrownBy(
                            () ->
                                    client.ask(
                                            AlterPartitionResponse.class,
                                            ApiKey.ALTER_PARTITION,
                                            3,
                                            new AlterPartitionRequest(1, 1, List.of())))
                    .isInstanceOf(EOFException.class);
        }
    }

    private List<ApiKey> served(String listener) throws IOException {
        try (BrokerConnection connection = new BrokerConnection(cluster.bootstrap(1, listener))) {
            return connection
                    .ask(
                            ApiVersionsResponse.class,
                            ApiKey.API_VERSIONS,
                            4,
                            new ApiVersionsRequest("test", "1", null, -1))
                    .apiKeys()
                    .stream()
                    .map(api -> ApiKey.of(api.apiKey()).orElseThrow())
                    .toList();
        }
    }

    @Test
    void aBrokerThatRunsIsNotTakenOut() throws Exception {
        int other = 6 - controller() - notController();
        for (int asked : cluster.brokers().keySet()) {
            UnregisterBrokerResponse answer =
                    ask(
                            asked,
                            UnregisterBrokerResponse.class,
                            ApiKey.UNREGISTER_BROKER,
                            0,
                            new UnregisterBrokerRequest(other));
            assertThat(ErrorCode.of(answer.errorCode())).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(answer.errorMessage()).contains("Broker " + other, "stop it first");
        }
        UnregisterBrokerResponse nobody =
                ask(
                        1,
                        UnregisterBrokerResponse.class,
                        ApiKey.UNREGISTER_BROKER,
                        0,
                        new UnregisterBrokerRequest(17));
        assertThat(ErrorCode.of(nobody.errorCode())).isEqualTo(ErrorCode.BROKER_ID_NOT_REGISTERED);
    }

    @Test
    void aLeaderThatIsGoneIsToldAsEachVersionCan() throws Exception {
        place(admin, "lonely", List.of(List.of(3)));
        place(admin, "half", List.of(List.of(1, 3)));
        cluster.stop(3);
        try {
            assertThat(get(admin.describeCluster().nodes())).hasSize(2);
            for (int broker : cluster.brokers().keySet()) {
                // Not LISTENER_NOT_FOUND, which says that the leader is there but not for you.
                for (int version = 0; version <= 13; version++) {
                    MetadataResponse told = metadata(broker, version, "lonely");
                    assertThat(told.brokers())
                            .extracting(MetadataResponse.Broker::nodeId)
                            .containsExactlyInAnyOrder(1, 2);
                    checkLeaderless(told.topics().getFirst().partitions().getFirst(), version);
                    checkShrunk(partition(broker, version, "half"), version);
                }
            }
            checkFenced();
        } finally {
            start(3);
        }
        await(
                () ->
                        partition(1, 13, "lonely").errorCode() == 0
                                && partition(1, 13, "half").offlineReplicas().isEmpty());
        assertThat(get(describeWithFenced().nodes())).noneMatch(Node::isFenced);
    }

    private static void checkLeaderless(MetadataResponse.Partition partition, int version) {
        assertThat(ErrorCode.of(partition.errorCode()))
                .as("version %s", version)
                .isEqualTo(ErrorCode.LEADER_NOT_AVAILABLE);
        assertThat(partition.leaderId()).isEqualTo(-1);
        if (version >= 5) {
            assertThat(partition.offlineReplicas()).containsExactly(3);
        }
        if (version >= 7) {
            assertThat(partition.leaderEpoch()).as("FIELD-REPORTS row 34").isNotNegative();
        }
    }

    /** Version 0 names no broker that it does not describe, and says that it left one out. */
    private static void checkShrunk(MetadataResponse.Partition partition, int version) {
        assertThat(partition.leaderId()).as("version %s", version).isEqualTo(1);
        assertThat(partition.isrNodes()).containsExactly(1);
        if (version == 0) {
            assertThat(partition.replicaNodes()).containsExactly(1);
            assertThat(ErrorCode.of(partition.errorCode()))
                    .isEqualTo(ErrorCode.REPLICA_NOT_AVAILABLE);
        } else {
            assertThat(partition.replicaNodes()).containsExactly(1, 3);
            assertThat(partition.errorCode()).as("version %s", version).isZero();
        }
        if (version >= 5) {
            assertThat(partition.offlineReplicas()).containsExactly(3);
        }
    }

    private DescribeClusterResult describeWithFenced() {
        return admin.describeCluster(new DescribeClusterOptions().includeFencedBrokers(true));
    }

    private void checkFenced() throws Exception {
        assertThat(get(describeWithFenced().nodes()))
                .hasSize(3)
                .allSatisfy(node -> assertThat(node.isFenced()).isEqualTo(node.id() == 3))
                .allSatisfy(node -> assertThat(node.rack()).isEqualTo(rack(node.id())));
        for (int broker : cluster.brokers().keySet()) {
            DescribeClusterResponse old =
                    ask(
                            broker,
                            DescribeClusterResponse.class,
                            ApiKey.DESCRIBE_CLUSTER,
                            1,
                            new DescribeClusterRequest(false, (byte) 1, false));
            assertThat(old.brokers()).hasSize(2);
        }
    }

    /** Before a broker has the cluster's image it does not answer at all. */
    @Test
    void whoeverAsksABrokerThatHasJustStartedSeesTheWholeCluster() throws Exception {
        get(admin.createTopics(List.of(new NewTopic("there", 3, (short) 3))).all());
        cluster.stop(2);
        int port = freePort();
        CompletableFuture<MetadataResponse> first =
                CompletableFuture.supplyAsync(() -> firstAnswer("127.0.0.1:" + port));
        cluster.start(
                2,
                Map.of(
                        "broker.rack",
                        rack(2),
                        "listeners",
                        "CLIENTS://127.0.0.1:" + port + ",BROKERS://127.0.0.1:0"));
        MetadataResponse seen = first.get(60, TimeUnit.SECONDS);
        assertThat(seen.brokers())
                .extracting(MetadataResponse.Broker::nodeId)
                .containsExactlyInAnyOrder(1, 2, 3);
        assertThat(seen.controllerId()).isPositive();
        assertThat(seen.topics().getFirst().errorCode()).isZero();
        assertThat(seen.topics().getFirst().partitions())
                .hasSize(3)
                .allSatisfy(p -> assertThat(p.leaderId()).isPositive());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static MetadataResponse firstAnswer(String address) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(50);
        IOException last = new IOException("nobody was asked");
        while (System.nanoTime() < endNs) {
            try (BrokerConnection connection = new BrokerConnection(address)) {
                return connection.ask(MetadataResponse.class, ApiKey.METADATA, 13, about("there"));
            } catch (IOException e) {
                last = e;
                Thread.onSpinWait();
            }
        }
        throw new AssertionError("no answer in time", last);
    }
}
