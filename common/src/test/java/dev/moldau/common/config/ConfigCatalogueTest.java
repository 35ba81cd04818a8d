package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigCatalogueTest {

    @ParameterizedTest
    @CsvSource({
        "retention.mss, retention.ms",
        "retenton.ms, retention.ms",
        "RETENTION.MS, ",
        "cleanup_policy, cleanup.policy",
        "completely.other.thing.entirely, "
    })
    void anUnknownKeyNamesTheNearestKnownOneIfAnyIsMeant(String wrong, String meant) {
        assertThat(TopicKeys.all().nearest(wrong).orElse(null)).isEqualTo(meant);
    }

    @Test
    void anUnknownKeyIsRefusedWithAHint() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> TopicKeys.all().require("retention.m"))
                .withMessage("Unknown configuration key 'retention.m'; did you mean retention.ms?");
    }

    @Test
    void distancesAreThoseOfLevenshtein() {
        assertThat(EditDistance.between("kitten", "sitting")).isEqualTo(3);
        assertThat(EditDistance.between("", "abc")).isEqualTo(3);
        assertThat(EditDistance.between("same", "same")).isZero();
        assertThat(EditDistance.nearest("x".repeat(10_000), List.of("x"))).isEmpty();
    }

    @Test
    void everyKeySaysWhatItIsForInASentence() {
        allKeys()
                .forEach(
                        key -> {
                            assertThat(key.meaning()).as(key.name()).endsWith(".");
                            assertThat(key.meaning()).as(key.name()).matches("[A-ZS].*");
                        });
    }

    @Test
    void theBrokersCounterpartHasTheTypeUnitAndDefaultOfTheTopicsKey() {
        for (ConfigKey<?> key : TopicKeys.all().keys()) {
            if (key.counterparts().isEmpty()) {
                continue;
            }
            ConfigKey.Counterpart last = key.counterparts().get(key.counterparts().size() - 1);
            assertThat(last.convert(last.key().defaultValue().orElseThrow()))
                    .as(key.name())
                    .isEqualTo(key.defaultValue().orElseThrow());
            for (ConfigKey.Counterpart counterpart : key.counterparts()) {
                assertThat(counterpart.equals(last))
                        .as("only the last of " + key + "'s counterparts has a default")
                        .isEqualTo(counterpart.key().defaultValue().isPresent());
                assertThat(BrokerKeys.working().find(counterpart.key().name()))
                        .containsSame(counterpart.key());
            }
        }
    }

    private static Stream<ConfigKey<?>> allKeys() {
        return Stream.of(
                        BrokerKeys.known(),
                        TopicKeys.all(),
                        GroupKeys.all(),
                        ProducerKeys.all(),
                        ConsumerKeys.all(),
                        AdminKeys.all())
                .flatMap(catalogue -> catalogue.keys().stream());
    }
}
