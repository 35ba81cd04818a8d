package dev.moldau.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.wire.MessageCodec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our declarations cover what Kafka has: every API, every version, flexible from the same one. */
class DeclaredVersionsTest {

    static List<JudgedMessage> messages() {
        return JudgedMessage.all();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void declaresAllVersionsThatKafkaHas(JudgedMessage message) {
        MessageCodec<?> codec = message.codec();
        List<JudgedMessage.Version> versions = message.versions();

        assertThat(codec.lowestVersion()).isEqualTo(versions.get(0).ours());
        assertThat(codec.highestVersion()).isEqualTo(versions.get(versions.size() - 1).ours());
    }

    @ParameterizedTest
    @MethodSource("messages")
    void isFlexibleInTheVersionsInWhichKafkaIs(JudgedMessage message) {
        for (JudgedMessage.Version version : message.versions()) {
            assertThat(message.codec().flexible(version.ours()))
                    .as("version %d", version.ours())
                    .isEqualTo(version.judge().flexible(version.theirs()));
        }
    }

    @Test
    void declaresNoApiThatKafkaLacksButOurOwn() {
        for (ApiKey api : ApiKey.values()) {
            boolean declared = ApiCodecs.request(api).isPresent();
            assertThat(declared)
                    .as("%s", api)
                    .isEqualTo(JudgedMessage.apis().contains(api) || api.moldauOnly());
            assertThat(ApiCodecs.response(api).isPresent()).as("%s", api).isEqualTo(declared);
        }
    }
}
