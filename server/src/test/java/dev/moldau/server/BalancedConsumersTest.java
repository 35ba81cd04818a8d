package dev.moldau.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.consumer.ConsumerRecord;
import dev.moldau.client.consumer.RebalanceListener;
import dev.moldau.client.consumer.SubscriptionPattern;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.listener.Listener;
import dev.moldau.client.listener.Outcome;
import dev.moldau.client.metrics.Metric;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.client.serialization.StringSerializer;
import dev.moldau.common.TopicPartition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Our consumer in groups that the broker balances, alone and with Kafka's own. */
@Timeout(150)
class BalancedConsumersTest {

    private static final Duration POLL = Duration.ofMillis(30);
    private static final long DEADLINE_NS = 60_000_000_000L;
    private static final int PARTITIONS = 6;
    private static final Map<String, String> BROKER =
            Map.of(
                    "group.initial.rebalance.delay.ms", "0",
                    "num.partitions", String.valueOf(PARTITIONS),
                    "group.consumer.heartbeat.interval.ms", "200",
                    "group.consumer.min.heartbeat.interval.ms", "100",
                    "group.consumer.assignment.interval.ms", "0",
                    "group.consumer.session.timeout.ms", "3000",
                    "group.consumer.min.session.timeout.ms", "1000");

    /** Whichever consumer it is. */
    private interface Member extends AutoCloseable {
        void poll();

        Set<String> given();

        @Override
        void close();
    }

    /** Ours; what it reads is committed after each poll. */
    private static final class Ours implements Member, RebalanceListener {
        final Consumer<String, String> consumer;
        final List<String> read;
        final Set<TopicPartition> given = new HashSet<>();
        final List<TopicPartition> revoked = new ArrayList<>();

        Ours(EmbeddedBroker broker, List<String> read, String... settings) {
            Map<String, Object> config = new HashMap<>();
            config.put("bootstrap.servers", broker.bootstrapServers());
            config.put("auto.offset.reset", "earliest");
            config.put("group.id", "g");
            config.put("enable.auto.commit", "false");
            config.put("metadata.max.age.ms", "500");
            for (int i = 0; i < settings.length; i += 2) {
                config.put(settings[i], settings[i + 1]);
            }
            this.read = read;
            consumer = Consumer.create(config, new StringDeserializer(), new StringDeserializer());
        }

        Ours subscribe(String... topics) {
            consumer.subscribe(List.of(topics), this);
            return this;
        }

        @Override
        public void poll() {
            for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
                assertThat(given).as("who reads").contains(record.topicPartition());
                read.add(String.valueOf(record.value()));
            }
            if (consumer.groupMetadata().generation() > 0) {
                consumer.commitSync();
            }
        }

        @Override
        public Set<String> given() {
            Set<String> names = new TreeSet<>();
            given.forEach(partition -> names.add(partition.toString()));
            return names;
        }

        double figure(String name) {
            Metric figure = consumer.metrics().get("moldau_consumer_" + name);
            return requireNonNull(figure).value();
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            given.removeAll(partitions);
            revoked.addAll(partitions);
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            given.addAll(partitions);
        }

        @Override
        public void close() {
            consumer.close(Duration.ofSeconds(5));
        }
    }

    /** Kafka's. */
    private static final class Theirs implements Member {
        final KafkaConsumer<String, String> consumer;
        final List<String> read;
        int commitsPutOff;

        Theirs(EmbeddedBroker broker, List<String> read, Map<String, String> settings) {
            Map<String, Object> config = new HashMap<>(settings);
            config.put("bootstrap.servers", broker.bootstrapServers());
            config.put("auto.offset.reset", "earliest");
            config.put("group.id", "g");
            config.put("enable.auto.commit", "false");
            this.read = read;
            consumer =
                    new KafkaConsumer<>(
                            config,
                            new org.apache.kafka.common.serialization.StringDeserializer(),
                            new org.apache.kafka.common.serialization.StringDeserializer());
        }

        Theirs subscribe(String topic) {
            consumer.subscribe(List.of(topic));
            return this;
        }

        @Override
        public void poll() {
            consumer.poll(POLL).forEach(record -> read.add(record.value()));
            try {
                consumer.commitSync();
            } catch (RebalanceInProgressException e) {
                // Between two generations; the records are committed with the next ones.
                commitsPutOff++;
            }
        }

        @Override
        public Set<String> given() {
            Set<String> names = new TreeSet<>();
            consumer.assignment().forEach(partition -> names.add(partition.toString()));
            return names;
        }

        @Override
        public void close() {
            consumer.close();
        }
    }

    private static void until(BooleanSupplier reached, Member... members) {
        long endNs = System.nanoTime() + DEADLINE_NS;
        while (!reached.getAsBoolean()) {
            StringBuilder state = new StringBuilder();
            for (Member member : members) {
                member.poll();
                state.append(member.given());
            }
            assertThat(System.nanoTime()).as("not reached, %s", state).isLessThan(endNs);
        }
    }

    private static boolean areShared(Member... members) {
        Set<String> all = new HashSet<>();
        int count = 0;
        for (Member member : members) {
            if (Math.abs(member.given().size() - PARTITIONS / (double) members.length) >= 1) {
                return false;
            }
            count += member.given().size();
            all.addAll(member.given());
        }
        return count == PARTITIONS && all.size() == PARTITIONS;
    }

    private static Listener listen(EmbeddedBroker broker, BlockingQueue<String> handled) {
        Map<String, Object> config =
                Map.of(
                        "bootstrap.servers", broker.bootstrapServers(),
                        "group.id", "g",
                        "auto.offset.reset", "earliest");
        return Listener.of(config, new StringDeserializer(), new StringDeserializer())
                .topics("t")
                .start(
                        message -> {
                            handled.add(String.valueOf(message.value()));
                            return Outcome.success();
                        });
    }

    private static void awaitHandled(BlockingQueue<String> handled, Set<String> expected)
            throws InterruptedException {
        Set<String> missing = new HashSet<>(expected);
        while (!missing.isEmpty()) {
            String one = handled.poll(DEADLINE_NS, TimeUnit.NANOSECONDS);
            assertThat(one).as("%s are not handled", missing).isNotNull();
            assertThat(missing.remove(one)).as("%s, once", one).isTrue();
        }
    }

    private static GroupType typeOf(EmbeddedBroker broker) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            return requireNonNull(
                            admin.describeConsumerGroups(List.of("g"))
                                    .all()
                                    .get(30, TimeUnit.SECONDS)
                                    .get("g"))
                    .type();
        }
    }

    private static Set<String> produce(EmbeddedBroker broker, String topic, int from, int to) {
        Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());
        Set<String> sent = new HashSet<>();
        List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        try (Producer<String, String> producer =
                Producer.create(config, new StringSerializer(), new StringSerializer())) {
            for (int i = from; i < to; i++) {
                String value = topic + " " + i;
                producer.send(
                        new ProducerRecord<>(topic, i % PARTITIONS, null, null, value, List.of()),
                        (at, error) -> {
                            if (error != null) {
                                errors.add(error);
                            }
                        });
                sent.add(value);
            }
            producer.flush();
        }
        assertThat(errors).isEmpty();
        return sent;
    }

    @Test
    void membersComeAndGoAndEveryRecordIsReadOnce() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            List<String> read = new ArrayList<>();
            Set<String> sent = produce(broker, "t", 0, 300);
            try (Ours first = new Ours(broker, read).subscribe("t")) {
                until(() -> read.size() == 300, first);
                assertThat(typeOf(broker)).isEqualTo(GroupType.CONSUMER);
                try (Ours second = new Ours(broker, read).subscribe("t");
                        Ours third = new Ours(broker, read).subscribe("t")) {
                    until(() -> areShared(first, second, third), first, second, third);
                    sent.addAll(produce(broker, "t", 300, 600));
                    until(() -> read.size() >= 600, first, second, third);
                    assertThat(first.revoked).as("what stays is not revoked").hasSize(4);
                    assertThat(first.figure("memberships_lost_total")).isZero();
                }
                sent.addAll(produce(broker, "t", 600, 700));
                until(() -> first.given.size() == PARTITIONS && read.size() >= 700, first);
            }
            assertThat(read).hasSize(700).containsExactlyInAnyOrderElementsOf(sent);
        }
    }

    @Test
    void oursKafkasAndClassicOnesShareAGroupAndTheGroupChangesWhileItWorks() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            List<String> read = new ArrayList<>();
            Set<String> sent = produce(broker, "t", 0, 120);
            Map<String, String> cooperative =
                    Map.of(
                            "group.protocol", "classic",
                            "heartbeat.interval.ms", "200",
                            "partition.assignment.strategy",
                                    "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
            try (Theirs classic = new Theirs(broker, read, cooperative).subscribe("t")) {
                until(() -> read.size() == 120, classic);
                assertThat(typeOf(broker)).isEqualTo(GroupType.CLASSIC);
                try (Ours ours = new Ours(broker, read).subscribe("t");
                        Theirs theirs =
                                new Theirs(broker, read, Map.of("group.protocol", "consumer"))
                                        .subscribe("t")) {
                    until(() -> areShared(classic, ours, theirs), classic, ours, theirs);
                    assertThat(typeOf(broker)).isEqualTo(GroupType.CONSUMER);
                    sent.addAll(produce(broker, "t", 120, 240));
                    until(() -> read.containsAll(sent), classic, ours, theirs);
                }
                until(() -> areShared(classic), classic);
                assertThat(typeOf(broker)).isEqualTo(GroupType.CLASSIC);
                sent.addAll(produce(broker, "t", 240, 300));
                until(() -> read.containsAll(sent), classic);
                assertThat(classic.commitsPutOff).as("rebalances are short").isLessThan(60);
            }
            assertThat(read).hasSizeLessThan(sent.size() + 120);
        }
    }

    @Test
    void listenersShareTheWork() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            BlockingQueue<String> handled = new LinkedBlockingQueue<>();
            Set<String> sent = produce(broker, "t", 0, 300);
            try (Listener first = listen(broker, handled)) {
                awaitHandled(handled, sent);
                assertThat(typeOf(broker)).isEqualTo(GroupType.CONSUMER);
                try (Listener second = listen(broker, handled)) {
                    Set<String> more = produce(broker, "t", 300, 600);
                    awaitHandled(handled, more);
                    assertThat(second.ended()).isNotDone();
                }
                awaitHandled(handled, produce(broker, "t", 600, 700));
                assertThat(first.ended()).isNotDone();
            }
            assertThat(handled).as("given up in peace, nothing is done twice").isEmpty();
        }
    }

    @Test
    void aGroupThatMayNotChangeIsJoinedByTheClassicProtocol() throws Exception {
        Map<String, String> settings = new HashMap<>(BROKER);
        settings.put("group.consumer.migration.policy", "disabled");
        try (EmbeddedBroker broker = EmbeddedBroker.start(settings)) {
            List<String> read = new ArrayList<>();
            Set<String> sent = produce(broker, "t", 0, 60);
            try (Theirs classic =
                            new Theirs(
                                            broker,
                                            read,
                                            Map.of(
                                                    "group.protocol", "classic",
                                                    "heartbeat.interval.ms", "200"))
                                    .subscribe("t");
                    Ours ours = new Ours(broker, read)) {
                until(() -> read.size() == 60, classic);
                ours.subscribe("t");
                until(() -> areShared(classic, ours), classic, ours);
                assertThat(typeOf(broker)).isEqualTo(GroupType.CLASSIC);
                sent.addAll(produce(broker, "t", 60, 120));
                until(() -> read.containsAll(sent), classic, ours);
            }
        }
    }

    @Test
    void brokersFindTopicsByAnExpressionAndRefuseOneThatIsNone() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            List<String> read = new ArrayList<>();
            Set<String> sent = produce(broker, "orders-1", 0, 20);
            produce(broker, "orders-x", 0, 20);
            try (Ours ours = new Ours(broker, read)) {
                ours.consumer.subscribe(new SubscriptionPattern("orders-[0-9]+"), ours);
                until(() -> read.containsAll(sent), ours);
                sent.addAll(produce(broker, "orders-2", 0, 20));
                until(() -> read.containsAll(sent), ours);
                assertThat(read).hasSize(40);

                ours.consumer.subscribe(new SubscriptionPattern("orders-(?=1)"), ours);
                assertThatThrownBy(() -> until(() -> false, ours))
                        .isInstanceOf(RefusedException.class)
                        .hasMessageContaining("RE2");
                ours.subscribe("orders-x");
                until(() -> ours.given().contains("orders-x-0") && read.size() >= 60, ours);
            }
        }
    }

    @Test
    void aStaticMemberComesBackToItsPartitions() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            produce(broker, "t", 0, 6);
            List<String> read = new ArrayList<>();
            try (Ours other = new Ours(broker, read).subscribe("t")) {
                Set<TopicPartition> given;
                try (Ours first = new Ours(broker, read, "group.instance.id", "i")) {
                    first.subscribe("t");
                    until(() -> areShared(first, other), first, other);
                    given = Set.copyOf(first.given);
                }
                int revoked = other.revoked.size();
                try (Ours second = new Ours(broker, read, "group.instance.id", "i")) {
                    second.subscribe("t");
                    until(() -> areShared(second, other), second, other);
                    assertThat(second.given).isEqualTo(given);
                    assertThat(other.revoked).hasSize(revoked);
                }
            }
        }
    }

    @Test
    void aGroupGoesOnWhenItsBrokerComesBack(@TempDir Path data) {
        List<String> read = new ArrayList<>();
        Set<String> sent;
        EmbeddedBroker broker = EmbeddedBroker.start(data, BROKER);
        int port;
        try (broker) {
            port = Integer.parseInt(broker.bootstrapServers().split(":")[1]);
            sent = produce(broker, "t", 0, 60);
        }
        Map<String, String> samePort = new HashMap<>(BROKER);
        samePort.put("listeners", "PLAINTEXT://127.0.0.1:" + port);
        EmbeddedBroker second = EmbeddedBroker.start(data, samePort);
        Ours ours = new Ours(second, read).subscribe("t");
        try (ours) {
            try (second) {
                until(() -> read.size() == 60, ours);
            }
            try (EmbeddedBroker third = EmbeddedBroker.start(data, samePort)) {
                sent.addAll(produce(third, "t", 60, 120));
                until(() -> read.size() >= 120, ours);
                assertThat(ours.figure("memberships_lost_total")).isZero();
            }
        }
        assertThat(read).containsExactlyInAnyOrderElementsOf(sent);
    }
}
