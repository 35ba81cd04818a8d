package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.admin.GroupGeneration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kafka's own consumer under {@code group.protocol=consumer}, and both protocols in one group. */
@Timeout(150)
class ConsumerProtocolTest {

    private static final Map<String, String> QUICK =
            Map.of(
                    "group.initial.rebalance.delay.ms", "0",
                    "group.consumer.heartbeat.interval.ms", "200",
                    "group.consumer.min.heartbeat.interval.ms", "100",
                    "group.consumer.assignment.interval.ms", "0",
                    "group.consumer.session.timeout.ms", "10000",
                    "group.consumer.min.session.timeout.ms", "1000");

    private static final Duration POLL = Duration.ofMillis(50);
    private static final long DEADLINE_S = 40;

    /** A consumer with what it has seen; polled by the test's thread. */
    private static final class Member implements ConsumerRebalanceListener, AutoCloseable {
        private final KafkaConsumer<String, String> consumer;
        private final List<String> values = new ArrayList<>();
        private final Set<TopicPartition> revoked = new HashSet<>();
        private int commitsPutOff;

        Member(EmbeddedBroker broker, Map<String, String> settings) {
            Map<String, Object> all = new HashMap<>(settings);
            all.put("bootstrap.servers", broker.bootstrapServers());
            all.put("group.id", "g");
            all.put("auto.offset.reset", "earliest");
            all.put("enable.auto.commit", "false");
            all.put("metadata.max.age.ms", "500");
            consumer = new KafkaConsumer<>(all, new StringDeserializer(), new StringDeserializer());
        }

        static Member consumer(EmbeddedBroker broker) {
            return new Member(broker, Map.of("group.protocol", "consumer"));
        }

        static Member classic(EmbeddedBroker broker) {
            return new Member(
                    broker,
                    Map.of(
                            "group.protocol",
                            "classic",
                            "heartbeat.interval.ms",
                            "200",
                            "partition.assignment.strategy",
                            "org.apache.kafka.clients.consumer.CooperativeStickyAssignor"));
        }

        Member subscribe(String... topics) {
            consumer.subscribe(List.of(topics), this);
            return this;
        }

        void poll() {
            consumer.poll(POLL).forEach(record -> values.add(record.value()));
            try {
                consumer.commitSync();
            } catch (RebalanceInProgressException e) {
                // A classic member is between two generations; the next poll brings it on.
                commitsPutOff++;
            }
        }

        Set<TopicPartition> assignment() {
            return consumer.assignment();
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            revoked.addAll(partitions);
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}

        @Override
        public void close() {
            consumer.close();
        }
    }

    private static void pollUntil(BooleanSupplier reached, Member... members) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (!reached.getAsBoolean()) {
            if (System.nanoTime() > endNs) {
                StringBuilder what = new StringBuilder("not reached:");
                for (Member member : members) {
                    what.append(' ').append(member.assignment()).append(member.values.size());
                }
                throw new AssertionError(what.toString());
            }
            for (Member member : members) {
                member.poll();
            }
        }
    }

    private static Admin admin(EmbeddedBroker broker) {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    private static void create(EmbeddedBroker broker, String topic, int partitions)
            throws Exception {
        try (Admin admin = admin(broker)) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                    .all()
                    .get(DEADLINE_S, TimeUnit.SECONDS);
        }
    }

    private static void produce(EmbeddedBroker broker, String topic, int from, int to) {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new StringSerializer())) {
            for (int i = from; i < to; i++) {
                var _ = producer.send(new ProducerRecord<>(topic, "k" + i, topic + i));
            }
            producer.flush();
        }
    }

    private static ConsumerGroupDescription describe(EmbeddedBroker broker) throws Exception {
        try (Admin admin = admin(broker)) {
            return Objects.requireNonNull(
                    admin.describeConsumerGroups(List.of("g"))
                            .all()
                            .get(DEADLINE_S, TimeUnit.SECONDS)
                            .get("g"));
        }
    }

    private static long distinct(Member... members) {
        Set<String> all = new HashSet<>();
        for (Member member : members) {
            all.addAll(member.values);
        }
        return all.size();
    }

    @Test
    void membersShareATopicAndAnAdministratorSeesIt() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(QUICK)) {
            create(broker, "t", 6);
            produce(broker, "t", 0, 300);
            try (Member a = Member.consumer(broker).subscribe("t");
                    Member b = Member.consumer(broker).subscribe("t")) {
                pollUntil(() -> a.assignment().size() == 6, a);
                pollUntil(() -> a.assignment().size() == 3 && b.assignment().size() == 3, a, b);
                assertThat(a.revoked).as("what stays is not revoked").hasSize(3);
                pollUntil(() -> distinct(a, b) == 300, a, b);
                assertThat(a.values.size() + b.values.size()).isEqualTo(300);

                ConsumerGroupDescription group = describe(broker);
                assertThat(group.type()).isEqualTo(GroupType.CONSUMER);
                assertThat(group.groupState()).isEqualTo(GroupState.STABLE);
                assertThat(group.members()).hasSize(2);
                assertThat(group.partitionAssignor()).isEqualTo("uniform");
                assertEpochsAreExplained(broker);
                try (Admin admin = admin(broker)) {
                    Collection<GroupListing> listed =
                            admin.listGroups().all().get(DEADLINE_S, TimeUnit.SECONDS);
                    assertThat(listed).hasSize(1);
                    assertThat(listed.iterator().next().type()).contains(GroupType.CONSUMER);
                }
            }
            try (Admin admin = admin(broker)) {
                admin.deleteConsumerGroups(List.of("g")).all().get(DEADLINE_S, TimeUnit.SECONDS);
                assertThat(admin.listGroups().all().get(DEADLINE_S, TimeUnit.SECONDS)).isEmpty();
            }
        }
    }

    private static void assertEpochsAreExplained(EmbeddedBroker broker) throws Exception {
        try (dev.moldau.client.admin.Admin ours =
                dev.moldau.client.admin.Admin.create(
                        Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            List<GroupGeneration> generations =
                    ours.describeGroups(List.of("g"))
                            .of("g")
                            .get(DEADLINE_S, TimeUnit.SECONDS)
                            .generations();
            assertThat(generations)
                    .extracting(GroupGeneration::members)
                    .as("why each epoch began: " + generations)
                    .startsWith(1)
                    .contains(2);
            assertThat(generations.getLast().reason()).isNotBlank();
        }
    }

    @Test
    void anExpressionFollowsTopicsThatComeAndGrow() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(QUICK)) {
            create(broker, "orders-1", 1);
            produce(broker, "orders-1", 0, 10);
            try (Member a = Member.consumer(broker)) {
                a.consumer.subscribe(new SubscriptionPattern("orders-[0-9]+"), a);
                pollUntil(() -> a.values.size() == 10, a);
                create(broker, "orders-2", 2);
                create(broker, "orders-x", 2);
                produce(broker, "orders-2", 0, 10);
                pollUntil(() -> a.values.size() == 20, a);
                try (Admin admin = admin(broker)) {
                    admin.createPartitions(Map.of("orders-1", NewPartitions.increaseTo(4)))
                            .all()
                            .get(DEADLINE_S, TimeUnit.SECONDS);
                }
                pollUntil(() -> a.assignment().size() == 6, a);
            }
        }
    }

    @Test
    void aGroupMovesToTheConsumerProtocolAndBackWhileItWorks() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(QUICK)) {
            create(broker, "t", 4);
            produce(broker, "t", 0, 100);
            try (Member classic = Member.classic(broker).subscribe("t")) {
                pollUntil(() -> classic.values.size() == 100, classic);
                assertThat(describe(broker).type()).isEqualTo(GroupType.CLASSIC);
                Member modern = Member.consumer(broker).subscribe("t");
                try (modern) {
                    pollUntil(
                            () ->
                                    classic.assignment().size() == 2
                                            && modern.assignment().size() == 2,
                            classic,
                            modern);
                    assertThat(describe(broker).type()).isEqualTo(GroupType.CONSUMER);
                    assertThat(classic.revoked).hasSize(2);
                    produce(broker, "t", 100, 200);
                    pollUntil(() -> distinct(classic, modern) == 200, classic, modern);
                }
                pollUntil(() -> classic.assignment().size() == 4, classic);
                assertThat(describe(broker).type()).isEqualTo(GroupType.CLASSIC);
                produce(broker, "t", 200, 300);
                pollUntil(() -> distinct(classic, modern) == 300, classic);
                assertThat(classic.commitsPutOff).as("rebalances are short").isLessThan(40);
            }
        }
    }

    @Test
    void theGroupGoesOnAfterTheBrokerRestarts(@TempDir Path data) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(data, QUICK)) {
            create(broker, "t", 4);
            produce(broker, "t", 0, 50);
            try (Member a = Member.consumer(broker).subscribe("t")) {
                pollUntil(() -> a.values.size() == 50, a);
            }
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(data, QUICK)) {
            assertThat(describe(broker).type()).isEqualTo(GroupType.CONSUMER);
            produce(broker, "t", 50, 80);
            try (Member a = Member.consumer(broker).subscribe("t")) {
                pollUntil(() -> a.values.size() == 30, a);
            }
        }
    }

    @Test
    void aStaticMemberComesBackToItsPartitions() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(QUICK)) {
            create(broker, "t", 4);
            Map<String, String> settings =
                    Map.of("group.protocol", "consumer", "group.instance.id", "i");
            try (Member a = Member.consumer(broker).subscribe("t")) {
                Set<TopicPartition> owned;
                try (Member first = new Member(broker, settings).subscribe("t")) {
                    pollUntil(
                            () -> a.assignment().size() == 2 && first.assignment().size() == 2,
                            a,
                            first);
                    owned = Set.copyOf(first.assignment());
                }
                int revoked = a.revoked.size();
                try (Member second = new Member(broker, settings).subscribe("t")) {
                    pollUntil(() -> second.assignment().size() == 2, a, second);
                    assertThat(second.assignment()).isEqualTo(owned);
                    assertThat(a.revoked).hasSize(revoked);
                }
            }
        }
    }
}
