package dev.moldau.server;

import static dev.moldau.server.ClusterClients.admin;
import static dev.moldau.server.ClusterClients.await;
import static dev.moldau.server.ClusterClients.get;
import static dev.moldau.server.ClusterClients.makeTopic;
import static dev.moldau.server.ClusterClients.produce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.consumer.Consumer;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.HeartbeatRequest;
import dev.moldau.protocol.message.HeartbeatResponse;
import dev.moldau.protocol.message.OffsetFetchRequest;
import dev.moldau.protocol.message.OffsetFetchResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A group's coordinator is the leader of its partition of the offsets topic, and moves with it: the
 * group goes on under another broker as if nothing had happened (FIELD-REPORTS 20, 28).
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterGroupsTest {

    /** All groups are in one partition of the offsets topic. */
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "offsets.topic.num.partitions",
                    "1",
                    "group.consumer.heartbeat.interval.ms",
                    "200",
                    "group.consumer.min.heartbeat.interval.ms",
                    "100");

    private static final TopicPartition OFFSETS = new TopicPartition("__consumer_offsets", 0);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final long DEADLINE_S = 60;

    private ClusterUnderTest cluster;
    private Admin admin;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        cluster = ClusterUnderTest.of(3, folder, SETTINGS);
        admin = admin(cluster);
        makeTopic(admin, "t", 4);
    }

    @AfterAll
    void stop() {
        admin.close();
        cluster.close();
    }

    /** A member with what it has seen of its group and of the topic. */
    private static final class Member implements ConsumerRebalanceListener, AutoCloseable {
        private final KafkaConsumer<String, String> consumer;
        private final List<String> values = new ArrayList<>();
        private int rebalances;

        Member(ClusterUnderTest cluster, String protocol, String group) {
            this(cluster, protocol, group, Map.of());
        }

        Member(
                ClusterUnderTest cluster,
                String protocol,
                String group,
                Map<String, String> further) {
            Map<String, Object> all = new HashMap<>(further);
            all.put("bootstrap.servers", cluster.bootstrapServers());
            all.put("group.id", group);
            all.put("group.protocol", protocol);
            all.put("auto.offset.reset", "earliest");
            all.put("enable.auto.commit", "false");
            if (protocol.equals("classic")) {
                all.put("heartbeat.interval.ms", "200");
            }
            consumer = new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
            consumer.subscribe(List.of("t"), this);
        }

        void pollUntil(int count) {
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
            while (values.size() < count) {
                assertThat(System.nanoTime()).as("read %s", values.size()).isLessThan(endNs);
                consumer.poll(POLL).forEach(record -> values.add(record.value()));
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {}

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            rebalances++;
        }

        @Override
        public void close() {
            consumer.close();
        }
    }

    private int coordinator() throws Exception {
        return ClusterClients.describe(admin, OFFSETS.topic())
                .partitions()
                .getFirst()
                .leader()
                .id();
    }

    /** Another replica becomes the preferred leader, and leader. */
    private void moveCoordinator(int to) throws Exception {
        List<Integer> order = new ArrayList<>(List.of(to));
        IntStream.rangeClosed(1, 3).filter(id -> id != to).forEach(order::add);
        get(
                admin.alterPartitionReassignments(
                                Map.of(OFFSETS, Optional.of(new NewPartitionReassignment(order))))
                        .all());
        get(admin.electLeaders(ElectionType.PREFERRED, Set.of(OFFSETS)).all());
        await(() -> coordinator() == to);
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void theGroupGoesOnUnderAnotherCoordinatorWithoutARebalance(String protocol) throws Exception {
        int before = values();
        produce(cluster, "t", before, 100);
        try (Member member = new Member(cluster, protocol, "moved-" + protocol)) {
            member.pollUntil(before + 100);
            member.consumer.commitSync();
            int generation = member.consumer.groupMetadata().generationId();
            int rebalances = member.rebalances;
            for (int move = 1; move <= 4; move++) {
                moveCoordinator(coordinator() % 3 + 1);
                produce(cluster, "t", before + 100 * move, 100);
                member.pollUntil(before + 100 * (move + 1));
                member.consumer.commitSync();
                assertThat(member.consumer.groupMetadata().generationId()).isEqualTo(generation);
            }
            assertThat(member.rebalances).isEqualTo(rebalances);
            assertThat(member.values).doesNotHaveDuplicates();
            assertThat(committed("moved-" + protocol)).isEqualTo(values());
        }
    }

    @Test
    void ourConsumerGoesOnUnderAnotherCoordinatorToo() throws Exception {
        int before = values();
        produce(cluster, "t", before, 100);
        Map<String, Object> settings =
                Map.of(
                        "bootstrap.servers", cluster.bootstrapServers(),
                        "group.id", "ours",
                        "group.protocol", "classic",
                        "auto.offset.reset", "earliest",
                        "enable.auto.commit", "false",
                        "heartbeat.interval.ms", "200");
        try (Consumer<String, String> consumer =
                Consumer.create(
                        settings,
                        new dev.moldau.client.serialization.StringDeserializer(),
                        new dev.moldau.client.serialization.StringDeserializer())) {
            consumer.subscribe(List.of("t"));
            List<String> values = new ArrayList<>();
            pollUntil(consumer, values, before + 100);
            consumer.commitSync();
            int generation = consumer.groupMetadata().generation();
            for (int move = 1; move <= 3; move++) {
                moveCoordinator(coordinator() % 3 + 1);
                produce(cluster, "t", before + 100 * move, 100);
                pollUntil(consumer, values, before + 100 * (move + 1));
                consumer.commitSync();
                assertThat(consumer.groupMetadata().generation()).isEqualTo(generation);
            }
            assertThat(values).doesNotHaveDuplicates();
            assertThat(committed("ours")).isEqualTo(values());
        }
    }

    private static void pollUntil(
            Consumer<String, String> consumer, List<String> values, int count) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (values.size() < count) {
            assertThat(System.nanoTime()).as("read %s", values.size()).isLessThan(endNs);
            consumer.poll(POLL).forEach(record -> values.add(record.value()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void theGroupGoesOnWhenTheBrokerThatCoordinatesItStops(String protocol) throws Exception {
        int before = values();
        produce(cluster, "t", before, 100);
        try (Member member = new Member(cluster, protocol, "stopped-" + protocol)) {
            member.pollUntil(before + 100);
            member.consumer.commitSync();
            int generation = member.consumer.groupMetadata().generationId();
            int stopped = coordinator();
            cluster.stop(stopped);
            try {
                produce(cluster, "t", before + 100, 100);
                member.pollUntil(before + 200);
                member.consumer.commitSync();
                assertThat(member.consumer.groupMetadata().generationId()).isEqualTo(generation);
                assertThat(coordinator()).isNotEqualTo(stopped);
                assertThat(committed("stopped-" + protocol)).isEqualTo(values());
            } finally {
                cluster.start(stopped);
            }
        }
        await(
                () ->
                        ClusterClients.describe(admin, OFFSETS.topic())
                                        .partitions()
                                        .getFirst()
                                        .isr()
                                        .size()
                                == 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void aStaticMemberFindsItsPartitionsAgainUnderAnotherCoordinator(String protocol)
            throws Exception {
        try (Member stays = staticMember(protocol, "stays")) {
            Set<TopicPartition> its;
            try (Member goes = staticMember(protocol, "goes")) {
                pollUntilShared(stays, goes);
                its = Set.copyOf(goes.consumer.assignment());
            } // a static member does not leave its group for good
            int rebalances = stays.rebalances;
            moveCoordinator(coordinator() % 3 + 1);
            try (Member back = staticMember(protocol, "goes")) {
                pollUntilShared(stays, back);
                assertThat(back.consumer.assignment()).isEqualTo(its);
                assertThat(stays.rebalances).isEqualTo(rebalances);
            }
        }
    }

    private Member staticMember(String protocol, String instance) {
        return new Member(
                cluster, protocol, "static-" + protocol, Map.of("group.instance.id", instance));
    }

    private static void pollUntilShared(Member one, Member other) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (one.consumer.assignment().size() != 2 || other.consumer.assignment().size() != 2) {
            assertThat(System.nanoTime()).as("two partitions each").isLessThan(endNs);
            one.consumer.poll(POLL);
            other.consumer.poll(POLL);
        }
    }

    /** How many records the topic has. */
    private int values() throws Exception {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < 4; partition++) {
            ends.put(new TopicPartition("t", partition), OffsetSpec.latest());
        }
        return get(admin.listOffsets(ends).all()).values().stream()
                .mapToInt(end -> (int) end.offset())
                .sum();
    }

    private long committed(String group) throws Exception {
        return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .values()
                .stream()
                .mapToLong(offset -> offset.offset())
                .sum();
    }

    @Test
    void onlyTheLeaderOfTheOffsetsAnswersForItsGroups() throws Exception {
        try (Member member = new Member(cluster, "classic", "asked")) {
            produce(cluster, "t", values(), 1);
            member.pollUntil(1);
            member.consumer.commitSync();
        }
        for (int move = 0; move < 3; move++) {
            moveCoordinator(coordinator() % 3 + 1);
            int coordinator = coordinator();
            for (int broker : cluster.brokers().keySet()) {
                ErrorCode heartbeat = heartbeat(broker);
                List<ErrorCode> fetched = offsetFetches(broker);
                if (broker == coordinator) {
                    // The group is known here, and that member is not in it.
                    assertThat(heartbeat).isEqualTo(ErrorCode.UNKNOWN_MEMBER_ID);
                    assertThat(fetched).containsOnly(ErrorCode.NONE);
                } else {
                    assertThat(heartbeat).isEqualTo(ErrorCode.NOT_COORDINATOR);
                    assertThat(fetched).containsOnly(ErrorCode.NOT_COORDINATOR);
                }
            }
        }
    }

    private ErrorCode heartbeat(int broker) throws IOException {
        ErrorCode answer = ErrorCode.COORDINATOR_LOAD_IN_PROGRESS;
        while (answer == ErrorCode.COORDINATOR_LOAD_IN_PROGRESS) {
            try (BrokerConnection connection = connect(broker)) {
                answer =
                        ErrorCode.of(
                                connection
                                        .ask(
                                                HeartbeatResponse.class,
                                                ApiKey.HEARTBEAT,
                                                4,
                                                new HeartbeatRequest("asked", 1, "nobody", null))
                                        .errorCode());
            }
        }
        return answer;
    }

    private List<ErrorCode> offsetFetches(int broker) throws IOException {
        List<ErrorCode> answers = new ArrayList<>();
        try (BrokerConnection connection = connect(broker)) {
            for (int version = 2; version <= 7; version++) {
                answers.add(
                        ErrorCode.of(
                                connection
                                        .ask(
                                                OffsetFetchResponse.class,
                                                ApiKey.OFFSET_FETCH,
                                                version,
                                                new OffsetFetchRequest(
                                                        "asked", null, List.of(), false))
                                        .errorCode()));
            }
            OffsetFetchRequest.Group all = new OffsetFetchRequest.Group("asked", null, -1, null);
            for (int version = 8; version <= 10; version++) {
                answers.add(
                        ErrorCode.of(
                                connection
                                        .ask(
                                                OffsetFetchResponse.class,
                                                ApiKey.OFFSET_FETCH,
                                                version,
                                                new OffsetFetchRequest(
                                                        "", List.of(), List.of(all), false))
                                        .groups()
                                        .getFirst()
                                        .errorCode()));
            }
        }
        return answers;
    }

    private BrokerConnection connect(int broker) throws IOException {
        return new BrokerConnection(cluster.broker(broker).bootstrapServers());
    }
}
