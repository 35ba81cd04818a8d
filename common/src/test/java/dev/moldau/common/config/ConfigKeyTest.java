package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigKeyTest {

    @Test
    void valuesOfEachTypeAreReadAsKafkaReadsThem() {
        assertThat(TopicKeys.RETENTION_MS.parse(" 42 ")).isEqualTo(42L);
        assertThat(TopicKeys.PREALLOCATE.parse("TRUE")).isTrue();
        assertThat(TopicKeys.MIN_CLEANABLE_DIRTY_RATIO.parse("0.25")).isEqualTo(0.25);
        assertThat(TopicKeys.CLEANUP_POLICY.parse("compact , delete"))
                .containsExactly("compact", "delete");
        assertThat(TopicKeys.CLEANUP_POLICY.parse("")).isEmpty();
        assertThat(CoordinatorKeys.OFFSETS_TOPIC_REPLICATION_FACTOR.parse("3"))
                .isEqualTo((short) 3);
        assertThat(ConfigKey.ofPassword("p").means("x").parse("secret").value())
                .isEqualTo("secret");
    }

    @Test
    void aValueOfTheWrongTypeNamesKeyValueTypeBoundsAndRemedy() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> TopicKeys.RETENTION_MS.parse("seven days"))
                .withMessage(
                        "Invalid value 'seven days' for retention.ms: it is not of type long; give"
                                + " a long at least -1 (ms), or remove the setting to use the"
                                + " default 604800000.")
                .matches(e -> e.key().equals("retention.ms"));
    }

    @Test
    void boundsHoldAtTheirEdges() {
        assertThat(TopicKeys.RETENTION_MS.parse("-1")).isEqualTo(-1);
        refuses(TopicKeys.RETENTION_MS, "-2", "at least -1");
        assertThat(TopicKeys.COMPRESSION_LZ4_LEVEL.parse("17")).isEqualTo(17);
        refuses(TopicKeys.COMPRESSION_LZ4_LEVEL, "18", "1 to 17");
        assertThat(TopicKeys.COMPRESSION_GZIP_LEVEL.parse("-1")).isEqualTo(-1);
        refuses(TopicKeys.COMPRESSION_GZIP_LEVEL, "0", "1 to 9, or -1");
        refuses(TopicKeys.MIN_CLEANABLE_DIRTY_RATIO, "1.01", "0 to 1");
        refuses(TopicKeys.MIN_CLEANABLE_DIRTY_RATIO, "NaN", "double");
        refuses(TopicKeys.MAX_MESSAGE_BYTES, "2147483648", "int");
    }

    @Test
    void wordsOutsideTheChoicesAreRefusedWithTheChoices() {
        refuses(TopicKeys.COMPRESSION_TYPE, "none", "uncompressed, zstd, lz4, snappy, gzip");
        refuses(TopicKeys.COMPRESSION_TYPE, "LZ4", "lz4");
        refuses(TopicKeys.CLEANUP_POLICY, "delete,burn", "compact, delete");
        refuses(TopicKeys.CLEANUP_POLICY, "delete,delete", "compact, delete");
    }

    @Test
    void whatNeedsTieredStorageIsRefused() {
        assertThat(TopicKeys.REMOTE_STORAGE_ENABLE.parse("false")).isFalse();
        refuses(TopicKeys.REMOTE_STORAGE_ENABLE, "true", "there is no tiered storage");
    }

    @Test
    void aSecretNeverShowsInAMessage() {
        ConfigKey<Password> key =
                ConfigKey.ofPassword("p").form("[a-z]+", "of letters").means("A secret.");
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> key.parse("hunter2"))
                .withMessageContaining(Password.HIDDEN)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hunter2"));
        assertThat(new Password("hunter2")).hasToString(Password.HIDDEN);
    }

    @Test
    void aLongValueIsCutShortInAMessage() {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> TopicKeys.RETENTION_MS.parse("x".repeat(10_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
    }

    @Test
    void aDefaultOutsideItsOwnBoundsCannotBeDeclared() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConfigKey.ofInt("k").defaultsTo(0).atLeast(1).means("x"));
    }

    @Test
    void aListIsWrittenAsItIsRead() {
        Object parsed = TopicKeys.CLEANUP_POLICY.parse("compact,delete");
        assertThat(ConfigType.format(parsed)).isEqualTo("compact,delete");
        assertThat(ConfigType.format(List.of())).isEmpty();
    }

    private static void refuses(ConfigKey<?> key, String text, String words) {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> key.parse(text))
                .withMessageContaining(key.name())
                .withMessageContaining("'" + text + "'")
                .withMessageContaining(words);
    }
}
