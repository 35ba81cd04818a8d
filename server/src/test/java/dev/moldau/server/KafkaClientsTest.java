package dev.moldau.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The first integration: Kafka's own client against the embedded broker. */
@Timeout(90)
class KafkaClientsTest {

    private static final Map<String, String> QUICK_GROUPS =
            Map.of("group.initial.rebalance.delay.ms", "0");
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long DEADLINE_S = 30;

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void whatIsProducedIsConsumedByAGroup(String compression) throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(QUICK_GROUPS)) {
            List<String> sent =
                    produce(broker, "t", 1_000, Map.of("compression.type", compression));
            assertThat(consume(broker, "t", "g", 1_000)).containsExactlyElementsOf(sent);
        }
    }

    @Test
    void groupGoesOnWhereItStoppedAfterARestart(@TempDir Path data) throws Exception {
        List<String> first;
        try (EmbeddedBroker broker = EmbeddedBroker.start(data, QUICK_GROUPS)) {
            first = produce(broker, "t", 500, Map.of());
            assertThat(consume(broker, "t", "g", 500)).isEqualTo(first);
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(data, QUICK_GROUPS)) {
            List<String> second = produce(broker, "t", 300, Map.of());
            assertThat(consume(broker, "t", "g", 300)).isEqualTo(second);
            List<String> all = new ArrayList<>(first);
            all.addAll(second);
            assertThat(consume(broker, "t", "another", 800)).isEqualTo(all);
        }
    }

    @Test
    void topicsAreCreatedDescribedAndDeleted() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                Admin admin =
                        Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            NewTopic topic = new NewTopic("six", 6, (short) 1);
            get(admin.createTopics(List.of(topic)).all());
            TopicDescription description =
                    requireNonNull(
                            get(admin.describeTopics(List.of("six")).allTopicNames()).get("six"));
            assertThat(description.partitions()).hasSize(6);
            assertThat(description.partitions().getFirst().leader().port())
                    .isEqualTo(broker.port());
            assertThatThrownBy(() -> get(admin.createTopics(List.of(topic)).all()))
                    .hasCauseInstanceOf(TopicExistsException.class);
            assertThat(get(admin.describeCluster().nodes())).hasSize(1);
            get(admin.deleteTopics(List.of("six")).all());
            assertThat(get(admin.listTopics().names())).isEqualTo(Set.of());
        }
    }

    @Test
    void idempotentProducerAndExplicitOffsets() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                KafkaProducer<String, String> producer =
                        producer(broker, Map.of("enable.idempotence", "true"))) {
            List<Future<RecordMetadata>> acks = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                acks.add(producer.send(new ProducerRecord<>("t", 0, "k" + i, "v" + i)));
            }
            producer.flush();
            for (int i = 0; i < 100; i++) {
                assertThat(get(acks.get(i)).offset()).isEqualTo(i);
            }
            try (KafkaConsumer<String, String> consumer = consumer(broker, "g")) {
                TopicPartition partition = new TopicPartition("t", 0);
                consumer.assign(List.of(partition));
                consumer.seek(partition, 42);
                ConsumerRecord<String, String> record = poll(consumer, 1).getFirst();
                assertThat(record.offset()).isEqualTo(42);
                assertThat(record.key()).isEqualTo("k42");
                assertThat(consumer.endOffsets(List.of(partition))).containsEntry(partition, 100L);
            }
        }
    }

    @Test
    void twoBrokersCannotShareADataFolder(@TempDir Path data) {
        try (EmbeddedBroker first = EmbeddedBroker.start(data, Map.of())) {
            assertThat(first.port()).isPositive();
            assertThatThrownBy(() -> EmbeddedBroker.start(data, Map.of()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in use")
                    .hasMessageContaining(data.toString());
        }
        EmbeddedBroker.start(data, Map.of()).close();
    }

    private static List<String> produce(
            EmbeddedBroker broker, String topic, int count, Map<String, String> settings)
            throws Exception {
        List<String> sent = new ArrayList<>();
        try (KafkaProducer<String, String> producer = producer(broker, settings)) {
            List<Future<RecordMetadata>> acks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String value = "value " + i + " " + "x".repeat(i % 200);
                sent.add(value);
                acks.add(producer.send(new ProducerRecord<>(topic, value)));
            }
            producer.flush();
            for (Future<RecordMetadata> ack : acks) {
                get(ack);
            }
        }
        return sent;
    }

    private static List<String> consume(
            EmbeddedBroker broker, String topic, String group, int count) {
        try (KafkaConsumer<String, String> consumer = consumer(broker, group)) {
            consumer.subscribe(List.of(topic));
            List<String> values =
                    poll(consumer, count).stream().map(ConsumerRecord::value).toList();
            consumer.commitSync();
            return values;
        }
    }

    private static List<ConsumerRecord<String, String>> poll(
            KafkaConsumer<String, String> consumer, int count) {
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (records.size() < count) {
            if (System.nanoTime() > endNs) {
                throw new AssertionError("only " + records.size() + " of " + count + " records");
            }
            consumer.poll(POLL).forEach(records::add);
        }
        return records;
    }

    private static KafkaProducer<String, String> producer(
            EmbeddedBroker broker, Map<String, String> settings) {
        Map<String, Object> all = new java.util.HashMap<>(settings);
        all.put("bootstrap.servers", broker.bootstrapServers());
        all.put("linger.ms", "5");
        return new KafkaProducer<>(all, new StringSerializer(), new StringSerializer());
    }

    private static KafkaConsumer<String, String> consumer(EmbeddedBroker broker, String group) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        broker.bootstrapServers(),
                        "group.id",
                        group,
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        "false"),
                new StringDeserializer(),
                new StringDeserializer());
    }

    private static <T> T get(Future<T> future) throws Exception {
        try {
            return future.get(DEADLINE_S, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new ExecutionException(e.getCause());
        }
    }
}
