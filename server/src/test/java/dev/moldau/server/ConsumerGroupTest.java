package dev.moldau.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.consumer.ConsumerRecord;
import dev.moldau.client.consumer.OffsetAndMetadata;
import dev.moldau.client.consumer.RebalanceListener;
import dev.moldau.client.errors.CommitFailedException;
import dev.moldau.client.errors.WakeupException;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.client.serialization.StringSerializer;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our consumer in groups, alone and with Kafka's own, against the embedded broker. */
@Timeout(120)
class ConsumerGroupTest {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final long DEADLINE_NS = 60_000_000_000L;
    private static final int PARTITIONS = 6;
    private static final AtomicLong ROUND = new AtomicLong();
    private static final Map<String, String> BROKER =
            Map.of(
                    "group.initial.rebalance.delay.ms",
                    "0",
                    "num.partitions",
                    String.valueOf(PARTITIONS));

    @Test
    void aGroupGoesOnWhereItStopped() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            Set<String> sent = produce(broker, "t", 600);
            Set<String> read = new HashSet<>();
            try (Consumer<String, String> first = consumer(broker, Map.of())) {
                first.subscribe(List.of("t"));
                until(() -> poll(first, read) && read.size() >= 200);
            }
            int before = read.size();
            try (Consumer<String, String> second = consumer(broker, Map.of())) {
                second.subscribe(List.of("t"));
                List<String> rest = new ArrayList<>();
                until(() -> poll(second, rest) && rest.size() + before >= 600);
                assertThat(rest).as("nothing is read twice").doesNotContainAnyElementsOf(read);
                read.addAll(rest);
            }
            assertThat(read).isEqualTo(sent);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"range", "roundrobin", "sticky", "cooperative-sticky"})
    void kafkasConsumersAndOursShareAGroup(String assignor) {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            Set<String> read = new HashSet<>();
            Set<String> sent = produce(broker, "t", 300);
            Map<String, String> settings = Map.of("partition.assignment.strategy", assignor);
            try (Consumer<String, String> ours = consumer(broker, settings)) {
                ours.subscribe(List.of("t"));
                until(() -> poll(ours, read) && ours.assignment().size() == PARTITIONS);
                try (KafkaConsumer<String, String> theirs = kafkas(broker, assignor)) {
                    theirs.subscribe(List.of("t"));
                    until(
                            () -> {
                                poll(ours, read);
                                poll(theirs, read);
                                return ours.assignment().size() == PARTITIONS / 2
                                        && theirs.assignment().size() == PARTITIONS / 2;
                            });
                    sent.addAll(produce(broker, "t", 300));
                    until(
                            () -> {
                                poll(ours, read);
                                poll(theirs, read);
                                return read.containsAll(sent);
                            });
                    try (Consumer<String, String> third = consumer(broker, settings)) {
                        third.subscribe(List.of("t"));
                        until(
                                () -> {
                                    poll(ours, read);
                                    poll(theirs, read);
                                    poll(third, read);
                                    return ours.assignment().size() == 2
                                            && theirs.assignment().size() == 2
                                            && third.assignment().size() == 2;
                                });
                    }
                }
                until(() -> poll(ours, read) && ours.assignment().size() == PARTITIONS);
                sent.addAll(produce(broker, "t", 100));
                until(() -> poll(ours, read) && read.containsAll(sent));
            }
        }
    }

    @Test
    void whenAnotherMemberLeadsOursTakesWhatItGives() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            Set<String> read = new HashSet<>();
            Set<String> sent = produce(broker, "t", 100);
            try (KafkaConsumer<String, String> theirs = kafkas(broker, "cooperative-sticky");
                    Consumer<String, String> ours =
                            consumer(
                                    broker,
                                    Map.of(
                                            "partition.assignment.strategy",
                                            "cooperative-sticky"))) {
                theirs.subscribe(List.of("t"));
                until(() -> poll(theirs, read) && theirs.assignment().size() == PARTITIONS);
                ours.subscribe(List.of("t"));
                until(
                        () -> {
                            poll(ours, read);
                            poll(theirs, read);
                            return ours.assignment().size() == PARTITIONS / 2
                                    && theirs.assignment().size() == PARTITIONS / 2;
                        });
                sent.addAll(produce(broker, "t", 100));
                until(
                        () -> {
                            poll(ours, read);
                            poll(theirs, read);
                            return read.containsAll(sent);
                        });
            }
        }
    }

    @Test
    void partitionsThatDoNotMoveAreNeverGivenUp() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            produce(broker, "t", 60);
            Map<String, String> settings =
                    Map.of("partition.assignment.strategy", "cooperative-sticky");
            Set<TopicPartition> revoked = new HashSet<>();
            try (Consumer<String, String> first = consumer(broker, settings);
                    Consumer<String, String> second = consumer(broker, settings)) {
                first.subscribe(
                        List.of("t"),
                        new RebalanceListener() {
                            @Override
                            public void onPartitionsRevoked(Collection<TopicPartition> gone) {
                                revoked.addAll(gone);
                            }

                            @Override
                            public void onPartitionsAssigned(Collection<TopicPartition> fresh) {
                                fresh.forEach(one -> assertThat(revoked).doesNotContain(one));
                            }
                        });
                until(() -> poll(first) && first.assignment().size() == PARTITIONS);
                second.subscribe(List.of("t"));
                until(() -> poll(first) && poll(second) && second.assignment().size() == 3);
                assertThat(revoked).hasSize(3).doesNotContainAnyElementsOf(first.assignment());
            }
        }
    }

    @Test
    void offsetsAreCommittedInOrderWithEpochsAndText() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            produce(broker, "t", 60);
            TopicPartition t0 = new TopicPartition("t", 0);
            List<Long> told = new ArrayList<>();
            try (Consumer<String, String> consumer =
                    consumer(broker, Map.of("enable.auto.commit", "false"))) {
                consumer.subscribe(List.of("t"));
                until(
                        () ->
                                poll(consumer)
                                        && consumer.assignment().contains(t0)
                                        && consumer.position(t0) > 3);
                for (long offset = 1; offset <= 3; offset++) {
                    consumer.commitAsync(
                            Map.of(t0, new OffsetAndMetadata(offset)),
                            (offsets, error) -> {
                                assertThat(error).isNull();
                                told.add(offsets.values().iterator().next().offset());
                            });
                }
                consumer.commitSync(Map.of(t0, new OffsetAndMetadata(2, 0, "by hand")));
                assertThat(told).containsExactly(1L, 2L, 3L);
                assertThat(consumer.committed(Set.of(t0)))
                        .containsEntry(t0, new OffsetAndMetadata(2, 0, "by hand"));
                consumer.commitSync();
                OffsetAndMetadata last = requireNonNull(consumer.committed(Set.of(t0)).get(t0));
                assertThat(last.offset()).isEqualTo(consumer.position(t0));
                assertThat(last.leaderEpoch()).as("FIELD-REPORTS row 32").isNotNegative();
            }
        }
    }

    @Test
    void aPatternFindsTopicsThatComeLater() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            Set<String> read = new HashSet<>();
            Set<String> sent = produce(broker, "orders-1", 20);
            try (Consumer<String, String> consumer =
                    consumer(broker, Map.of("metadata.max.age.ms", "300"))) {
                consumer.subscribe(Pattern.compile("orders-\\d"));
                until(() -> poll(consumer, read) && read.containsAll(sent));
                sent.addAll(produce(broker, "orders-2", 20));
                produce(broker, "invoices", 5);
                until(() -> poll(consumer, read) && read.containsAll(sent));
                assertThat(read).isEqualTo(sent);
            }
        }
    }

    @Test
    void whoDoesNotPollLosesItsPartitionsAndComesBackByPolling() {
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            produce(broker, "t", 20);
            Map<String, String> settings =
                    Map.of(
                            "max.poll.interval.ms",
                            "1000",
                            "heartbeat.interval.ms",
                            "200",
                            "enable.auto.commit",
                            "false");
            try (Consumer<String, String> slow = consumer(broker, settings);
                    Consumer<String, String> other = consumer(broker, settings)) {
                slow.subscribe(List.of("t"));
                Set<String> read = new HashSet<>();
                until(() -> poll(slow, read) && read.size() == 20);
                other.subscribe(List.of("t"));
                until(() -> poll(other) && other.assignment().size() == PARTITIONS);
                assertThatThrownBy(slow::commitSync).isInstanceOf(CommitFailedException.class);
                until(() -> poll(slow) && poll(other) && slow.assignment().size() == 3);
            }
        }
    }

    @Test
    void wakeupEndsAPollAndCloseReturns() throws Exception {
        Consumer<String, String> consumer;
        try (EmbeddedBroker broker = EmbeddedBroker.start(BROKER)) {
            produce(broker, "t", 1);
            consumer = consumer(broker, Map.of());
            consumer.subscribe(List.of("t"));
            List<String> read = new ArrayList<>();
            until(() -> poll(consumer, read) && !read.isEmpty());
            Thread other = new Thread(consumer::wakeup);
            other.start();
            assertThatThrownBy(() -> consumer.poll(Duration.ofSeconds(60)))
                    .isInstanceOf(WakeupException.class);
            other.join();
        }
        long beganNs = System.nanoTime();
        consumer.close(Duration.ofSeconds(2));
        assertThat(System.nanoTime() - beganNs)
                .as("FIELD-REPORTS row 36: close is bounded, brokers or not")
                .isLessThan(10_000_000_000L);
    }

    private static Consumer<String, String> consumer(
            EmbeddedBroker broker, Map<String, String> settings) {
        Map<String, Object> config = new HashMap<>();
        config.put("auto.offset.reset", "earliest");
        config.put("group.id", "g");
        config.put("heartbeat.interval.ms", "200");
        config.putAll(settings);
        config.put("bootstrap.servers", broker.bootstrapServers());
        return Consumer.create(config, new StringDeserializer(), new StringDeserializer());
    }

    private static KafkaConsumer<String, String> kafkas(EmbeddedBroker broker, String assignor) {
        Map<String, String> classes =
                Map.of(
                        "range", "RangeAssignor",
                        "roundrobin", "RoundRobinAssignor",
                        "sticky", "StickyAssignor",
                        "cooperative-sticky", "CooperativeStickyAssignor");
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", broker.bootstrapServers());
        config.put("auto.offset.reset", "earliest");
        config.put("group.id", "g");
        config.put("heartbeat.interval.ms", "200");
        config.put(
                "partition.assignment.strategy",
                "org.apache.kafka.clients.consumer." + classes.get(assignor));
        return new KafkaConsumer<>(
                config,
                new org.apache.kafka.common.serialization.StringDeserializer(),
                new org.apache.kafka.common.serialization.StringDeserializer());
    }

    private static boolean poll(Consumer<String, String> consumer) {
        return poll(consumer, new ArrayList<>());
    }

    private static boolean poll(Consumer<String, String> consumer, Collection<String> read) {
        for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
            read.add(String.valueOf(record.value()));
        }
        return true;
    }

    private static boolean poll(KafkaConsumer<String, String> consumer, Collection<String> read) {
        consumer.poll(POLL).forEach(record -> read.add(record.value()));
        return true;
    }

    private static void until(BooleanSupplier done) {
        long beganNs = System.nanoTime();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime() - beganNs).as("in time").isLessThan(DEADLINE_NS);
        }
    }

    private static Set<String> produce(EmbeddedBroker broker, String topic, int count) {
        Map<String, Object> config = Map.of("bootstrap.servers", broker.bootstrapServers());
        Set<String> sent = new HashSet<>();
        List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());
        long round = ROUND.incrementAndGet();
        try (Producer<String, String> producer =
                Producer.create(config, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < count; i++) {
                String value = topic + " " + round + " " + i;
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
}
