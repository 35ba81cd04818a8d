package dev.moldau.client.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.moldau.client.errors.FatalException;
import dev.moldau.client.fake.FakeBrokers;
import dev.moldau.client.fake.FinalLog;
import dev.moldau.common.config.InvalidConfigException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A producer as applications make it, all its parts together, and brokers behind sockets. */
@Timeout(60)
class ProducerOverSocketsTest {

    private final FakeBrokers brokers = new FakeBrokers(2);

    ProducerOverSocketsTest() {
        brokers.change(cluster -> cluster.createTopic("t", 4));
    }

    @AfterEach
    void close() {
        brokers.close();
    }

    private Map<String, Object> config() {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", brokers.bootstrapServers());
        config.put("key.serializer", "org.apache.kafka.common.serialization.StringSerializer");
        config.put("value.serializer", "org.apache.kafka.common.serialization.StringSerializer");
        return config;
    }

    private List<String> values() {
        List<String> values = new ArrayList<>();
        for (FinalLog log : brokers.in(FinalLog::of)) {
            log.records()
                    .forEach(
                            record ->
                                    values.add(
                                            new String(
                                                    Objects.requireNonNull(record.value()),
                                                    StandardCharsets.UTF_8)));
        }
        return values;
    }

    @Test
    void recordsArriveOnceAndTheThreadEnds() {
        List<String> sent = new ArrayList<>();
        AtomicInteger answered = new AtomicInteger();
        Map<String, Object> config = config();
        config.put("compression.type", "lz4");
        config.put("client.id", "ends");
        Producer<String, String> producer = Producer.create(config);
        for (int i = 0; i < 5_000; i++) {
            String value = "value " + i;
            sent.add(value);
            ProducerRecord<String, String> record =
                    new ProducerRecord<>("t", i % 2 == 0 ? "key " + i % 7 : null, value);
            producer.send(
                    record,
                    (metadata, error) -> {
                        if (error == null) {
                            answered.incrementAndGet();
                        }
                    });
        }
        producer.flush();
        String thread = "moldau-client-ends";
        assertThat(threadNames()).contains(thread);
        assertThat(answered).hasValue(5_000);
        assertThat(values()).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(producer.metrics().get("moldau_producer_records_sent_total"))
                .satisfies(metric -> assertThat(metric.value()).isEqualTo(5_000));
        assertThat(producer.metrics().get("moldau_producer_buffer_available_bytes"))
                .satisfies(metric -> assertThat(metric.value()).isEqualTo(33_554_432));
        producer.close(Duration.ofSeconds(20));
        assertThatThrownBy(() -> producer.send(new ProducerRecord<>("t", "late"), (m, e) -> {}))
                .isInstanceOf(FatalException.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> !threadNames().contains(thread));
    }

    private static List<String> threadNames() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    @Test
    void settingsMayComeFromAFile() {
        Properties config = new Properties();
        config.putAll(config());
        try (Producer<String, String> producer = Producer.create(config)) {
            assertThat(producer.send(new ProducerRecord<>("t", "v")))
                    .succeedsWithin(Duration.ofSeconds(20));
        }
    }

    @Test
    void theSynchronousFaceTellsOffsets() {
        Map<String, Object> config = config();
        config.put("linger.ms", 0);
        try (SyncProducer<String, String> sync = new SyncProducer<>(Producer.create(config))) {
            for (int i = 0; i < 10; i++) {
                RecordMetadata went =
                        sync.send(new ProducerRecord<>("t", 1, null, null, "v" + i, List.of()));
                assertThat(went.offset()).isEqualTo(i);
            }
        }
    }

    /** FIELD-REPORTS 2: close returns with no broker there. */
    @Test
    void closeReturnsInTimeWithoutBrokers() {
        Producer<String, String> producer = Producer.create(config());
        var answer = producer.send(new ProducerRecord<>("t", "v"));
        assertThat(answer).succeedsWithin(Duration.ofSeconds(20));
        brokers.close();
        var lost = producer.send(new ProducerRecord<>("t", "v"));
        producer.close(Duration.ofMillis(100));
        assertThat(lost).failsWithin(Duration.ofSeconds(20));
    }

    @Test
    void settingsThatCannotBeUsedAreRefusedBeforeAnythingRuns() {
        Map<String, Object> config = config();
        config.put("bootstrap.servers", "localhost");
        assertThatThrownBy(() -> Producer.create(config))
                .isInstanceOf(InvalidConfigException.class);
        config.remove("bootstrap.servers");
        assertThatThrownBy(() -> Producer.create(config))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("bootstrap.servers");
    }

    @Test
    void kafkasNameOfARoundRobinPartitionerMeansOurs() {
        Map<String, Object> config = config();
        config.put("partitioner.class", "org.apache.kafka.clients.producer.RoundRobinPartitioner");
        try (SyncProducer<String, String> sync = new SyncProducer<>(Producer.create(config))) {
            List<Integer> partitions = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                partitions.add(
                        sync.send(new ProducerRecord<>("t", "k", "v")).partition().partition());
            }
            assertThat(partitions).containsExactly(0, 1, 2, 3, 0, 1, 2, 3);
        }
    }
}
