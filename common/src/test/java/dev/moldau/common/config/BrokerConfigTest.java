package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerConfigTest {

    @Test
    void whatNobodySetHasItsDefault() {
        BrokerConfig config = BrokerConfig.defaults();
        assertThat(config.get(ClusterKeys.NUM_PARTITIONS)).isEqualTo(1);
        assertThat(config.isSet(ClusterKeys.NUM_PARTITIONS)).isFalse();
        assertThat(config.find(ClusterKeys.BROKER_RACK)).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> config.get(ClusterKeys.BROKER_RACK));
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void runTimeSettingsOverlayTheFileAndThisBrokersOverlayEverybodys() {
        BrokerConfig file = BrokerConfig.of(Map.of("message.max.bytes", "1000"));
        BrokerConfig all = file.withDynamic(Map.of("message.max.bytes", "2000"), Map.of());
        BrokerConfig own =
                file.withDynamic(
                        Map.of("message.max.bytes", "2000"), Map.of("message.max.bytes", "3000"));
        assertThat(file.get(LogKeys.MESSAGE_MAX_BYTES)).isEqualTo(1_000);
        assertThat(all.get(LogKeys.MESSAGE_MAX_BYTES)).isEqualTo(2_000);
        assertThat(own.get(LogKeys.MESSAGE_MAX_BYTES)).isEqualTo(3_000);
        ConfigEntry entry = own.describe(LogKeys.MESSAGE_MAX_BYTES);
        assertThat(entry.value()).isEqualTo("3000");
        assertThat(entry.source()).isEqualTo(ConfigSource.DYNAMIC_BROKER);
        assertThat(entry.readOnly()).isFalse();
        assertThat(entry.synonyms())
                .extracting(ConfigEntry.Synonym::source)
                .containsExactly(
                        ConfigSource.DYNAMIC_BROKER,
                        ConfigSource.DYNAMIC_DEFAULT_BROKER,
                        ConfigSource.STATIC_BROKER,
                        ConfigSource.DEFAULT);
    }

    @Test
    void aKeyThatNeedsARestartDoesNotListenToRunTimeSettings() {
        BrokerConfig config =
                BrokerConfig.defaults().withDynamic(Map.of("num.partitions", "7"), Map.of());
        assertThat(config.get(ClusterKeys.NUM_PARTITIONS)).isEqualTo(1);
        assertThat(config.describe(ClusterKeys.NUM_PARTITIONS).readOnly()).isTrue();
    }

    @Test
    void everyWrongValueOfAFileIsNamedAtOnce() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(
                        () ->
                                BrokerConfig.of(
                                        Map.of("num.partitions", "0", "log.retention.ms", "x")))
                .withMessageContaining("num.partitions")
                .withMessageContaining("log.retention.ms")
                .matches(e -> e.key().equals("log.retention.ms"));
    }

    @Test
    void unknownKeysAndKeysWithoutEffectAreNamedOnceAndAccepted() {
        BrokerConfig config =
                BrokerConfig.of(
                        Map.of(
                                "log.retention.mss", "1",
                                "process.roles", "broker,controller",
                                "listener.name.external.ssl.keystore.location", "/k",
                                "num.partitions", "3"));
        assertThat(config.warnings())
                .containsExactly(
                        "listener.name.external.ssl.keystore.location has no effect: TLS, SASL and"
                                + " delegation tokens come with a later release.",
                        "Unknown configuration key 'log.retention.mss'; did you mean"
                                + " log.retention.ms? It is ignored.",
                        "process.roles has no effect: the controller needs no quorum and no log of"
                                + " its own.");
    }

    @Test
    void aGuardThatIsNotThereIsRefused() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(
                        () ->
                                BrokerConfig.of(
                                        Map.of(
                                                "authorizer.class.name",
                                                "org.apache.kafka.StandardAuthorizer")))
                .withMessageContaining("access control, quotas and policies");
    }

    @Test
    void theNodeIdIsFoundUnderItsOldNameToo() {
        assertThat(BrokerConfig.defaults().nodeId()).isEqualTo(1);
        assertThat(BrokerConfig.of(Map.of("broker.id", "4")).nodeId()).isEqualTo(4);
        assertThat(BrokerConfig.of(Map.of("broker.id", "4", "node.id", "5")).nodeId()).isEqualTo(5);
    }

    @Test
    void logDirsWinOverLogDir() {
        assertThat(BrokerConfig.of(Map.of("log.dir", "/a")).logDirs()).containsExactly("/a");
        assertThat(BrokerConfig.of(Map.of("log.dir", "/a", "log.dirs", "/b, /c")).logDirs())
                .containsExactly("/b", "/c");
    }

    @Test
    void aSecretIsMaskedInDescriptions() {
        BrokerConfig config = BrokerConfig.of(Map.of("ssl.key.password", "hunter2"));
        List<ConfigEntry> secrets =
                config.describe().stream().filter(e -> e.key().sensitive()).toList();
        assertThat(secrets).extracting(e -> e.key().name()).contains("ssl.key.password");
        assertThat(secrets).allSatisfy(secret -> assertThat(secret.value()).isNull());
        assertThat(secrets.toString()).doesNotContain("hunter2");
    }
}
