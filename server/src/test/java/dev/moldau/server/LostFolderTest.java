package dev.moldau.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Brokers whose disk is replaced: what was acknowledged is not gone without a word. */
@Timeout(120)
class LostFolderTest {

    private static final long DEADLINE_S = 60;
    private static final TopicPartition T = new TopicPartition("t", 0);

    @TempDir Path folder;

    @Test
    void theOnlyReplicaDoesNotServeFromAnEmptyFolderUnlessSomebodyAsksForThat() throws Exception {
        try (ClusterUnderTest cluster = ClusterUnderTest.of(2, folder, Map.of());
                Admin admin = admin(cluster)) {
            create(admin, 2);
            produce(cluster, 100);
            restartWithout(cluster, 2);
            assertThat(leader(admin)).isEmpty();
            get(admin.electLeaders(ElectionType.UNCLEAN, Set.of(T)).all());
            assertThat(leader(admin)).hasValue(2);
            assertThat(end(admin)).isZero();
            produce(cluster, 10);
            assertThat(end(admin)).isEqualTo(10);
        }
    }

    @Test
    void theLastReplicaInSyncIsWaitedForUntilItsFolderIsBack() throws Exception {
        try (ClusterUnderTest cluster = ClusterUnderTest.of(3, folder, Map.of());
                Admin admin = admin(cluster)) {
            create(admin, 2, 3);
            produce(cluster, 100);
            cluster.stop(3);
            produce(cluster, 100);
            Path kept = restartWithout(cluster, 2);
            cluster.start(3);
            assertThat(leader(admin)).as("neither the empty nor the old one").isEmpty();
            cluster.stop(2);
            Files.move(folder.resolve("broker-2"), folder.resolve("empty-2"));
            Files.move(kept, folder.resolve("broker-2"));
            cluster.start(2);
            assertThat(leader(admin)).hasValue(2);
            assertThat(end(admin)).isEqualTo(200);
        }
    }

    @Test
    void whereAnotherReplicaIsInSyncAnEmptyFolderIsFilledFromIt() throws Exception {
        try (ClusterUnderTest cluster = ClusterUnderTest.of(2, folder, Map.of());
                Admin admin = admin(cluster)) {
            create(admin, 2, 1);
            produce(cluster, 100);
            restartWithout(cluster, 2);
            assertThat(leader(admin)).hasValue(1);
            long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
            while (isr(admin).size() < 2) {
                assertThat(System.nanoTime()).as("deadline").isLessThan(deadlineNs);
                TimeUnit.MILLISECONDS.sleep(20);
            }
            get(admin.electLeaders(ElectionType.PREFERRED, Set.of(T)).all());
            assertThat(leader(admin)).hasValue(2);
            assertThat(end(admin)).isEqualTo(100);
        }
    }

    /** Answers where the folder is that the broker had. */
    private Path restartWithout(ClusterUnderTest cluster, int id) throws Exception {
        cluster.stop(id);
        Path kept = folder.resolve("kept-" + id);
        Files.move(folder.resolve("broker-" + id), kept);
        cluster.start(id);
        return kept;
    }

    private static Admin admin(ClusterUnderTest cluster) {
        return Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    }

    private static void create(Admin admin, Integer... replicas) throws Exception {
        NewTopic topic = new NewTopic(T.topic(), Map.of(0, List.of(replicas)));
        get(admin.createTopics(List.of(topic)).all());
    }

    private static void produce(ClusterUnderTest cluster, int count) throws Exception {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all");
        List<Future<RecordMetadata>> results = new ArrayList<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < count; i++) {
                results.add(producer.send(new ProducerRecord<>(T.topic(), "value-" + i)));
            }
            producer.flush();
        }
        for (Future<RecordMetadata> result : results) {
            result.get(DEADLINE_S, TimeUnit.SECONDS);
        }
    }

    private static Optional<Integer> leader(Admin admin) throws Exception {
        return Optional.ofNullable(partition(admin).leader()).map(Node::id);
    }

    private static List<Node> isr(Admin admin) throws Exception {
        return partition(admin).isr();
    }

    private static TopicPartitionInfo partition(Admin admin) throws Exception {
        var found = get(admin.describeTopics(List.of(T.topic())).allTopicNames());
        return requireNonNull(found.get(T.topic())).partitions().getFirst();
    }

    private static long end(Admin admin) throws Exception {
        return requireNonNull(get(admin.listOffsets(Map.of(T, OffsetSpec.latest())).all()).get(T))
                .offset();
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(DEADLINE_S, TimeUnit.SECONDS);
    }
}
