package dev.moldau.cluster.store.zookeeper;

import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.A;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.B;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.creation;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.ephemeral;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.replace;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.zookeeper.CuttingProxy.Mode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that are lost and renewed, and connections that are lost without them. */
class SessionsTest {

    private static final int WAIT_S = 30;

    @TempDir Path folder;

    private final StoresUnderTest stores = new StoresUnderTest();
    private final Semaphore ended = new Semaphore(0);
    private final Semaphore changed = new Semaphore(0);
    private EmbeddedZooKeeper server;
    private CuttingProxy proxy;
    private ClusterStore store;

    @BeforeEach
    void begin() throws Exception {
        server = EmbeddedZooKeeper.start(folder);
        proxy = new CuttingProxy(server.port());
        store = stores.open(proxy.connect() + "/east", Map.of());
        store.onSessionEnd(ended::release);
        store.onChange("things", changed::release);
        store.commit(List.of(creation(A, "0"), ephemeral(B)));
    }

    @AfterEach
    void end() throws Exception {
        stores.close();
        proxy.close();
        server.close();
    }

    private static void await(Semaphore signal) throws InterruptedException {
        assertThat(signal.tryAcquire(WAIT_S, TimeUnit.SECONDS)).as("told in time").isTrue();
    }

    @Test
    void whoLosesItsSessionIsToldWhenTheEphemeralRecordsAreGoneAndGoesOn() throws Exception {
        for (int i = 1; i <= 2; i++) {
            server.expireSessions();
            await(ended);
            assertThat(value(store, B)).isEqualTo("none");
            assertThat(value(store, A)).startsWith((i - 1) + "@");
            store.commit(List.of(ephemeral(B), replace(A, Integer.toString(i))));
            assertThat(value(store, B)).isEqualTo("alive@0");
        }
        assertThat(ended.tryAcquire()).isFalse();
    }

    @Test
    void afterANewSessionEverybodyLooksAgainAndChangesAreToldAsBefore() throws Exception {
        proxy.mode(Mode.REFUSE);
        server.expireSessions();
        ClusterStore other = stores.open(server.connect() + "/east", Map.of());
        other.commit(List.of(replace(A, "meanwhile")));
        changed.drainPermits();
        proxy.mode(Mode.PASS);
        await(ended);
        await(changed);
        assertThat(value(store, A)).isEqualTo("meanwhile@1");
        changed.drainPermits();
        other.commit(List.of(replace(A, "later")));
        await(changed);
    }

    @Test
    void aConnectionThatIsBackLeavesTheSessionAndMissesNoChange() throws Exception {
        ClusterStore other = stores.open(server.connect() + "/east", Map.of());
        proxy.mode(Mode.REFUSE);
        other.commit(List.of(replace(A, "meanwhile")));
        changed.drainPermits();
        proxy.mode(Mode.PASS);
        await(changed);
        assertThat(value(store, A)).isEqualTo("meanwhile@1");
        assertThat(value(store, B)).isEqualTo("alive@0");
        changed.drainPermits();
        other.commit(List.of(replace(A, "later")));
        await(changed);
        assertThat(ended.tryAcquire()).isFalse();
    }

    @Test
    void aServerThatStartsAgainKeepsSessionsAndRecords() throws Exception {
        server.stop();
        server.restart();
        assertThat(value(store, A)).isEqualTo("0@0");
        assertThat(value(store, B)).isEqualTo("alive@0");
        store.commit(List.of(replace(A, "1")));
        assertThat(value(store, A)).isEqualTo("1@1");
        assertThat(ended.tryAcquire()).isFalse();
    }

    @Test
    void aSessionOfAnotherStoreThatDiesTakesItsRecordsAlong() throws Exception {
        CuttingProxy others = new CuttingProxy(server.port());
        ClusterStore other =
                stores.open(
                        others.connect() + "/east", Map.of("zookeeper.session.timeout.ms", "1000"));
        other.commit(List.of(ephemeral(new StoreKey("things", "c"))));
        assertThat(store.list("things")).hasSize(3);
        changed.drainPermits();
        others.mode(Mode.SILENT);
        await(changed);
        assertThat(store.list("things")).hasSize(2);
        others.close();
    }
}
