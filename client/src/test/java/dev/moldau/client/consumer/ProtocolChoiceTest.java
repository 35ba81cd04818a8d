package dev.moldau.client.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.consumer.group.GroupProtocol;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKind;
import dev.moldau.common.config.InvalidConfigException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which protocol a consumer's settings mean. */
class ProtocolChoiceTest {

    private static GroupProtocol of(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("bootstrap.servers", "unused:1");
        all.put("group.id", "g");
        return ProtocolChoice.of(ClientConfig.of(ClientKind.CONSUMER, all));
    }

    @Test
    void withoutAWordTheBrokersBalanceIfTheyCan() {
        assertThat(of(Map.of())).isEqualTo(GroupProtocol.EITHER);
        assertThat(of(Map.of("group.remote.assignor", "range", "group.instance.id", "i")))
                .isEqualTo(GroupProtocol.EITHER);
    }

    @Test
    void whatIsAskedForIsMeant() {
        assertThat(of(Map.of("group.protocol", "consumer"))).isEqualTo(GroupProtocol.CONSUMER);
        assertThat(of(Map.of("group.protocol", "Classic"))).isEqualTo(GroupProtocol.CLASSIC);
    }

    @ParameterizedTest
    @CsvSource({
        "partition.assignment.strategy, sticky",
        "session.timeout.ms, 10000",
        "heartbeat.interval.ms, 1000"
    })
    void whoSetsWhatOnlyTheClassicProtocolHasGetsThat(String key, String value) {
        assertThat(of(Map.of(key, value))).isEqualTo(GroupProtocol.CLASSIC);
        assertThat(of(Map.of(key, value, "group.protocol", "classic")))
                .isEqualTo(GroupProtocol.CLASSIC);
        assertThatThrownBy(() -> of(Map.of(key, value, "group.protocol", "consumer")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining(key)
                .hasMessageContaining("group.protocol=consumer")
                .hasMessageContaining("remove one of them");
        assertThatThrownBy(() -> of(Map.of(key, value, "group.remote.assignor", "uniform")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("group.remote.assignor does not go with " + key);
    }

    @Test
    void aBrokersAssignorCannotBeAskedForByAClassicMember() {
        assertThatThrownBy(
                        () ->
                                of(
                                        Map.of(
                                                "group.remote.assignor",
                                                "uniform",
                                                "group.protocol",
                                                "classic")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("partition.assignment.strategy");
    }
}
