package dev.moldau.broker.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.lane.ManualTimer;
import org.junit.jupiter.api.Test;

class CreationFailuresTest {

    private final ManualTimer clock = new ManualTimer();
    private final CreationFailures failures = new CreationFailures(clock);

    @Test
    void theSameReasonIsSaidOnceInThirtySeconds() {
        assertThat(failures.isNews("too few brokers")).isTrue();
        clock.advance(CreationFailures.QUIET_MS - 1);
        assertThat(failures.isNews("too few brokers")).isFalse();
        clock.advance(1);
        assertThat(failures.isNews("too few brokers")).isTrue();
    }

    @Test
    void anotherReasonIsSaidAtOnceAndDoesNotBringTheFirstOneBack() {
        failures.isNews("too few brokers");
        assertThat(failures.isNews("no controller")).isTrue();
        assertThat(failures.isNews("too few brokers")).isFalse();
        assertThat(failures.isNews("no controller")).isFalse();
    }

    @Test
    void noMoreReasonsAreRememberedThanTheLimit() {
        for (int i = 0; i <= CreationFailures.MOST_REASONS; i++) {
            assertThat(failures.isNews("reason " + i)).isTrue();
        }
        assertThat(failures.isNews("reason 0")).as("forgotten with all others").isTrue();
    }
}
