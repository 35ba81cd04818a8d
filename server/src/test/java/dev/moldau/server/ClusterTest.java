package dev.moldau.server;

import static dev.moldau.server.ClusterClients.admin;
import static dev.moldau.server.ClusterClients.await;
import static dev.moldau.server.ClusterClients.consume;
import static dev.moldau.server.ClusterClients.describe;
import static dev.moldau.server.ClusterClients.get;
import static dev.moldau.server.ClusterClients.makeTopic;
import static dev.moldau.server.ClusterClients.produce;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three brokers as one cluster, seen by Kafka's own clients. */
@Timeout(120)
class ClusterTest {

    @TempDir Path folder;

    @Test
    void recordsAreReplicatedAndAGroupReadsThem() throws Exception {
        try (ClusterUnderTest cluster = ClusterUnderTest.of(3, folder, Map.of());
                Admin admin = admin(cluster)) {
            assertThat(get(admin.describeCluster().nodes())).hasSize(3);
            makeTopic(admin, "t", 6);
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
        // may wait for that.
        Map<String, String> settings =
                Map.of("min.insync.replicas", "2", "replica.lag.time.max.ms", "600000");
        try (ClusterUnderTest cluster = ClusterUnderTest.of(3, folder, settings);
                Admin admin = admin(cluster)) {
            makeTopic(admin, "t", 6);
            List<String> sent = new ArrayList<>(produce(cluster, "t", 0, 1_000));
            assertThat(consume(cluster, "t", "g", 1_000)).hasSize(1_000);
            cluster.stop(1);
            assertThat(describe(admin, "t").partitions())
                    .allSatisfy(p -> assertThat(requireNonNull(p.leader()).id()).isNotEqualTo(1))
                    .allSatisfy(p -> assertThat(p.isr()).hasSize(2));
            sent.addAll(produce(cluster, "t", 1_000, 1_000));
            await(
                    () ->
                            cluster.figures().stream()
                                    .allMatch(
                                            f ->
                                                    f.cluster().brokersGone() == 1
                                                            && f.partitions().underReplicated() > 0
                                                            && f.inSyncShrinks() > 0));
            assertThat(cluster.figures())
                    .allSatisfy(f -> assertThat(f.cluster().offline()).isZero())
                    .allSatisfy(f -> assertThat(f.inSyncExpands()).isZero());
            cluster.start(1);
            await(
                    () ->
                            cluster.figures().stream()
                                    .allMatch(f -> f.partitions().underReplicated() == 0));
            assertThat(describe(admin, "t").partitions())
                    .allSatisfy(p -> assertThat(p.isr()).hasSize(3));
            assertThat(cluster.figures())
                    .allSatisfy(f -> assertThat(f.cluster().brokersGone()).isZero())
                    .allSatisfy(f -> assertThat(f.partitions().withoutLeader()).isZero())
                    .allSatisfy(f -> assertThat(f.imageAgeMs()).isLessThan(60_000))
                    .anySatisfy(f -> assertThat(f.imageAgeMs()).as("controller").isZero())
                    .anySatisfy(f -> assertThat(f.inSyncExpands()).isPositive());
            assertThat(cluster.figures().getFirst().replication().bytes())
                    .as("what broker 1 missed")
                    .isPositive();
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
            makeTopic(admin, "t", 3);
            sent = produce(cluster, "t", 0, 1_000);
        }
        try (ClusterUnderTest cluster = ClusterUnderTest.of(3, folder, Map.of())) {
            assertThat(consume(cluster, "t", "g", 1_000)).containsExactlyInAnyOrderElementsOf(sent);
        }
    }
}
