package dev.moldau.client.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.common.config.InvalidConfigException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a listener refuses before it starts. */
class ListenerConfigsTest {

    @Test
    void itCommitsByItself() {
        assertThat(ListenerConfigs.consumer(Map.of("group.id", "g")))
                .containsEntry("enable.auto.commit", false)
                .containsEntry("group.id", "g");
        assertThatThrownBy(
                        () ->
                                ListenerConfigs.consumer(
                                        Map.of("group.id", "g", "enable.auto.commit", true)))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("leave it out");
    }

    @Test
    void itNeedsAGroup() {
        assertThatThrownBy(() -> ListenerConfigs.consumer(Map.of()))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("group.id is not set");
    }

    @Test
    void itNeedsTopics() {
        ListenerBuilder<String, String> builder =
                Listener.of(
                        Map.of("group.id", "g"),
                        new StringDeserializer(),
                        new StringDeserializer());
        assertThatThrownBy(() -> builder.start(message -> Outcome.success()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("topics");
    }

    @Test
    void settingsThatCannotBeKeptToAreRefused() {
        ListenerSettings settings = ListenerSettings.DEFAULT;
        assertThatThrownBy(() -> settings.withConcurrency(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> settings.withRevocation(Duration.ofMillis(-1)))
                .hasMessageContaining("at least 0");
        assertThatThrownBy(() -> new FailurePolicy(1, 1, 3, null))
                .hasMessageContaining("no message may be skipped");
        assertThatThrownBy(() -> Outcome.again(Duration.ofMillis(-1)))
                .hasMessageContaining("negative");
        assertThatThrownBy(() -> BatchOutcome.at(-1, Outcome.success()))
                .hasMessageContaining("negative");
    }
}
