package dev.moldau.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.ConfigChange;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.ForgetDeletedTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.controller.ControllerCommand.TopicRef;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.LogKeys;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalClusterTest {

    private static final RegisterBroker REGISTRATION =
            new RegisterBroker(1, List.of(new Endpoint("PLAINTEXT", "PLAINTEXT", "", 9092)), null);

    @TempDir Path folder;

    private LocalCluster open(String nodeId) {
        return LocalCluster.open(
                folder.resolve("cluster/cluster.mv"),
                BrokerConfig.of(Map.of("node.id", nodeId)),
                new DirectLane(),
                new Random(1));
    }

    @Test
    void everythingSurvivesARestartButThePresenceOfTheBroker() {
        String clusterId;
        try (LocalCluster cluster = open("1")) {
            cluster.submit(REGISTRATION).join();
            cluster.submit(
                            new CreateTopics(
                                    List.of(NewTopic.of("t", 2, 1, Map.of("retention.ms", "5"))),
                                    false))
                    .join();
            cluster.submit(
                            new AlterConfigs(
                                    List.of(
                                            new ConfigChange(
                                                    ConfigResource.ALL_BROKERS,
                                                    List.of(
                                                            new ConfigOperation(
                                                                    "message.max.bytes",
                                                                    ConfigOperation.Type.SET,
                                                                    "77")),
                                                    false)),
                                    false))
                    .join();
            clusterId = cluster.images().current().clusterId();
        }
        try (LocalCluster cluster = open("1")) {
            ClusterImage image = cluster.images().current();
            assertThat(image.clusterId()).isEqualTo(clusterId).hasSize(22);
            assertThat(image.topic("t").orElseThrow().partitions()).hasSize(2);
            assertThat(image.aliveBrokers()).isEmpty();
            assertThat(image.brokers().values())
                    .singleElement()
                    .matches(b -> b.endpoint("PLAINTEXT").isPresent());
            assertThat(cluster.configs().broker(image).get(LogKeys.MESSAGE_MAX_BYTES))
                    .isEqualTo(77);
            assertThat(cluster.configs().topic(image, image.topic("t").orElseThrow()).retentionMs())
                    .isEqualTo(5);
            assertThat(cluster.submit(REGISTRATION).join().epoch()).isEqualTo(1);
        }
    }

    @Test
    void aDeletedTopicIsRememberedAcrossARestartUntilItsFilesAreGone() {
        Uuid id;
        try (LocalCluster cluster = open("1")) {
            cluster.submit(REGISTRATION).join();
            id =
                    cluster.submit(
                                    new CreateTopics(
                                            List.of(NewTopic.of("t", 2, 1, Map.of())), false))
                            .join()
                            .getFirst()
                            .id();
            cluster.submit(new DeleteTopics(List.of(TopicRef.named("t")))).join();
        }
        try (LocalCluster cluster = open("1")) {
            assertThat(cluster.images().current().deletedTopics()).containsExactly(id);
            assertThat(cluster.images().current().topics()).isEmpty();
            List<Uuid> some = List.of(id, new Uuid(5, 5), id);
            assertThat(cluster.submit(new ForgetDeletedTopics(some)).join()).isEqualTo(1);
            assertThat(cluster.images().current().isDeletedTopic(id)).isFalse();
        }
        try (LocalCluster cluster = open("1")) {
            assertThat(cluster.images().current().deletedTopics()).isEmpty();
        }
    }

    @Test
    void aFolderOfAnotherBrokerIsRefused() {
        try (LocalCluster cluster = open("1")) {
            cluster.submit(REGISTRATION).join();
        }
        assertThatExceptionOfType(WrongNodeIdException.class)
                .isThrownBy(() -> open("2"))
                .withMessageContaining("belongs to broker [1]")
                .withMessageContaining("node.id is 2");
        open("1").close();
    }

    /** The figures are loose: they find a quadratic loop, not a slow machine. */
    @Test
    void aThousandTopicsAreMadeInOneStepAndReadBackQuickly() {
        List<NewTopic> topics = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            topics.add(NewTopic.of("topic-" + i, 1, 1, Map.of()));
        }
        long createdMs;
        long begun;
        try (LocalCluster cluster = open("1")) {
            cluster.submit(REGISTRATION).join();
            begun = System.nanoTime();
            assertThat(cluster.submit(new CreateTopics(topics, false)).join())
                    .noneMatch(r -> r.error().failed());
            createdMs = (System.nanoTime() - begun) / 1_000_000;
            cluster.submit(
                            new CreateTopics(
                                    List.of(NewTopic.of("wide", 1_000, 1, Map.of())), false))
                    .join();
        }
        begun = System.nanoTime();
        try (LocalCluster cluster = open("1")) {
            assertThat(cluster.images().current().partitionCount()).isEqualTo(2_000);
        }
        long openedMs = (System.nanoTime() - begun) / 1_000_000;
        assertThat(createdMs).isLessThan(3_000);
        assertThat(openedMs).isLessThan(3_000);
    }
}
