package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.common.config.ZooKeeperConnect.Server;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZooKeeperConnectTest {

    @Test
    void serversAndOneChrootAtTheEndAreRead() {
        ZooKeeperConnect connect = ZooKeeperConnect.parse(" zk1:2181, zk2:2182,zk3/kafka/east ");
        assertThat(connect.servers())
                .containsExactly(
                        new Server("zk1", 2181), new Server("zk2", 2182), new Server("zk3", 2181));
        assertThat(connect.chroot()).isEqualTo("/kafka/east");
        assertThat(connect.ensemble()).isEqualTo("zk1:2181,zk2:2182,zk3:2181");
        assertThat(connect).hasToString("zk1:2181,zk2:2182,zk3:2181/kafka/east");
    }

    @Test
    void anIpV6AddressStandsInBrackets() {
        ZooKeeperConnect connect = ZooKeeperConnect.parse("[::1],[2001:db8::2]:2182/a");
        assertThat(connect.servers())
                .containsExactly(new Server("::1", 2181), new Server("2001:db8::2", 2182));
        assertThat(connect.ensemble()).isEqualTo("[::1]:2181,[2001:db8::2]:2182");
    }

    @Test
    void aSlashAloneIsTheRoot() {
        assertThat(ZooKeeperConnect.parse("zk1:2181/").chroot()).isEmpty();
        assertThat(ZooKeeperConnect.parse("zk1:2181").chroot()).isEmpty();
    }

    @Test
    void aChrootAtEachServerIsRefusedWithTheRightForm() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> ZooKeeperConnect.parse("zk1:2181/a,zk2:2181/a"))
                .withMessageContaining("zookeeper.connect")
                .withMessageContaining("once, after the last server: zk1:2181,zk2:2181/a.")
                .matches(e -> e.key().equals("zookeeper.connect"));
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> ZooKeeperConnect.parse("zk1/a/b,zk2:2181"))
                .withMessageContaining("zk1,zk2:2181/a/b.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "zk1:2181,",
                "/a",
                "zk1:0",
                "zk1:65536",
                "zk1:999999",
                "zk1:port",
                "zk 1",
                "::1:2181",
                "[::1",
                "zk1:2181:2182",
                "zk1//a",
                "zk1/a/",
                "zk1/a b",
                "zk1/./a",
                "zk1/a/.."
            })
    void whatIsNotOfTheFormIsRefused(String text) {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> ZooKeeperConnect.parse(text))
                .withMessageContaining("zookeeper.connect");
    }

    @Test
    void aNameMayBeginWithDots() {
        assertThat(ZooKeeperConnect.parse("zk1/.hidden/..x").chroot()).isEqualTo("/.hidden/..x");
    }

    @Test
    void aBrokersFileIsReadAndAWrongOneRefusedAtTheStart() {
        assertThat(BrokerConfig.defaults().zooKeeperConnect()).isEmpty();
        assertThat(BrokerConfig.of(Map.of("zookeeper.connect", " ")).zooKeeperConnect()).isEmpty();
        BrokerConfig config = BrokerConfig.of(Map.of("zookeeper.connect", "zk1/a"));
        assertThat(config.zooKeeperConnect())
                .contains(new ZooKeeperConnect(List.of(new Server("zk1", 2181)), "/a"));
    }
}
