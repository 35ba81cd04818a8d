package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicConfigTest {

    @Test
    void theTopicsValueWinsOverTheBrokersAndThatOverTheDefault() {
        BrokerConfig broker = BrokerConfig.of(Map.of("log.retention.ms", "2000"));
        assertThat(TopicConfig.of(BrokerConfig.defaults(), Map.of()).retentionMs())
                .isEqualTo(604_800_000L);
        assertThat(TopicConfig.of(broker, Map.of()).retentionMs()).isEqualTo(2_000L);
        assertThat(TopicConfig.of(broker, Map.of("retention.ms", "1000")).retentionMs())
                .isEqualTo(1_000L);
    }

    @Test
    void millisecondsWinOverMinutesAndMinutesOverHours() {
        assertThat(retentionMs(Map.of("log.retention.hours", "2"))).isEqualTo(7_200_000L);
        assertThat(retentionMs(Map.of("log.retention.hours", "2", "log.retention.minutes", "3")))
                .isEqualTo(180_000L);
        assertThat(
                        retentionMs(
                                Map.of(
                                        "log.retention.hours", "2",
                                        "log.retention.minutes", "3",
                                        "log.retention.ms", "4")))
                .isEqualTo(4L);
        assertThat(retentionMs(Map.of("log.retention.minutes", "-1"))).isEqualTo(-1L);
        assertThat(retentionMs(Map.of("log.retention.hours", "2147483647")))
                .isEqualTo(2_147_483_647L * 3_600_000L);
    }

    private static long retentionMs(Map<String, String> file) {
        return TopicConfig.of(BrokerConfig.of(file), Map.of()).retentionMs();
    }

    @Test
    void aRunTimeSettingOfTheBrokerReachesTheTopic() {
        BrokerConfig broker =
                BrokerConfig.of(Map.of("message.max.bytes", "10"))
                        .withDynamic(Map.of("message.max.bytes", "20"), Map.of());
        assertThat(TopicConfig.of(broker, Map.of()).maxMessageBytes()).isEqualTo(20);
    }

    @Test
    void theDescriptionNamesEverySourceTheStrongestFirst() {
        BrokerConfig broker = BrokerConfig.of(Map.of("log.retention.hours", "1"));
        ConfigEntry entry =
                TopicConfig.of(broker, Map.of("retention.ms", "5"))
                        .describe(TopicKeys.RETENTION_MS);
        assertThat(entry.value()).isEqualTo("5");
        assertThat(entry.source()).isEqualTo(ConfigSource.TOPIC);
        assertThat(entry.synonyms())
                .containsExactly(
                        new ConfigEntry.Synonym("retention.ms", "5", ConfigSource.TOPIC),
                        new ConfigEntry.Synonym(
                                "log.retention.hours", "1", ConfigSource.STATIC_BROKER),
                        new ConfigEntry.Synonym(
                                "log.retention.hours", "168", ConfigSource.DEFAULT));
    }

    @Test
    void aValueInHoursIsDescribedInTheTopicsUnit() {
        BrokerConfig broker = BrokerConfig.of(Map.of("log.retention.hours", "1"));
        ConfigEntry entry = TopicConfig.of(broker, Map.of()).describe(TopicKeys.RETENTION_MS);
        assertThat(entry.value()).isEqualTo("3600000");
        assertThat(entry.source()).isEqualTo(ConfigSource.STATIC_BROKER);
    }

    @Test
    void everySettingIsDescribedOnce() {
        TopicConfig config = TopicConfig.of(BrokerConfig.defaults(), Map.of());
        assertThat(config.describe())
                .extracting(ConfigEntry::key)
                .containsExactlyElementsOf(TopicKeys.all().keys());
        assertThat(config.describe()).allMatch(e -> e.source() == ConfigSource.DEFAULT);
    }

    @Test
    void cleanupPoliciesCombine() {
        TopicConfig both =
                TopicConfig.of(BrokerConfig.defaults(), Map.of("cleanup.policy", "compact,delete"));
        TopicConfig neither = TopicConfig.of(BrokerConfig.defaults(), Map.of("cleanup.policy", ""));
        assertThat(both.compact()).isTrue();
        assertThat(both.delete()).isTrue();
        assertThat(neither.compact()).isFalse();
        assertThat(neither.delete()).isFalse();
    }

    @Test
    void whatANewerReleaseStoredDoesNotCount() {
        TopicConfig config =
                TopicConfig.of(BrokerConfig.defaults(), Map.of("quantum.retention", "9"));
        assertThat(config.overrides()).containsKey("quantum.retention");
        assertThat(config.describe()).noneMatch(e -> e.key().name().equals("quantum.retention"));
    }

    @Test
    void whatSomebodyWantsToSetIsChecked() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> TopicConfig.validate(Map.of("quantum.retention", "9")));
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> TopicConfig.validate(Map.of("retention.ms", "-9")));
        TopicConfig.validate(Map.of("retention.ms", "9"));
    }
}
