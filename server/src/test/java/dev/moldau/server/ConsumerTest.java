package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.Header;
import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.consumer.ConsumerRecord;
import dev.moldau.client.errors.NoOffsetForPartitionException;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.client.serialization.StringSerializer;
import dev.moldau.common.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our consumer against the embedded broker, with partitions that it gives itself. */
@Timeout(90)
class ConsumerTest {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long DEADLINE_NS = 30_000_000_000L;
    private static final TopicPartition T0 = new TopicPartition("t", 0);

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void whatIsProducedIsRead(String compression) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(Map.of())) {
            List<String> sent = produce(broker, 5_000, Map.of("compression.type", compression));
            try (Consumer<String, String> consumer =
                    consumer(broker, Map.of("auto.offset.reset", "earliest"))) {
                consumer.assign(List.of(T0));
                List<ConsumerRecord<String, String>> read = read(consumer, sent.size());
                assertThat(read).extracting(ConsumerRecord::value).containsExactlyElementsOf(sent);
                assertThat(read.get(7).headers())
                        .containsExactly(
                                new Header("n", "7".getBytes(StandardCharsets.UTF_8)),
                                new Header("none", null));
                assertThat(read.get(7).key()).isEqualTo("k7");
                assertThat(consumer.position(T0)).isEqualTo(sent.size());
                assertThat(consumer.currentLag(T0)).hasValue(0);
            }
        }
    }

    @Test
    void seeksGoWhereTheyAreToldAndOffsetsAreFound() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(Map.of())) {
            List<String> sent = produce(broker, 1_000, Map.of());
            try (Consumer<String, String> consumer = consumer(broker, Map.of())) {
                consumer.assign(List.of(T0));
                assertThat(consumer.position(T0)).as("latest").isEqualTo(1_000);
                consumer.seek(T0, 990);
                assertThat(read(consumer, 10))
                        .extracting(ConsumerRecord::value)
                        .containsExactlyElementsOf(sent.subList(990, 1_000));
                consumer.seekToBeginning(Set.of());
                assertThat(read(consumer, 1).get(0).offset()).isZero();
                consumer.seekToEnd(List.of(T0));
                assertThat(consumer.position(T0)).isEqualTo(1_000);
                assertThat(consumer.beginningOffsets(List.of(T0))).containsEntry(T0, 0L);
                assertThat(consumer.endOffsets(List.of(T0))).containsEntry(T0, 1_000L);
                assertThat(consumer.offsetsForTimes(Map.of(T0, 500L)))
                        .hasEntrySatisfying(T0, found -> assertThat(found.offset()).isEqualTo(500));
                assertThat(consumer.offsetsForTimes(Map.of(T0, 5_000L))).isEmpty();
            }
        }
    }

    @Test
    void pausedPartitionsWaitAndGoOnWithoutALoss() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(Map.of())) {
            List<String> sent = produce(broker, 100, Map.of());
            try (Consumer<String, String> consumer =
                    consumer(
                            broker,
                            Map.of("auto.offset.reset", "earliest", "max.poll.records", "10"))) {
                consumer.assign(List.of(T0));
                List<ConsumerRecord<String, String>> read = read(consumer, 10);
                consumer.pause(List.of(T0));
                assertThat(consumer.poll(POLL).isEmpty()).isTrue();
                assertThat(consumer.paused()).containsExactly(T0);
                consumer.resume(List.of(T0));
                read.addAll(read(consumer, 90));
                assertThat(read).extracting(ConsumerRecord::value).containsExactlyElementsOf(sent);
            }
        }
    }

    @Test
    void withoutAResetPolicyItIsAnErrorNotToKnowWhereToBegin() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(Map.of())) {
            produce(broker, 10, Map.of());
            try (Consumer<String, String> consumer =
                    consumer(broker, Map.of("auto.offset.reset", "none"))) {
                consumer.assign(List.of(T0));
                assertThatThrownBy(() -> read(consumer, 1))
                        .isInstanceOf(NoOffsetForPartitionException.class)
                        .hasMessageContaining("t-0");
                consumer.seek(T0, 3);
                assertThat(read(consumer, 1).get(0).offset()).isEqualTo(3);
            }
        }
    }

    private static Consumer<String, String> consumer(
            EmbeddedBroker broker, Map<String, String> settings) {
        Map<String, Object> config = new HashMap<>(settings);
        config.put("bootstrap.servers", broker.bootstrapServers());
        return Consumer.create(config, new StringDeserializer(), new StringDeserializer());
    }

    private static List<String> produce(
            EmbeddedBroker broker, int count, Map<String, String> settings) {
        Map<String, Object> config = new HashMap<>(settings);
        config.put("bootstrap.servers", broker.bootstrapServers());
        List<String> sent = new ArrayList<>();
        List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        try (Producer<String, String> producer =
                Producer.create(config, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < count; i++) {
                String value = "value " + i;
                List<Header> headers =
                        List.of(
                                new Header("n", String.valueOf(i).getBytes(StandardCharsets.UTF_8)),
                                new Header("none", null));
                producer.send(
                        new ProducerRecord<>("t", 0, (long) i, "k" + i, value, headers),
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

    private static List<ConsumerRecord<String, String>> read(
            Consumer<String, String> consumer, int count) {
        List<ConsumerRecord<String, String>> read = new ArrayList<>();
        long beganNs = System.nanoTime();
        while (read.size() < count) {
            assertThat(System.nanoTime() - beganNs).as("read %s", read).isLessThan(DEADLINE_NS);
            consumer.poll(POLL).forEach(read::add);
        }
        return read;
    }
}
