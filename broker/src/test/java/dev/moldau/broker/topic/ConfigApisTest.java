package dev.moldau.broker.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AlterConfigsRequest;
import dev.moldau.protocol.message.AlterConfigsResponse;
import dev.moldau.protocol.message.DescribeConfigsRequest;
import dev.moldau.protocol.message.DescribeConfigsResponse;
import dev.moldau.protocol.message.IncrementalAlterConfigsRequest;
import dev.moldau.protocol.message.IncrementalAlterConfigsResponse;
import dev.moldau.protocol.message.ListConfigResourcesRequest;
import dev.moldau.protocol.message.ListConfigResourcesResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DescribeConfigs, AlterConfigs, IncrementalAlterConfigs, ListConfigResources. */
class ConfigApisTest {

    private static final byte TOPIC = 2;
    private static final byte BROKER = 4;
    private static final byte LOGGER = 8;
    private static final byte CLIENT_METRICS = 16;
    private static final byte GROUP = 32;

    private static final byte SET = 0;
    private static final byte DELETE = 1;
    private static final byte APPEND = 2;

    @TempDir Path folder;
    private TopicApiFixture fixture;

    @BeforeEach
    void begin() {
        fixture =
                new TopicApiFixture(
                        folder,
                        Map.of(
                                "log.retention.hours", "1",
                                "ssl.key.password", "hunter2"));
    }

    @AfterEach
    void end() {
        fixture.close();
    }

    private DescribeConfigsResponse.Result describe(
            int version, byte type, String name, @Nullable List<String> keys) {
        return fixture.ask(
                        ApiKey.DESCRIBE_CONFIGS,
                        version,
                        new DescribeConfigsRequest(
                                List.of(new DescribeConfigsRequest.Resource(type, name, keys)),
                                version >= 1,
                                version >= 3),
                        DescribeConfigsResponse.class)
                .results()
                .getFirst();
    }

    private DescribeConfigsResponse.Config setting(byte type, String name, String key) {
        return describe(4, type, name, List.of(key)).configs().getFirst();
    }

    private IncrementalAlterConfigsResponse.Resource change(
            byte type, String name, String key, byte operation, @Nullable String value) {
        return fixture.ask(
                        ApiKey.INCREMENTAL_ALTER_CONFIGS,
                        1,
                        new IncrementalAlterConfigsRequest(
                                List.of(
                                        new IncrementalAlterConfigsRequest.Resource(
                                                type,
                                                name,
                                                List.of(
                                                        new IncrementalAlterConfigsRequest.Config(
                                                                key, operation, value)))),
                                false),
                        IncrementalAlterConfigsResponse.class)
                .responses()
                .getFirst();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void everyVersionDescribesATopicsSettings(int version) {
        fixture.create("t", 1, Map.of("retention.ms", "5"));
        DescribeConfigsResponse.Result result =
                describe(version, TOPIC, "t", List.of("retention.ms", "segment.ms", "no.such"));
        assertThat(result.errorCode()).isZero();
        assertThat(result.configs()).hasSize(2);
        DescribeConfigsResponse.Config retention = result.configs().getFirst();
        assertThat(retention.name()).isEqualTo("retention.ms");
        assertThat(retention.value()).isEqualTo("5");
        assertThat(retention.isDefault()).isFalse();
        assertThat(retention.configSource()).isEqualTo((byte) (version >= 1 ? 1 : -1));
        if (version >= 1) {
            assertThat(retention.synonyms())
                    .containsExactly(
                            new DescribeConfigsResponse.Synonym("retention.ms", "5", (byte) 1),
                            new DescribeConfigsResponse.Synonym(
                                    "log.retention.hours", "1", (byte) 4),
                            new DescribeConfigsResponse.Synonym(
                                    "log.retention.hours", "168", (byte) 5));
        }
        if (version >= 3) {
            assertThat(retention.configType()).isEqualTo((byte) 5);
            assertThat(retention.documentation()).contains("dropped");
        }
        if (version == 0) {
            assertThat(result.configs().get(1).isDefault()).isTrue();
        }
    }

    @Test
    void withoutKeysEverySettingIsDescribed() {
        fixture.create("t", 1);
        assertThat(describe(1, TOPIC, "t", null).configs()).hasSizeGreaterThan(30);
        assertThat(describe(1, TOPIC, "t", List.of()).configs()).isEmpty();
        assertThat(describe(1, BROKER, "1", null).configs()).hasSizeGreaterThan(60);
        assertThat(describe(1, GROUP, "g", null).configs()).hasSizeGreaterThan(10);
    }

    @Test
    void whatDoesNotExistIsRefusedByItsKind() {
        assertThat(error(describe(1, TOPIC, "none", null)))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(error(describe(1, TOPIC, "a b", null)))
                .isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION);
        assertThat(error(describe(1, BROKER, "2", null))).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(error(describe(1, GROUP, "", null))).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(error(describe(1, (byte) 7, "x", null))).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(describe(1, CLIENT_METRICS, "x", null).configs()).isEmpty();
    }

    private static ErrorCode error(DescribeConfigsResponse.Result result) {
        return ErrorCode.of(result.errorCode());
    }

    @Test
    void aSecretIsMarkedAndNotShown() {
        DescribeConfigsResponse.Config secret = setting(BROKER, "1", "ssl.key.password");
        assertThat(secret.isSensitive()).isTrue();
        assertThat(secret.value()).isNull();
        assertThat(secret.synonyms().toString()).doesNotContain("hunter2");
        assertThat(secret.documentation()).contains("later release");
    }

    @Test
    void aChangeTakesEffectAtOnceAndSaysWhereItComesFrom() {
        fixture.create("t", 1);
        assertThat(change(BROKER, "", "message.max.bytes", SET, "100").errorCode()).isZero();
        DescribeConfigsResponse.Config inherited = setting(TOPIC, "t", "max.message.bytes");
        assertThat(inherited.value()).isEqualTo("100");
        assertThat(inherited.configSource()).isEqualTo((byte) 3);
        assertThat(change(BROKER, "1", "message.max.bytes", SET, "200").errorCode()).isZero();
        assertThat(setting(TOPIC, "t", "max.message.bytes").configSource()).isEqualTo((byte) 2);
        assertThat(change(TOPIC, "t", "max.message.bytes", SET, "300").errorCode()).isZero();
        assertThat(setting(TOPIC, "t", "max.message.bytes").value()).isEqualTo("300");
        assertThat(change(TOPIC, "t", "max.message.bytes", DELETE, null).errorCode()).isZero();
        assertThat(setting(TOPIC, "t", "max.message.bytes").value()).isEqualTo("200");
        assertThat(describe(1, BROKER, "", null).configs())
                .extracting(DescribeConfigsResponse.Config::name)
                .containsExactly("message.max.bytes");
        assertThat(setting(BROKER, "1", "message.max.bytes").readOnly()).isFalse();
        assertThat(setting(BROKER, "1", "num.partitions").readOnly()).isTrue();
    }

    @Test
    void aWrongChangeIsRefusedWithTheRemedy() {
        fixture.create("t", 1);
        IncrementalAlterConfigsResponse.Resource refused =
                change(TOPIC, "t", "retention.ms", SET, "soon");
        assertThat(refused.errorCode()).isEqualTo(ErrorCode.INVALID_CONFIG.code());
        assertThat(refused.errorMessage()).contains("retention.ms").contains("at least -1");
        assertThat(change(TOPIC, "t", "retention.ms", (byte) 9, "1").errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(change((byte) 9, "t", "retention.ms", SET, "1").errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(change(CLIENT_METRICS, "t", "interval.ms", SET, "1").errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(change(TOPIC, "t", "retention.ms", APPEND, "1").errorCode())
                .isEqualTo(ErrorCode.INVALID_CONFIG.code());
    }

    @Test
    void groupsSettingsAreKeptAndDescribed() {
        assertThat(change(GROUP, "g", "consumer.session.timeout.ms", SET, "50000").errorCode())
                .isZero();
        DescribeConfigsResponse.Config set = setting(GROUP, "g", "consumer.session.timeout.ms");
        assertThat(set.value()).isEqualTo("50000");
        assertThat(set.configSource()).isEqualTo((byte) 8);
        DescribeConfigsResponse.Config unset =
                setting(GROUP, "g", "consumer.heartbeat.interval.ms");
        assertThat(unset.value()).isEqualTo("5000");
        assertThat(unset.configSource()).isEqualTo((byte) 5);
        assertThat(unset.readOnly()).isFalse();
    }

    @Test
    void levelsOfLoggersAreDescribedSetAndTakenBack() {
        assertThat(setting(LOGGER, "1", "dev").value()).isEqualTo("INFO");
        assertThat(change(LOGGER, "1", "dev", SET, "DEBUG").errorCode()).isZero();
        assertThat(setting(LOGGER, "1", "dev").value()).isEqualTo("DEBUG");
        assertThat(setting(LOGGER, "1", "dev").configSource()).isEqualTo((byte) 6);
        assertThat(change(LOGGER, "1", "dev", DELETE, null).errorCode()).isZero();
        assertThat(change(LOGGER, "1", "root", DELETE, null).errorCode())
                .isEqualTo(ErrorCode.INVALID_CONFIG.code());
        assertThat(change(LOGGER, "1", "none", SET, "DEBUG").errorCode())
                .isEqualTo(ErrorCode.INVALID_CONFIG.code());
        assertThat(change(LOGGER, "1", "dev", SET, "LOUD").errorCode())
                .isEqualTo(ErrorCode.INVALID_CONFIG.code());
        assertThat(change(LOGGER, "2", "dev", SET, "DEBUG").errorCode())
                .isEqualTo(ErrorCode.INVALID_REQUEST.code());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aReplacementTakesAwayWhatItDoesNotName(int version) {
        fixture.create("t", 1, Map.of("segment.ms", "7", "retention.ms", "5"));
        AlterConfigsResponse response =
                fixture.ask(
                        ApiKey.ALTER_CONFIGS,
                        version,
                        new AlterConfigsRequest(
                                List.of(
                                        new AlterConfigsRequest.Resource(
                                                TOPIC,
                                                "t",
                                                List.of(
                                                        new AlterConfigsRequest.Config(
                                                                "segment.ms", "8"))),
                                        new AlterConfigsRequest.Resource(LOGGER, "1", List.of()),
                                        new AlterConfigsRequest.Resource(TOPIC, "none", List.of())),
                                false),
                        AlterConfigsResponse.class);
        assertThat(response.responses())
                .extracting(r -> ErrorCode.of(r.errorCode()))
                .containsExactly(
                        ErrorCode.NONE,
                        ErrorCode.INVALID_REQUEST,
                        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(fixture.image().topic("t").orElseThrow().configs())
                .containsExactly(Map.entry("segment.ms", "8"));
    }

    private ListConfigResourcesResponse list(int version, Byte... types) {
        return fixture.ask(
                ApiKey.LIST_CONFIG_RESOURCES,
                version,
                new ListConfigResourcesRequest(List.of(types)),
                ListConfigResourcesResponse.class);
    }

    @Test
    void resourcesAreListedByKind() {
        fixture.create("t", 1);
        change(GROUP, "g", "consumer.session.timeout.ms", SET, "50000");
        assertThat(list(0).configResources()).isEmpty();
        assertThat(list(1).configResources())
                .extracting(ListConfigResourcesResponse.ConfigResource::resourceName)
                .containsExactly("t", "1", "1", "g");
        assertThat(list(1, GROUP).configResources())
                .containsExactly(new ListConfigResourcesResponse.ConfigResource("g", GROUP));
        assertThat(list(1, (byte) 7).errorCode()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION.code());
    }
}
