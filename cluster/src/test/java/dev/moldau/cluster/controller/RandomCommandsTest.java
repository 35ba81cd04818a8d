package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.DirectLane;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.ConfigChange;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.cluster.controller.ControllerCommand.CreatePartitions;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.MorePartitions;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.controller.ControllerCommand.TopicRef;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.store.LocalClusterStore;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/** Any sequence of commands against a model that is as simple as can be, with restarts between. */
class RandomCommandsTest {

    private static final int STEPS = 400;

    /** What a topic must be like. */
    private record Expected(int partitions, Map<String, String> configs) {}

    @TempDir Path folder;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Map<String, Expected> model = new TreeMap<>();
    private final Map<String, Uuid> ids = new HashMap<>();
    private final Set<Uuid> everSeen = new HashSet<>();
    private final DirectLane lane = new DirectLane();
    private LocalClusterStore store;
    private ControllerLoop loop;

    @RepeatedTest(4)
    void theImageIsWhatTheModelSaysAndSurvivesRestarts() {
        for (int step = 0; step < STEPS; step++) {
            String name = (random.nextBoolean() ? "t." : "t_") + random.nextInt(12);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> create(name);
                case 3 -> delete(name);
                case 4 -> grow(name);
                case 5, 6 -> alter(name);
                default -> reopenSometimes();
            }
            check(step);
        }
        store.close();
        assertThat(everSeen).as("seed %d: too little happened", seed).hasSizeGreaterThan(20);
    }

    @BeforeEach
    void open() {
        store = LocalClusterStore.open(folder.resolve("cluster.mv"));
        EffectiveConfigs configs = new EffectiveConfigs(BrokerConfig.defaults());
        loop = ControllerLoop.start(store, lane, configs, 1, random);
        for (int id = 1; id <= 3; id++) {
            loop.submit(new RegisterBroker(id, List.of(), null)).join();
        }
    }

    private void reopenSometimes() {
        if (random.nextInt(5) == 0) {
            store.close();
            open();
        }
    }

    private void create(String name) {
        int partitions = 1 + random.nextInt(5);
        int replicas = 1 + random.nextInt(3);
        boolean collides =
                model.keySet().stream()
                        .anyMatch(other -> other.replace('.', '_').equals(name.replace('.', '_')));
        ApiError error =
                loop.submit(
                                new CreateTopics(
                                        List.of(NewTopic.of(name, partitions, replicas, Map.of())),
                                        false))
                        .join()
                        .getFirst()
                        .error();
        assertThat(error.failed()).as("seed %d: %s", seed, error).isEqualTo(collides);
        if (!collides) {
            model.put(name, new Expected(partitions, Map.of()));
        }
    }

    private void delete(String name) {
        ApiError error =
                loop.submit(new DeleteTopics(List.of(TopicRef.named(name))))
                        .join()
                        .getFirst()
                        .error();
        assertThat(error.failed()).as("seed %d", seed).isEqualTo(!model.containsKey(name));
        model.remove(name);
        ids.remove(name);
    }

    private void grow(String name) {
        int count = 1 + random.nextInt(9);
        Expected before = model.get(name);
        ApiError error =
                loop.submit(
                                new CreatePartitions(
                                        List.of(new MorePartitions(name, count, List.of())), false))
                        .join()
                        .getFirst();
        boolean possible = before != null && count > before.partitions();
        assertThat(error.failed()).as("seed %d: %s", seed, error).isEqualTo(!possible);
        if (before != null && possible) {
            model.put(name, new Expected(count, before.configs()));
        }
    }

    private void alter(String name) {
        String value = Integer.toString(random.nextInt(6) - 2);
        boolean set = random.nextInt(3) > 0;
        Expected before = model.get(name);
        ConfigOperation operation =
                new ConfigOperation(
                        "retention.ms",
                        set ? ConfigOperation.Type.SET : ConfigOperation.Type.DELETE,
                        set ? value : null);
        ApiError error =
                loop.submit(
                                new AlterConfigs(
                                        List.of(
                                                new ConfigChange(
                                                        ConfigResource.topic(name),
                                                        List.of(operation),
                                                        false)),
                                        false))
                        .join()
                        .getFirst();
        boolean possible = before != null && (!set || !value.equals("-2"));
        assertThat(error.failed()).as("seed %d: %s", seed, error).isEqualTo(!possible);
        if (before != null && possible) {
            Map<String, String> after = set ? Map.of("retention.ms", value) : Map.of();
            model.put(name, new Expected(before.partitions(), after));
        }
    }

    private void check(int step) {
        ClusterImage image = loop.images().current();
        Map<String, Expected> actual = new TreeMap<>();
        int partitions = 0;
        for (TopicImage topic : image.topics()) {
            actual.put(topic.name(), new Expected(topic.partitions().size(), topic.configs()));
            partitions += topic.partitions().size();
            assertThat(image.topic(topic.id())).containsSame(topic);
            Uuid known = ids.putIfAbsent(topic.name(), topic.id());
            if (known == null) {
                assertThat(everSeen.add(topic.id())).as("an id came back").isTrue();
            } else {
                assertThat(topic.id()).isEqualTo(known);
            }
            for (PartitionImage partition : topic.partitions()) {
                assertThat(partition.replicas())
                        .doesNotHaveDuplicates()
                        .contains(partition.leader());
            }
        }
        assertThat(actual).as("seed %d step %d", seed, step).isEqualTo(model);
        assertThat(image.partitionCount()).isEqualTo(partitions);
    }
}
