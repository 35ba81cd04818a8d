package dev.moldau.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three brokers as one cluster, seen by Kafka's own clients. */
@Timeout(120)
class ClusterTest {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long DEADLINE_S = 60;

    @TempDir Path folder;

    @Test
    void recordsAreReplicatedAndAGroupReadsThem() throws Exception {
        try (ClusterUnderTest cluster = ClusterUnderTest.of(3, folder, Map.of());
                Admin admin = admin(cluster)) {
            assertThat(get(admin.describeCluster().nodes())).hasSize(3);
            create(admin, "t", 6);
            TopicDescription topic = describe(admin, "t");
            assertThat(topic.partitions())
                    .allSatisfy(p -> assertThat(p.replicas()).hasSize(3))
                    .extracting(p -> p.leader().id())
                    .contains(1, 2, 3);
            List<String> sent = produce(cluster, "t", 0, 3_000);
            assertThat(consume(cluster, "t", "g", 3_000)).containsExactlyInAnyOrderElementsOf(sent);
        }
    }

    @Test
    void brokerThatStopsHandsItsLeadersOverAndComesBack() throws Exception {
        // With such a limit, leaders look after their followers every five minutes: nothing here
        // may
        // wait for that.
        Map<String, String> settings =
                Map.of("min.insync.replicas", "2", "replica.lag.time.max.ms", "600000");
        try (ClusterUnderTest cluster = ClusterUnderTest.of(3, folder, settings);
                Admin admin = admin(cluster)) {
            create(admin, "t", 6);
            List<String> sent = new ArrayList<>(produce(cluster, "t", 0, 1_000));
            assertThat(consume(cluster, "t", "g", 1_000)).hasSize(1_000);
            cluster.stop(1);
            assertThat(describe(admin, "t").partitions())
                    .allSatisfy(p -> assertThat(requireNonNull(p.leader()).id()).isNotEqualTo(1))
                    .allSatisfy(p -> assertThat(p.isr()).hasSize(2));
            sent.addAll(produce(cluster, "t", 1_000, 1_000));
            cluster.start(1);
            await(
                    () ->
                            describe(admin, "t").partitions().stream()
                                    .allMatch(p -> p.isr().size() == 3));
            cluster.stop(2);
            sent.addAll(produce(cluster, "t", 2_000, 1_000));
            assertThat(consume(cluster, "t", "g", 2_000))
                    .containsExactlyInAnyOrderElementsOf(sent.subList(1_000, 3_000));
        }
    }

    @Test
    void wholeClusterComesBackWithWhatItHad() throws Exception {
        List<String> sent;
        try (ClusterUnderTest cluster = ClusterUnderTest.of(3, folder, Map.of());
                Admin admin = admin(cluster)) {
            create(admin, "t", 3);
            sent = produce(cluster, "t", 0, 1_000);
        }
        try (ClusterUnderTest cluster = ClusterUnderTest.of(3, folder, Map.of())) {
            assertThat(consume(cluster, "t", "g", 1_000)).containsExactlyInAnyOrderElementsOf(sent);
        }
    }

    private static Admin admin(ClusterUnderTest cluster) {
        return Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    }

    private static void create(Admin admin, String name, int partitions) throws Exception {
        get(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 3))).all());
    }

    private static TopicDescription describe(Admin admin, String name) throws Exception {
        return requireNonNull(get(admin.describeTopics(List.of(name)).allTopicNames()).get(name));
    }

    private static List<String> produce(ClusterUnderTest cluster, String topic, int from, int count)
            throws Exception {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all");
        List<String> sent = new ArrayList<>();
        List<Future<RecordMetadata>> results = new ArrayList<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = from; i < from + count; i++) {
                String value = "value-" + i;
                sent.add(value);
                results.add(producer.send(new ProducerRecord<>(topic, "key-" + i, value)));
            }
            producer.flush();
        }
        for (Future<RecordMetadata> result : results) {
            result.get(DEADLINE_S, TimeUnit.SECONDS);
        }
        return sent;
    }

    private static List<String> consume(
            ClusterUnderTest cluster, String topic, String group, int count) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", cluster.bootstrapServers());
        settings.put("group.id", group);
        settings.put("auto.offset.reset", "earliest");
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
            while (values.size() < count && System.nanoTime() < deadlineNs) {
                consumer.poll(POLL).forEach(record -> values.add(record.value()));
            }
            consumer.commitSync();
        }
        return values;
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadlineNs);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(DEADLINE_S, TimeUnit.SECONDS);
    }
}
