package dev.moldau.client.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NetworkSettingsTest {

    @Test
    void defaultsAreKafkas() {
        NetworkSettings settings = NetworkSettings.defaults("me");
        assertThat(settings.connectTimeoutMs()).isEqualTo(10_000);
        assertThat(settings.connectTimeoutMaxMs()).isEqualTo(30_000);
        assertThat(settings.maxIdleMs()).isEqualTo(540_000);
        assertThat(settings.maxAnswerBytes()).isEqualTo(100 << 20);
    }

    @Test
    void impossibleValueIsRefusedByTheNameOfItsSetting() {
        assertThatThrownBy(() -> new NetworkSettings("me", 0, 1, 1, 1, -1, -1, -1, 100))
                .hasMessage("socket.connection.setup.timeout.ms cannot be 0");
        assertThatThrownBy(() -> new NetworkSettings("me", 1, 1, -1, 1, -1, -1, -1, 100))
                .hasMessage("reconnect.backoff.ms cannot be -1");
        assertThatThrownBy(() -> new NetworkSettings("me", 1, 1, 1, 1, 0, -1, -1, 100))
                .hasMessage("send.buffer.bytes cannot be 0");
        assertThatThrownBy(() -> new NetworkSettings("me", 1, 1, 1, 1, -1, -1, -1, 3))
                .hasMessage("maxAnswerBytes cannot be 3");
    }
}
