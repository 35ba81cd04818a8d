package dev.moldau.cluster.store.zookeeper;

import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.A;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.creation;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.replace;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.common.config.InvalidConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may see and change what a broker keeps in ZooKeeper. */
class AclTest {

    private static final Map<String, String> OURS =
            Map.of(
                    "zookeeper.set.acl", "true",
                    "zookeeper.digest.username", "moldau",
                    "zookeeper.digest.password", "a:secret");

    @TempDir Path folder;

    private final StoresUnderTest stores = new StoresUnderTest();
    private EmbeddedZooKeeper server;

    @BeforeEach
    void begin() {
        server = EmbeddedZooKeeper.start(folder);
    }

    @AfterEach
    void end() {
        stores.close();
        server.close();
    }

    @Test
    void brokersWithTheSameIdentityShareWhatOthersCannotSee() {
        ClusterStore store = stores.open(server.connect() + "/east", OURS);
        store.commit(List.of(creation(A, "1")));
        ClusterStore second = stores.open(server.connect() + "/east", OURS);
        second.commit(List.of(replace(A, "2")));
        assertThat(value(store, A)).isEqualTo("2@1");
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> stores.open(server.connect() + "/east", Map.of()))
                .withMessageContaining(server.connect() + "/east")
                .withMessageContaining("zookeeper.digest.*");
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(
                        () ->
                                stores.open(
                                        server.connect() + "/east",
                                        Map.of(
                                                "zookeeper.digest.username", "moldau",
                                                "zookeeper.digest.password", "guessed")));
    }

    @Test
    void theIdentityIsTheSameAfterTheSessionWasRenewed() {
        ClusterStore store = stores.open(server.connect(), OURS);
        store.commit(List.of(creation(A, "1")));
        server.expireSessions();
        assertThat(value(store, A)).isEqualTo("1@0");
        assertThat(server.sessions()).isNotEmpty();
    }

    @Test
    void rightsWithoutAnIdentityAreRefusedWithTheKeysToSet() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> stores.open("127.0.0.1:1", Map.of("zookeeper.set.acl", "true")))
                .withMessageContaining("zookeeper.digest.username")
                .withMessageContaining("java.security.auth.login.config");
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(
                        () ->
                                stores.open(
                                        "127.0.0.1:1",
                                        Map.of("zookeeper.digest.username", "moldau")))
                .withMessageContaining("zookeeper.digest.password");
    }
}
