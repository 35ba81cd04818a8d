package dev.moldau.broker.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.message.ApiMessageType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** KIP-896 as it was shipped, read from the reference client's own tables. */
class OldVersionsTest {

    /** Brokers speak these among themselves, and the switch is about clients. */
    private static final Set<ApiKey> BETWEEN_BROKERS =
            Set.of(ApiKey.WRITE_TXN_MARKERS, ApiKey.ALTER_PARTITION);

    @ParameterizedTest
    @MethodSource("kafkasApis")
    void refusedLeavesWhatKafka4Serves(ApiKey api) {
        ApiCodecs.request(api)
                .ifPresent(
                        codec -> {
                            short lowest =
                                    ApiMessageType.fromApiKey(api.id()).lowestSupportedVersion();
                            VersionRange declared = declared(api, codec);
                            if (!BETWEEN_BROKERS.contains(api)) {
                                assertThat(OldVersions.REFUSED.served(declared).lowest())
                                        .isEqualTo(lowest);
                            }
                            assertThat(OldVersions.SERVED.served(declared)).isEqualTo(declared);
                        });
    }

    static Stream<ApiKey> kafkasApis() {
        return Arrays.stream(ApiKey.values()).filter(api -> !api.moldauOnly());
    }

    /** FIELD-REPORTS row 60. */
    @ParameterizedTest
    @EnumSource(OldVersions.class)
    void produceIsToldFromZeroSoThatOldLibrdkafkaCompresses(OldVersions oldVersions) {
        VersionRange declared = new VersionRange(ApiKey.PRODUCE, (short) 0, (short) 13);
        assertThat(oldVersions.told(declared)).isEqualTo(declared);
    }

    private static VersionRange declared(ApiKey api, MessageCodec<?> codec) {
        return new VersionRange(api, codec.lowestVersion(), codec.highestVersion());
    }
}
