package dev.moldau.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Clock;
import dev.moldau.common.SystemClock;
import dev.moldau.common.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WheelTimerTest {

    private final Clock clock = new SystemClock();

    @Test
    void aTaskRunsAfterItsDelayAndNotBefore() throws Exception {
        try (WheelTimer timer = timer()) {
            long start = clock.monotonicNs();
            CompletableFuture<Long> ranAt = new CompletableFuture<>();
            timer.schedule(20, () -> ranAt.complete(clock.monotonicNs()));
            assertThat(ranAt.get(10, TimeUnit.SECONDS) - start).isGreaterThanOrEqualTo(20_000_000L);
        }
    }

    @Test
    void anEarlierTaskOvertakesTheOneTheThreadSleepsFor() throws Exception {
        try (WheelTimer timer = timer()) {
            timer.schedule(3_600_000, () -> {});
            CompletableFuture<Void> ran = new CompletableFuture<>();
            timer.schedule(1, () -> ran.complete(null));
            ran.get(10, TimeUnit.SECONDS);
            assertThat(timer.size()).isEqualTo(1);
        }
    }

    @Test
    void aTaskTakenBackNeitherRunsNorWaits() {
        try (WheelTimer timer = timer()) {
            Timer.Timeout timeout = timer.schedule(3_600_000, () -> {});
            assertThat(timeout.cancel()).isTrue();
            assertThat(timeout.cancel()).isFalse();
            assertThat(timer.size()).isZero();
        }
    }

    private WheelTimer timer() {
        return new WheelTimer(
                clock,
                bug -> {
                    throw new AssertionError(bug);
                });
    }
}
