package dev.moldau.cluster.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.moldau.cluster.store.StoreKey;
import java.util.Random;
import org.apache.zookeeper.common.PathUtils;
import org.junit.jupiter.api.Test;

class NodeNamesTest {

    @Test
    void ordinaryNamesStayAsTheyAre() {
        assertThat(NodeNames.encode("orders.v1_EU-west")).isEqualTo("orders.v1_EU-west");
        assertThat(NodeNames.encode("ä €")).isEqualTo("ä €");
        assertThat(NodeNames.encode("...")).isEqualTo("...");
    }

    @Test
    void whatANodeMayNotBeCalledIsWrittenInDigits() {
        assertThat(NodeNames.encode("a/b")).isEqualTo("a%2Fb");
        assertThat(NodeNames.encode("100%")).isEqualTo("100%25");
        assertThat(NodeNames.encode("..")).isEqualTo("%2E%2E");
        assertThat(NodeNames.encode("\ud83d\ude00")).isEqualTo("%uD83D%uDE00");
    }

    @Test
    void everyNameComesBackAndIsANameThatZooKeeperTakes() {
        long seed = Long.getLong("moldau.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = 1 + random.nextInt(12); length > 0; length--) {
                char any = (char) (1 + random.nextInt(0xffff));
                name.append(random.nextBoolean() ? any : "./%u2Fa".charAt(random.nextInt(7)));
            }
            String node = NodeNames.encode(name.toString());
            PathUtils.validatePath("/" + node);
            assertThat(node).doesNotContain("/");
            assertThat(NodeNames.decode(node)).as("seed %d", seed).isEqualTo(name.toString());
        }
    }

    @Test
    void whatWasNeverANameIsRefused() {
        for (String node : new String[] {"%", "%2", "%u00", "%zz"}) {
            assertThatIllegalArgumentException().isThrownBy(() -> NodeNames.decode(node));
        }
    }

    @Test
    void aPathTellsItsCollection() {
        NodePaths paths = new NodePaths("/east");
        StoreKey key = new StoreKey("topics", "a/b");
        assertThat(paths.record(key)).isEqualTo("/east/moldau/records/topics/a%2Fb");
        assertThat(paths.collectionOf(paths.record(key))).contains("topics");
        assertThat(paths.collectionOf(paths.collection("topics"))).contains("topics");
        assertThat(paths.collectionOf(paths.records())).isEmpty();
        assertThat(paths.collectionOf(paths.session(1))).isEmpty();
        assertThat(paths.folders())
                .containsExactly(
                        "/east", "/east/moldau", "/east/moldau/records", "/east/moldau/sessions");
        assertThat(new NodePaths("").folders()).startsWith("/moldau");
    }
}
