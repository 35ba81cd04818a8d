package dev.moldau.cluster.store.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.OneThreadLane;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.ClusterStoreContract;
import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreLimitException;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZooKeeperClusterStoreTest extends ClusterStoreContract {

    @TempDir static Path folder;

    private static EmbeddedZooKeeper server;
    private static int chroots;

    private final OneThreadLane lane = new OneThreadLane("zookeeper");
    private final String chroot = "/test/cluster-" + chroots++;

    @BeforeAll
    static void startServer() {
        server = EmbeddedZooKeeper.start(folder);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    void closeLane() {
        lane.close();
    }

    @Override
    protected ClusterStore open() {
        return open(chroot, Map.of());
    }

    private ClusterStore open(String root, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>();
        settings.put("zookeeper.connect", server.connect() + root);
        settings.putAll(more);
        return ZooKeeperClusterStore.open(BrokerConfig.of(settings), new SystemClock(), lane);
    }

    @Test
    void clustersWithOtherChrootsDoNotSeeEachOther() {
        store.commit(List.of(create(A, "here")));
        try (ClusterStore other = open(chroot + "/below", Map.of())) {
            assertThat(other.read(A)).isEmpty();
            other.commit(List.of(create(A, "there")));
        }
        assertThat(value(A)).isEqualTo("here@0");
        assertThat(store.list("things")).hasSize(1);
    }

    @Test
    void anotherStoreOfTheClusterSeesWhatWasAnsweredAndIsTold() throws Exception {
        try (ClusterStore other = open()) {
            Semaphore told = new Semaphore(0);
            other.onChange("things", told::release);
            store.commit(List.of(create(A, "1")));
            assertThat(other.read(A)).isPresent();
            assertThat(told.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            told.drainPermits();
            store.commit(List.of(replace(A, "2", 0)));
            assertThat(told.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            store.commit(List.of(delete(A)));
            assertThat(told.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void anEphemeralRecordGoesWithItsMakerAndOthersAreTold() throws Exception {
        Semaphore told = new Semaphore(0);
        ClusterStore other = open();
        other.commit(List.of(new StoreWrite.CreateEphemeral(B, "me".getBytes(UTF_8))));
        assertThatExceptionOfType(StoreConflictException.class)
                .isThrownBy(
                        () ->
                                store.commit(
                                        List.of(new StoreWrite.CreateEphemeral(B, new byte[0]))));
        store.onChange("things", told::release);
        other.close();
        assertThat(told.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        assertThat(store.read(B)).isEmpty();
    }

    @Test
    void aTransactionBeyondTheServersLimitIsRefusedWithTheSettingToRaise() {
        List<StoreWrite> large = new ArrayList<>();
        large.add(new StoreWrite.Create(A, new byte[600_000]));
        large.add(new StoreWrite.Create(B, new byte[600_000]));
        assertThatExceptionOfType(StoreLimitException.class)
                .isThrownBy(() -> store.commit(large))
                .withMessageContaining(server.connect())
                .withMessageContaining("-Djute.maxbuffer")
                .withMessageContaining("zookeeper.jute.maxbuffer")
                .matches(e -> e.maxBytes() == 1_048_575 && e.bytes() > 1_200_000);
        assertThat(store.list("things")).isEmpty();
    }

    @Test
    void aServerThatTakesLessThanWeThinkIsFoundOutAndNamed() {
        try (ClusterStore other =
                open(chroot, Map.of("zookeeper.jute.maxbuffer", Integer.toString(4_000_000)))) {
            other.commit(List.of(create(A, "before")));
            byte[] large = new byte[2_000_000];
            assertThatExceptionOfType(StoreLimitException.class)
                    .isThrownBy(() -> other.commit(List.of(new StoreWrite.Create(B, large))))
                    .withMessageContaining("-Djute.maxbuffer");
            assertThat(other.read(B)).isEmpty();
            other.commit(List.of(replace(A, "after", 0)));
            assertThat(value(A)).isEqualTo("after@1");
        }
    }

    @Test
    void thousandsOfLongNamesAreListed() {
        for (int part = 0; part < 5; part++) {
            List<StoreWrite> many = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                many.add(create(new StoreKey("many", "n".repeat(290) + part + "-" + i), "v"));
            }
            store.commit(many);
        }
        // The names alone are more than one packet of ZooKeeper's usual size.
        assertThat(store.list("many")).hasSize(5_000);
    }

    @Test
    void anEnsembleThatIsNotThereIsNamedWithWhatToCheck() {
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(
                        () ->
                                ZooKeeperClusterStore.open(
                                        BrokerConfig.of(
                                                Map.of(
                                                        "zookeeper.connect",
                                                        "127.0.0.1:1/east",
                                                        "zookeeper.connection.timeout.ms",
                                                        "500")),
                                        new SystemClock(),
                                        lane))
                .withMessageContaining("127.0.0.1:1/east")
                .withMessageContaining("500 ms")
                .withMessageContaining("zookeeper.connect");
    }

    @Test
    void aClosedStoreSaysSo() {
        store.close();
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> store.read(A))
                .withMessageContaining("closed");
    }
}
