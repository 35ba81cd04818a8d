package dev.moldau.cluster.store.zookeeper;

import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.A;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.B;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.creation;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.replace;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.cluster.store.zookeeper.CuttingProxy.Mode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of calls whose connection breaks while they are under way. */
class LostAnswersTest {

    @TempDir Path folder;

    private final StoresUnderTest stores = new StoresUnderTest();
    private EmbeddedZooKeeper server;
    private CuttingProxy proxy;
    private ClusterStore direct;
    private ClusterStore store;

    @BeforeEach
    void begin() throws Exception {
        server = EmbeddedZooKeeper.start(folder);
        proxy = new CuttingProxy(server.port());
        direct = stores.open(server.connect(), Map.of());
        store = stores.open(proxy.connect(), Map.of("zookeeper.session.timeout.ms", "10000"));
        store.commit(List.of(creation(A, "0")));
    }

    @AfterEach
    void end() throws Exception {
        stores.close();
        proxy.close();
        server.close();
    }

    @Test
    void aCommitWhoseAnswerIsLostIsDoneOnceAndSaysSo() {
        for (int i = 1; i <= 3; i++) {
            proxy.mode(Mode.CUT_NEXT_ANSWER);
            store.commit(List.of(replace(A, "v" + i)));
            assertThat(proxy.wasCut()).isTrue();
            assertThat(value(direct, A)).isEqualTo("v" + i + "@" + i);
        }
    }

    @Test
    void aCreationWhoseAnswerIsLostIsNoConflictWithItself() {
        proxy.mode(Mode.CUT_NEXT_ANSWER);
        store.commit(List.of(creation(B, "mine")));
        assertThat(proxy.wasCut()).isTrue();
        assertThat(value(direct, B)).isEqualTo("mine@0");
        assertThatExceptionOfType(StoreConflictException.class)
                .isThrownBy(() -> store.commit(List.of(creation(B, "again"))));
    }

    @Test
    void aCommitThatDidNotArriveIsSentAgain() {
        proxy.mode(Mode.CUT_NEXT_REQUEST);
        store.commit(List.of(replace(A, "1"), creation(B, "1")));
        assertThat(proxy.wasCut()).isTrue();
        assertThat(value(direct, A)).isEqualTo("1@1");
    }

    @Test
    void aConflictWhoseAnswerIsLostIsAConflict() {
        StoreWrite stale = new StoreWrite.Check(A, 7);
        proxy.mode(Mode.CUT_NEXT_ANSWER);
        assertThatExceptionOfType(StoreConflictException.class)
                .isThrownBy(() -> store.commit(List.of(creation(B, "x"), stale)))
                .satisfies(e -> assertThat(e.write()).isSameAs(stale));
        assertThat(proxy.wasCut()).isTrue();
        assertThat(value(direct, B)).isEqualTo("none");
    }

    @Test
    void aReadIsMadeAgainUntilItIsAnswered() {
        proxy.mode(Mode.CUT_NEXT_ANSWER);
        assertThat(value(store, A)).isEqualTo("0@0");
        proxy.mode(Mode.CUT_NEXT_REQUEST);
        assertThat(store.list("things")).hasSize(1);
        assertThat(proxy.wasCut()).isTrue();
    }

    @Test
    void anOutcomeThatCannotBeFoundOutIsReportedInTimeAndShowsWhenRead() {
        ClusterStore hasty =
                stores.open(proxy.connect(), Map.of("zookeeper.connection.timeout.ms", "1500"));
        hasty.commit(List.of(creation(B, "0")));
        proxy.mode(Mode.CUT_NEXT_ANSWER_FOR_GOOD);
        long begin = System.nanoTime();
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> hasty.commit(List.of(replace(B, "1"))))
                .withMessageContaining(proxy.connect())
                .withMessageContaining("1500 ms");
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(1_000L, 8_000L);
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> hasty.read(B))
                .withMessageContaining(proxy.connect());
        proxy.mode(Mode.PASS);
        assertThat(value(stores.open(proxy.connect(), Map.of()), B)).isEqualTo("1@1");
        untilItAnswers(hasty);
        // The count of its commits is read anew, so that the next one is neither lost nor refused.
        hasty.commit(List.of(replace(B, "2")));
        assertThat(value(direct, B)).isEqualTo("2@2");
    }

    private static void untilItAnswers(ClusterStore store) {
        long deadline = System.nanoTime() + 30_000_000_000L;
        while (true) {
            try {
                assertThat(value(store, B)).isEqualTo("1@1");
                return;
            } catch (StoreUnavailableException e) {
                assertThat(System.nanoTime()).as("it is back in time").isLessThan(deadline);
            }
        }
    }

    @Test
    void aServerThatIsSilentHoldsNobodyLongerThanTheTimeout() {
        ClusterStore hasty =
                stores.open(proxy.connect(), Map.of("zookeeper.connection.timeout.ms", "1000"));
        proxy.mode(Mode.SILENT);
        long begin = System.nanoTime();
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> hasty.read(A))
                .withMessageContaining("1000 ms");
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> hasty.commit(List.of(replace(A, "1"))));
        assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(1_900L, 9_000L);
        proxy.mode(Mode.REFUSE);
        proxy.mode(Mode.PASS);
    }
}
