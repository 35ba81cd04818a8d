package dev.moldau.client.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.common.config.InvalidConfigException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EncodingTest {

    static Stream<Map<String, String>> settings() {
        return Stream.of(
                Map.of(),
                Map.of("serializer.encoding", "ISO-8859-1"),
                Map.of("deserializer.encoding", "UTF-16"),
                Map.of("key.serializer.encoding", "UTF-16", "serializer.encoding", "ISO-8859-1"),
                Map.of("value.serializer.encoding", "UTF-16BE"),
                Map.of("key.deserializer.encoding", "UTF-16", "deserializer.encoding", "UTF-8"),
                Map.of("value.deserializer.encoding", "ISO-8859-15"));
    }

    @Test
    void aCharacterSetMayBeGivenInCode() {
        byte[] bytes =
                new StringSerializer(StandardCharsets.UTF_16LE).serialize("t", List.of(), "ö");
        assertThat(bytes).isEqualTo("ö".getBytes(StandardCharsets.UTF_16LE));
        assertThat(
                        new StringDeserializer(StandardCharsets.UTF_16LE)
                                .deserialize("t", List.of(), bytes))
                .isEqualTo("ö");
    }

    @Test
    void anUnknownCharacterSetIsRefusedWithTheSettingsName() {
        for (String name : List.of("UTF-99", "no set!")) {
            assertThatExceptionOfType(InvalidConfigException.class)
                    .isThrownBy(
                            () ->
                                    new StringSerializer()
                                            .configure(
                                                    Map.of("key.serializer.encoding", name), true))
                    .withMessageContaining("Invalid value '" + name + "' for key.serializer.enc");
        }
    }
}
