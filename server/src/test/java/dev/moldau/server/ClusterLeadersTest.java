package dev.moldau.server;

import static dev.moldau.server.ClusterClients.admin;
import static dev.moldau.server.ClusterClients.await;
import static dev.moldau.server.ClusterClients.get;
import static dev.moldau.server.ClusterClients.place;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.serialization.ByteArrayDeserializer;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import dev.moldau.protocol.message.OffsetForLeaderEpochRequest;
import dev.moldau.protocol.message.OffsetForLeaderEpochResponse;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.MemoryRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What brokers say to whoever comes with records to one that does not lead, in each version. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterLeadersTest {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final short NOT_LEADER = ErrorCode.NOT_LEADER_OR_FOLLOWER.code();

    private ClusterUnderTest cluster;
    private Admin admin;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster =
                new ClusterUnderTest(
                        folder, Map.of("replica.selector.class", "RackAwareReplicaSelector"));
        for (int id = 1; id <= 3; id++) {
            start(id);
        }
        admin = admin(cluster);
    }

    private void start(int id) {
        cluster.start(id, Map.of("broker.rack", "rack-" + id));
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

    private Uuid id(String topic) throws Exception {
        org.apache.kafka.common.Uuid id = ClusterClients.describe(admin, topic).topicId();
        return new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    private static ByteBuffer batch() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(200);
        try (Codecs codecs = new Codecs()) {
            BatchWriter writer = new BatchWriter(codecs).begin(bytes, BatchSettings.PLAIN);
            writer.append(1_700_000_000_000L, null, ByteBuffer.wrap(new byte[] {1}), List.of());
            writer.finish();
        }
        return bytes.flip();
    }

    private ProduceResponse produce(int broker, int version, String topic, Uuid id)
            throws IOException {
        return ask(
                broker,
                ProduceResponse.class,
                ApiKey.PRODUCE,
                version,
                new ProduceRequest(
                        null,
                        (short) -1,
                        20_000,
                        List.of(
                                new ProduceRequest.Topic(
                                        topic,
                                        id,
                                        List.of(
                                                new ProduceRequest.Partition(
                                                        0, new MemoryRecords(batch())))))));
    }

    private ErrorCode produceError(int broker, String topic, Uuid id) throws IOException {
        return ErrorCode.of(
                produce(broker, 13, topic, id)
                        .responses()
                        .getFirst()
                        .partitionResponses()
                        .getFirst()
                        .errorCode());
    }

    private FetchResponse fetch(int broker, int version, String topic, Uuid id) throws IOException {
        FetchRequest.Partition partition =
                new FetchRequest.Partition(0, -1, 0, -1, -1, 1_000, Uuid.ZERO, Long.MAX_VALUE);
        return ask(
                broker,
                FetchResponse.class,
                ApiKey.FETCH,
                version,
                new FetchRequest(
                        null,
                        -1,
                        FetchRequest.Replica.CLIENT,
                        0,
                        1,
                        1_000,
                        (byte) 0,
                        0,
                        -1,
                        List.of(new FetchRequest.Topic(topic, id, List.of(partition))),
                        List.of(),
                        ""));
    }

    /** Broker 2 follows, broker 3 has nothing of the partition: both know who leads. */
    @Test
    void whoeverProducesToAnotherBrokerIsToldWhoLeads() throws Exception {
        place(admin, "p", List.of(List.of(1, 2)));
        Uuid id = id("p");
        for (int broker : List.of(2, 3)) {
            for (int version = 3; version <= 13; version++) {
                ProduceResponse answer = produce(broker, version, "p", id);
                ProduceResponse.Partition refused =
                        answer.responses().getFirst().partitionResponses().getFirst();
                assertThat(refused.errorCode()).as("version %s", version).isEqualTo(NOT_LEADER);
                assertThat(refused.baseOffset()).isEqualTo(-1);
                // Since version 10 (KIP-951).
                assertThat(refused.currentLeader().leaderId()).isEqualTo(version < 10 ? -1 : 1);
                assertThat(refused.currentLeader().leaderEpoch() >= 0).isEqualTo(version >= 10);
                assertThat(answer.nodeEndpoints())
                        .extracting(e -> e.nodeId() + "@" + e.host() + ":" + e.port())
                        .isEqualTo(version < 10 ? List.of() : List.of("1@" + address(1)));
            }
        }
        assertThat(produceError(1, "p", id)).isEqualTo(ErrorCode.NONE);
    }

    private String address(int broker) {
        return cluster.broker(broker).bootstrapServers();
    }

    @Test
    void whoeverFetchesFromABrokerWithoutThePartitionIsToldWhoLeads() throws Exception {
        place(admin, "f", List.of(List.of(1, 2)));
        Uuid id = id("f");
        for (int version = 4; version <= 18; version++) {
            FetchResponse answer = fetch(3, version, "f", id);
            FetchResponse.Partition refused = answer.responses().getFirst().partitions().getFirst();
            assertThat(refused.errorCode()).as("version %s", version).isEqualTo(NOT_LEADER);
            assertThat(refused.currentLeader().leaderId()).isEqualTo(version < 12 ? -1 : 1);
            assertThat(answer.nodeEndpoints())
                    .extracting(e -> e.nodeId() + "@" + e.host() + ":" + e.port())
                    .isEqualTo(version < 16 ? List.of() : List.of("1@" + address(1)));
        }
    }

    /** Consumers of versions that know no preferred replica read from leaders only. */
    @Test
    void aFollowerServesConsumersFromVersion11OnAndNoOlderOnes() throws Exception {
        place(admin, "r", List.of(List.of(1, 2)));
        Uuid id = id("r");
        assertThat(produceError(1, "r", id)).isEqualTo(ErrorCode.NONE);
        for (int version : List.of(4, 10)) {
            assertThat(fetched(2, version, "r", id).errorCode()).isEqualTo(NOT_LEADER);
        }
        // The follower hears of the high watermark with its next fetch.
        for (int version : List.of(11, 18)) {
            await(() -> fetched(2, version, "r", id).highWatermark() == 1);
        }
    }

    @Test
    void aConsumerReadsInItsRackAndElsewhereWhenThatIsGone() throws Exception {
        place(admin, "near", List.of(List.of(1, 2)));
        produceToAll("near", 100);
        Map<String, Object> settings =
                Map.of(
                        "bootstrap.servers", cluster.bootstrapServers(),
                        "client.rack", "rack-2",
                        "auto.offset.reset", "earliest");
        try (KafkaConsumer<String, String> theirs =
                        new KafkaConsumer<>(
                                settings, new StringDeserializer(), new StringDeserializer());
                Consumer<byte[], byte[]> ours =
                        Consumer.create(
                                settings,
                                new ByteArrayDeserializer(),
                                new ByteArrayDeserializer())) {
            theirs.assign(List.of(new TopicPartition("near", 0)));
            ours.assign(List.of(new dev.moldau.common.TopicPartition("near", 0)));
            AtomicInteger theirCount = new AtomicInteger();
            AtomicInteger ourCount = new AtomicInteger();
            Runnable read =
                    () -> {
                        theirCount.addAndGet(theirs.poll(POLL).count());
                        ourCount.addAndGet(ours.poll(POLL).count());
                    };
            readUntil(read, () -> theirCount.get() == 100 && ourCount.get() == 100);
            assertThat(preferredReplica(theirs)).isEqualTo(2);
            cluster.stop(2);
            try {
                produceToAll("near", 100);
                readUntil(read, () -> theirCount.get() == 200 && ourCount.get() == 200);
            } finally {
                start(2);
            }
        }
    }

    private void produceToAll(String topic, int count) throws Exception {
        assertThat(ClusterClients.produce(cluster, topic, 0, count)).hasSize(count);
    }

    private static void readUntil(Runnable read, BooleanSupplier enough) throws Exception {
        await(
                () -> {
                    read.run();
                    return enough.getAsBoolean();
                });
    }

    private static double preferredReplica(KafkaConsumer<String, String> consumer) {
        return consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("preferred-read-replica"))
                .mapToDouble(metric -> ((Number) metric.metricValue()).doubleValue())
                .findFirst()
                .orElse(-1);
    }

    private FetchResponse.Partition fetched(int broker, int version, String topic, Uuid id)
            throws IOException {
        return fetch(broker, version, topic, id).responses().getFirst().partitions().getFirst();
    }

    @Test
    void whereALogEndsIsForItsLeaderToSay() throws Exception {
        place(admin, "o", List.of(List.of(1, 2)));
        for (int broker : List.of(2, 3)) {
            for (int version = 1; version <= 11; version++) {
                ListOffsetsResponse answer =
                        ask(
                                broker,
                                ListOffsetsResponse.class,
                                ApiKey.LIST_OFFSETS,
                                version,
                                new ListOffsetsRequest(
                                        -1,
                                        (byte) 0,
                                        List.of(
                                                new ListOffsetsRequest.Topic(
                                                        "o",
                                                        List.of(
                                                                new ListOffsetsRequest.Partition(
                                                                        0, -1, -1, 1)))),
                                        0));
                assertThat(answer.topics().getFirst().partitions().getFirst().errorCode())
                        .as("version %s", version)
                        .isEqualTo(NOT_LEADER);
            }
            OffsetForLeaderEpochResponse ends =
                    ask(
                            broker,
                            OffsetForLeaderEpochResponse.class,
                            ApiKey.OFFSET_FOR_LEADER_EPOCH,
                            4,
                            new OffsetForLeaderEpochRequest(
                                    -1,
                                    List.of(
                                            new OffsetForLeaderEpochRequest.Topic(
                                                    "o",
                                                    List.of(
                                                            new OffsetForLeaderEpochRequest
                                                                    .Partition(0, -1, 0))))));
            assertThat(ends.topics().getFirst().partitions().getFirst().errorCode())
                    .isEqualTo(NOT_LEADER);
        }
    }

    /** FIELD-REPORTS row 28: the old leader sends its clients to the new one at once. */
    @Test
    void aBrokerThatLedIsAFollowerForEverybodyOnceItsSuccessorServes() throws Exception {
        place(admin, "e", List.of(List.of(1, 2, 3)));
        Uuid id = id("e");
        assertThat(produceError(1, "e", id)).isEqualTo(ErrorCode.NONE);
        TopicPartition partition = new TopicPartition("e", 0);
        get(
                admin.alterPartitionReassignments(
                                Map.of(
                                        partition,
                                        Optional.of(
                                                new NewPartitionReassignment(List.of(2, 1, 3)))))
                        .all());
        get(admin.electLeaders(ElectionType.PREFERRED, Set.of(partition)).all());
        await(() -> produceError(2, "e", id) == ErrorCode.NONE);
        ProduceResponse answer = produce(1, 13, "e", id);
        ProduceResponse.Partition refused =
                answer.responses().getFirst().partitionResponses().getFirst();
        assertThat(refused.errorCode()).isEqualTo(NOT_LEADER);
        assertThat(refused.currentLeader().leaderId()).isEqualTo(2);
        FetchResponse.Partition hint = fetched(1, 18, "e", id);
        assertThat(hint.errorCode()).isZero();
    }

    @Test
    void minInsyncReplicasOfTheWholeClusterCountOnEveryBrokerFromThenOn() throws Exception {
        place(admin, "m1", List.of(List.of(1, 2, 3)));
        place(admin, "m2", List.of(List.of(2, 3, 1)));
        place(admin, "alone", List.of(List.of(1)));
        cluster.stop(3);
        try {
            for (int broker = 1; broker <= 2; broker++) {
                assertThat(produceError(broker, "m" + broker, id("m" + broker)))
                        .isEqualTo(ErrorCode.NONE);
            }
            setMinInsyncReplicas("3", AlterConfigOp.OpType.SET);
            for (int broker = 1; broker <= 2; broker++) {
                assertThat(produceError(broker, "m" + broker, id("m" + broker)))
                        .isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS);
            }
            assertThat(produceError(1, "alone", id("alone")))
                    .as("all replicas have it")
                    .isEqualTo(ErrorCode.NONE);
        } finally {
            setMinInsyncReplicas("", AlterConfigOp.OpType.DELETE);
            start(3);
        }
        for (int broker = 1; broker <= 2; broker++) {
            assertThat(produceError(broker, "m" + broker, id("m" + broker)))
                    .isEqualTo(ErrorCode.NONE);
        }
    }

    private void setMinInsyncReplicas(String value, AlterConfigOp.OpType how) throws Exception {
        get(
                admin.incrementalAlterConfigs(
                                Map.of(
                                        new ConfigResource(ConfigResource.Type.BROKER, ""),
                                        List.of(
                                                new AlterConfigOp(
                                                        new ConfigEntry(
                                                                "min.insync.replicas", value),
                                                        how))))
                        .all());
    }
}
