package dev.moldau.cluster.image;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "A-z_0.9", "...", "__consumer_offsets"})
    void namesOfKafkaAreValid(String name) {
        assertThat(TopicNames.problem(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a b", "a/b", "ä", "a\n"})
    void otherNamesAreNot(String name) {
        assertThat(TopicNames.problem(name)).isPresent();
    }

    @Test
    void aNameHasAtMost249Characters() {
        assertThat(TopicNames.isValid("x".repeat(249))).isTrue();
        assertThat(TopicNames.isValid("x".repeat(250))).isFalse();
    }
}
