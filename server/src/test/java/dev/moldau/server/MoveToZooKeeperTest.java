package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.store.zookeeper.EmbeddedZooKeeper;
import dev.moldau.common.config.BrokerConfig;
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
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MoveToZooKeeperTest {

    private static final long DEADLINE_S = 60;

    @TempDir Path folder;

    private Map<String, String> settings(Map<String, String> more) {
        Map<String, String> all = new HashMap<>();
        all.put("log.dirs", data().toString());
        all.put("offsets.topic.replication.factor", "1");
        all.put("offsets.topic.num.partitions", "3");
        all.put("group.initial.rebalance.delay.ms", "0");
        all.putAll(more);
        return all;
    }

    private Path data() {
        return folder.resolve("data");
    }

    @Test
    void theBrokerGoesOnAsTheFirstOfAClusterWithWhatItHad() throws Exception {
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(folder.resolve("zookeeper"))) {
            String clusterId;
            try (EmbeddedBroker alone = EmbeddedBroker.start(data(), settings(Map.of()))) {
                clusterId = create(alone, "t");
                produce(alone, List.of("a", "b", "c"));
                assertThat(consume(alone, 2)).containsExactly("a", "b");
            }
            Map<String, String> shared =
                    settings(Map.of("zookeeper.connect", zooKeeper.connect() + "/moved"));
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> EmbeddedBroker.start(data(), shared))
                    .withMessageContaining("bin/moldau cluster move");
            MoveToZooKeeper move = new MoveToZooKeeper(BrokerConfig.of(shared));
            assertThat(move.run().keptAs()).isEqualTo(data().resolve("cluster.mv.moved"));
            try (EmbeddedBroker first = EmbeddedBroker.start(data(), shared);
                    EmbeddedBroker second =
                            EmbeddedBroker.start(
                                    folder.resolve("second"),
                                    Map.of(
                                            "node.id",
                                            "2",
                                            "zookeeper.connect",
                                            zooKeeper.connect() + "/moved"));
                    Admin admin =
                            Admin.create(Map.of("bootstrap.servers", second.bootstrapServers()))) {
                assertThat(get(admin.describeCluster().clusterId())).isEqualTo(clusterId);
                assertThat(get(admin.describeCluster().nodes())).hasSize(2);
                produce(first, List.of("d"));
                assertThat(consume(first, 2)).as("the group goes on").containsExactly("c", "d");
            }
        }
    }

    @Test
    void aMoveWithoutAPlaceToGoNamesTheKey() {
        MoveToZooKeeper move = new MoveToZooKeeper(BrokerConfig.of(settings(Map.of())));
        assertThatExceptionOfType(StartException.class)
                .isThrownBy(move::run)
                .withMessageContaining("zookeeper.connect is not set");
    }

    @Test
    void aPlaceThatDoesNotAnswerIsNamed() {
        MoveToZooKeeper move =
                new MoveToZooKeeper(
                        BrokerConfig.of(
                                settings(
                                        Map.of(
                                                "zookeeper.connect",
                                                "127.0.0.1:1/moved",
                                                "zookeeper.connection.timeout.ms",
                                                "300"))));
        assertThatExceptionOfType(StartException.class)
                .isThrownBy(move::run)
                .withMessageContaining("127.0.0.1:1/moved did not answer");
    }

    private static String create(EmbeddedBroker broker, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            get(admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all());
            return get(admin.describeCluster().clusterId());
        }
    }

    private static void produce(EmbeddedBroker broker, List<String> values) throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers()),
                        new StringSerializer(),
                        new StringSerializer())) {
            for (String value : values) {
                get(producer.send(new ProducerRecord<>("t", value)));
            }
        }
    }

    private static List<String> consume(EmbeddedBroker broker, int count) {
        Map<String, Object> settings =
                Map.of(
                        "bootstrap.servers", broker.bootstrapServers(),
                        "group.id", "g",
                        "auto.offset.reset", "earliest",
                        "enable.auto.commit", "false",
                        "max.poll.records", "1");
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of("t"));
            long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
            while (values.size() < count && System.nanoTime() < deadlineNs) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            }
            consumer.commitSync();
        }
        return values;
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(DEADLINE_S, TimeUnit.SECONDS);
    }
}
