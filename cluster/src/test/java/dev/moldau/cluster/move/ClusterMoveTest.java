package dev.moldau.cluster.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.cluster.DirectLane;
import dev.moldau.cluster.LocalCluster;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ClusterIdentity;
import dev.moldau.cluster.controller.ControllerCommand.AllocateProducerIds;
import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.ConfigChange;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.controller.ControllerCommand.TopicRef;
import dev.moldau.cluster.controller.ControllerLoop;
import dev.moldau.cluster.controller.HalfMovedException;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.move.ClusterMove.Moved;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.LocalClusterStore;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.common.config.BrokerConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The target is a local store too: it keeps the same contract as the one on ZooKeeper. */
class ClusterMoveTest {

    private static final BrokerConfig CONFIG = BrokerConfig.of(Map.of("node.id", "1"));
    private static final String TARGET = "zk:2181/east";

    private static final List<ConfigResource> CONFIGURED =
            List.of(
                    ConfigResource.ALL_BROKERS,
                    new ConfigResource(ConfigResource.Type.BROKER, "1"),
                    ConfigResource.group("readers"));

    /** More than what one transaction takes, so that there are several. */
    private static final int MANY_TOPICS = 1_200;

    private final Path folder;
    private final Path file;
    private LocalClusterStore target;

    ClusterMoveTest(@TempDir Path folder) {
        this.folder = folder;
        file = folder.resolve("cluster.mv");
        target = LocalClusterStore.open(folder.resolve("target.mv"));
    }

    @AfterEach
    void close() {
        target.close();
    }

    private LocalCluster start() {
        return LocalCluster.open(file, CONFIG, new DirectLane(), new Random(1));
    }

    /** A cluster with something of everything. */
    private ClusterImage populate(int topics) {
        try (LocalCluster cluster = start()) {
            cluster.submit(
                            new RegisterBroker(
                                    1,
                                    List.of(new Endpoint("PLAINTEXT", "PLAINTEXT", "h", 9092)),
                                    "rack"))
                    .join();
            List<NewTopic> news = new ArrayList<>();
            for (int i = 0; i < topics; i++) {
                news.add(NewTopic.of("topic-" + i, 3, 1, Map.of("retention.ms", "" + (i + 1))));
            }
            cluster.submit(new CreateTopics(news, false)).join();
            cluster.submit(new CreateTopics(List.of(NewTopic.of("gone", 1, 1, Map.of())), false))
                    .join();
            cluster.submit(new DeleteTopics(List.of(TopicRef.named("gone")))).join();
            set(cluster, ConfigResource.ALL_BROKERS, "message.max.bytes", "77");
            set(
                    cluster,
                    new ConfigResource(ConfigResource.Type.BROKER, "1"),
                    "log.retention.ms",
                    "88");
            set(cluster, ConfigResource.group("readers"), "consumer.session.timeout.ms", "50000");
            cluster.submit(new AllocateProducerIds()).join();
            return cluster.images().current();
        }
    }

    private static void set(
            LocalCluster cluster, ConfigResource resource, String key, String value) {
        ConfigOperation operation = new ConfigOperation(key, ConfigOperation.Type.SET, value);
        ConfigChange change = new ConfigChange(resource, List.of(operation), false);
        assertThat(
                        cluster.submit(new AlterConfigs(List.of(change), false))
                                .join()
                                .getFirst()
                                .failed())
                .isFalse();
    }

    private Moved move() throws MoveRefusedException {
        return move(target, TARGET);
    }

    private Moved move(ClusterStore to, String name) throws MoveRefusedException {
        try (ClusterMove move = ClusterMove.open(file, 1, to, name)) {
            return move.run();
        }
    }

    private boolean cancel() throws MoveRefusedException {
        try (ClusterMove move = ClusterMove.open(file, 1, target, TARGET)) {
            return move.cancel();
        }
    }

    private void assertIsThere(ClusterImage before) {
        try (ControllerLoop loop = controller()) {
            ClusterImage after = loop.images().current();
            assertThat(after.clusterId()).isEqualTo(before.clusterId());
            assertThat(after.topics()).containsExactlyInAnyOrderElementsOf(before.topics());
            assertThat(after.deletedTopics())
                    .containsExactlyElementsOf(before.deletedTopics())
                    .hasSize(1);
            for (ConfigResource resource : CONFIGURED) {
                assertThat(after.configs(resource)).isEqualTo(before.configs(resource)).hasSize(1);
            }
            assertThat(after.brokers().values())
                    .singleElement()
                    .matches(b -> b.id() == 1 && !b.alive() && "rack".equals(b.rack()));
            assertThat(loop.submit(new AllocateProducerIds()).join().first())
                    .as("ids that nobody has been given")
                    .isPositive();
        }
    }

    private ControllerLoop controller() {
        return ControllerLoop.start(
                target, new DirectLane(), new EffectiveConfigs(CONFIG), 1, new Random(2));
    }

    @Test
    void everythingArrivesAndTheFileIsKeptUnderAnotherName() throws Exception {
        ClusterImage before = populate(5);
        Moved moved = move();
        assertThat(moved.clusterId()).isEqualTo(before.clusterId());
        assertThat(moved.topics()).isEqualTo(5);
        assertThat(moved.keptAs()).isEqualTo(folder.resolve("cluster.mv.moved")).exists();
        assertThat(file).doesNotExist();
        assertIsThere(before);
    }

    @Test
    void whereverItIsInterruptedTheNextRunFinishesAndUntilThenNoBrokerStarts() throws Exception {
        ClusterImage before = populate(MANY_TOPICS);
        byte[] whole = Files.readAllBytes(file);
        boolean finished = false;
        int interruptions = 0;
        for (int commits = 0; !finished; commits++) {
            for (boolean takesPlace : new boolean[] {false, true}) {
                Files.write(file, whole);
                target.close();
                Files.deleteIfExists(folder.resolve("target.mv"));
                target = LocalClusterStore.open(folder.resolve("target.mv"));
                BreakingStore breaking = new BreakingStore(target, commits, takesPlace);
                try {
                    move(breaking, TARGET);
                    finished = true;
                } catch (StoreUnavailableException e) {
                    interruptions++;
                    assertNoBrokerStartsOnBoth();
                    move();
                }
                assertThat(breaking.largestCommit()).isLessThanOrEqualTo(502);
                assertIsThere(before);
            }
        }
        assertThat(interruptions).as("claim, copies and arrival, each twice").isGreaterThan(8);
    }

    /** At every moment at most one of the two may be used, and in the middle none. */
    private void assertNoBrokerStartsOnBoth() {
        boolean local = starts(() -> start().close());
        boolean there =
                target.read(ClusterIdentity.KEY)
                        .map(id -> ClusterIdentity.decoded(id).whole())
                        .orElse(false);
        assertThat(local && there).as("two clusters of one id").isFalse();
        if (target.read(ClusterIdentity.KEY).isPresent() && !there) {
            assertThatExceptionOfType(HalfMovedException.class)
                    .isThrownBy(() -> ClusterIdentity.of(target, new Random(3)))
                    .withMessageContaining("bin/moldau cluster move")
                    .withMessageContaining("--cancel");
        }
    }

    private static boolean starts(Runnable start) {
        try {
            start.run();
            return true;
        } catch (HalfMovedException e) {
            assertThat(e).hasMessageContaining(TARGET).hasMessageContaining("--cancel");
            return false;
        }
    }

    @Test
    void aCancelledMoveLeavesNothingAndTheBrokerStartsAsBefore() throws Exception {
        ClusterImage before = populate(MANY_TOPICS);
        BreakingStore breaking = new BreakingStore(target, 2, true);
        assertThatThrownBy(() -> move(breaking, TARGET))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(cancel()).isTrue();
        assertThat(target.records()).isEmpty();
        assertThat(cancel()).as("once more").isFalse();
        try (LocalCluster cluster = start()) {
            assertThat(cluster.images().current().topics())
                    .containsExactlyInAnyOrderElementsOf(before.topics());
        }
        move();
        assertIsThere(before);
    }

    @Test
    void whatHasArrivedCannotBeCancelled() throws Exception {
        populate(1);
        byte[] copy = Files.readAllBytes(file);
        move();
        Files.write(file, copy);
        assertThatExceptionOfType(MoveRefusedException.class)
                .isThrownBy(this::cancel)
                .withMessageContaining("cannot be taken back");
        assertThatExceptionOfType(MoveRefusedException.class)
                .isThrownBy(this::move)
                .withMessageContaining("an old copy")
                .withMessageContaining(TARGET);
        assertThat(file).exists();
    }

    @Test
    void aPlaceThatHoldsAnotherClusterIsRefusedWithARemedy() throws Exception {
        ClusterImage before = populate(1);
        String other = ClusterIdentity.of(target, new Random(9));
        assertThatExceptionOfType(MoveRefusedException.class)
                .isThrownBy(this::move)
                .withMessageContaining(TARGET)
                .withMessageContaining(other)
                .withMessageContaining("another chroot");
        try (LocalCluster cluster = start()) {
            assertThat(cluster.images().current().clusterId()).isEqualTo(before.clusterId());
        }
    }

    @Test
    void aMoveThatIsHalfDoneGoesToItsOwnTargetOnly() {
        populate(1);
        BreakingStore breaking = new BreakingStore(target, 1, false);
        assertThatThrownBy(() -> move(breaking, TARGET))
                .isInstanceOf(StoreUnavailableException.class);
        assertThatExceptionOfType(MoveRefusedException.class)
                .isThrownBy(() -> move(target, "zk:2181/west"))
                .withMessageContaining(TARGET)
                .withMessageContaining("zk:2181/west")
                .withMessageContaining("--cancel");
    }

    @Test
    void aRunningBrokerAMissingClusterAndAnotherNumberAreRefused() {
        assertThatExceptionOfType(MoveRefusedException.class)
                .isThrownBy(this::move)
                .withMessageContaining("There is no cluster to move")
                .withMessageContaining("--data");
        assertThat(file).as("looking makes nothing").doesNotExist();
        populate(1);
        try (LocalCluster running = start()) {
            assertThat(running.images().current().topics()).hasSize(1);
            assertThatExceptionOfType(MoveRefusedException.class)
                    .isThrownBy(this::move)
                    .withMessageContaining("runs. Stop it");
        }
        assertThatExceptionOfType(MoveRefusedException.class)
                .isThrownBy(() -> ClusterMove.open(file, 2, target, TARGET))
                .withMessageContaining("node.id is 2");
    }
}
