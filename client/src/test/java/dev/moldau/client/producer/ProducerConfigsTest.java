package dev.moldau.client.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKind;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.protocol.compress.Compression;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProducerConfigsTest {

    private static ProducerSettings settings(Map<String, ?> given) {
        return ProducerConfigs.settings(ClientConfig.of(ClientKind.PRODUCER, given));
    }

    @Test
    void theDefaultsAreKafkas() {
        ProducerSettings settings = settings(Map.of());
        assertThat(settings.sending().acks()).isEqualTo((short) -1);
        assertThat(settings.sending().idempotent()).isTrue();
        assertThat(settings.sending().maxInFlight()).isEqualTo(5);
        assertThat(settings.sending().retries()).isEqualTo(Integer.MAX_VALUE);
        assertThat(settings.sending().deliveryTimeoutMs()).isEqualTo(120_000);
        assertThat(settings.batching().batchBytes()).isEqualTo(16_384);
        assertThat(settings.batching().memoryBytes()).isEqualTo(33_554_432);
        assertThat(settings.batching().lingerMs()).isEqualTo(5);
        assertThat(settings.batching().compression()).isEqualTo(Compression.NONE);
        assertThat(settings.maxBlockMs()).isEqualTo(60_000);
    }

    @Test
    void theLevelIsThatOfTheCodecInUse() {
        assertThat(settings(Map.of("compression.type", "zstd", "compression.zstd.level", 7)))
                .satisfies(s -> assertThat(s.batching().compressionLevel()).isEqualTo(7));
        assertThat(settings(Map.of("compression.type", "gzip", "compression.zstd.level", 7)))
                .satisfies(s -> assertThat(s.batching().compressionLevel()).isEqualTo(-1));
    }

    /** What is refused and what is turned off silently is judged by Kafka's own client. */
    @ParameterizedTest
    @CsvSource({
        "all, 5, 3, ''", "all, 5, 3, true", "all, 5, 3, false",
        "1, 5, 3, ''", "1, 5, 3, true", "1, 5, 3, false",
        "0, 5, 3, ''", "0, 5, 3, true", "-1, 5, 3, true",
        "all, 6, 3, ''", "all, 6, 3, true", "all, 6, 3, false",
        "all, 5, 0, ''", "all, 5, 0, true", "all, 5, 0, false",
        "1, 6, 0, ''", "1, 6, 0, true"
    })
    void idempotenceGoesWithWhatKafkasClientLetsItGoWith(
            String acks, String inFlight, String retries, String idempotence) {
        Map<String, Object> given = new HashMap<>();
        given.put("acks", acks);
        given.put("max.in.flight.requests.per.connection", inFlight);
        given.put("retries", retries);
        if (!idempotence.isEmpty()) {
            given.put("enable.idempotence", idempotence);
        }
        Map<String, Object> kafkas = new HashMap<>(given);
        kafkas.put("bootstrap.servers", "localhost:9092");
        kafkas.put("key.serializer", StringSerializer.class);
        kafkas.put("value.serializer", StringSerializer.class);
        Boolean expected;
        try {
            expected = new ProducerConfig(kafkas).getBoolean("enable.idempotence");
        } catch (ConfigException e) {
            assertThatThrownBy(() -> settings(given))
                    .isInstanceOf(InvalidConfigException.class)
                    .hasMessageContaining("does not go with enable.idempotence, which needs")
                    .hasMessageContaining("or set enable.idempotence=false");
            return;
        }
        assertThat(settings(given).sending().idempotent()).isEqualTo(expected);
    }

    @Test
    void deliveryNeedsTimeForOneAttempt() {
        assertThatThrownBy(
                        () ->
                                settings(
                                        Map.of(
                                                "delivery.timeout.ms",
                                                1_000,
                                                "linger.ms",
                                                500,
                                                "request.timeout.ms",
                                                600)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("delivery.timeout.ms=1000")
                .hasMessageContaining("linger.ms=500")
                .hasMessageContaining("request.timeout.ms=600")
                .hasMessageContaining("1100");
    }

    @Test
    void aDeliveryTimeThatNobodyChoseMakesRoom() {
        assertThat(settings(Map.of("request.timeout.ms", 200_000)).sending().deliveryTimeoutMs())
                .isEqualTo(200_005);
    }

    @Test
    void aRequestThatMayTakeNoTimeOrSpaceIsRefused() {
        assertThatThrownBy(() -> settings(Map.of("max.request.size", 0)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("max.request.size=0");
        assertThatThrownBy(() -> settings(Map.of("request.timeout.ms", 0)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("request.timeout.ms=0");
    }
}
