package dev.moldau.broker.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.lane.ManualTimer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplicationThrottleTest {

    private final ManualTimer clock = new ManualTimer();

    @Test
    void aSecondsWorthMayMoveAtOnceAndThenItsTimeIsWaitedFor() {
        ReplicationThrottle throttle = new ReplicationThrottle(clock, 1_000);
        throttle.moved(999);
        assertThat(throttle.isExceeded()).isFalse();
        throttle.moved(1);
        assertThat(throttle.isExceeded()).isTrue();
        assertThat(throttle.waitMs()).isEqualTo(1);
        clock.advance(1);
        assertThat(throttle.isExceeded()).isFalse();
        assertThat(throttle.waitMs()).isZero();
    }

    /** An answer may hold far more than was allowed: the debt is waited for, all of it. */
    @Test
    void whatMovedBeyondTheBoundIsADebt() {
        ReplicationThrottle throttle = new ReplicationThrottle(clock, 1_000);
        throttle.moved(11_000);
        assertThat(throttle.waitMs()).isEqualTo(10_001);
        clock.advance(10_000);
        assertThat(throttle.isExceeded()).isTrue();
        clock.advance(1);
        assertThat(throttle.isExceeded()).isFalse();
    }

    @Test
    void whatIsAllowedGathersUpToOneSecondAndNoFurther() {
        ReplicationThrottle throttle = new ReplicationThrottle(clock, 1_000);
        clock.advance(3_600_000);
        throttle.moved(1_000);
        assertThat(throttle.isExceeded()).isTrue();
    }

    @Test
    void anUnlimitedThrottleNeverHoldsUpNorRemembers() {
        ReplicationThrottle throttle =
                new ReplicationThrottle(clock, ReplicationThrottle.UNLIMITED);
        throttle.moved(Long.MAX_VALUE / 2);
        assertThat(throttle.isExceeded()).isFalse();
        throttle.bytesPerSecond(1_000);
        assertThat(throttle.isExceeded()).as("what moved before the bound was set").isFalse();
    }

    @Test
    void aBoundOfZeroHoldsUpForADayAtMostAndALargerOneEndsIt() {
        ReplicationThrottle throttle = new ReplicationThrottle(clock, 0);
        assertThat(throttle.isExceeded()).isTrue();
        assertThat(throttle.waitMs()).isEqualTo(86_400_000);
        throttle.bytesPerSecond(1_000_000);
        clock.advance(1);
        assertThat(throttle.isExceeded()).isFalse();
    }

    @Test
    void aSmallerBoundCountsFromNowOn() {
        ReplicationThrottle throttle = new ReplicationThrottle(clock, 1_000_000);
        throttle.bytesPerSecond(10);
        throttle.moved(10);
        assertThat(throttle.isExceeded()).isTrue();
        assertThat(throttle.waitMs()).isEqualTo(100);
    }

    @Test
    void whoWaitsAsLongAsItSaysMovesNoMoreThanTheRate() {
        long seed = Long.getLong("moldau.test.seed", System.nanoTime());
        Random random = new Random(seed);
        ReplicationThrottle throttle = new ReplicationThrottle(clock, 50_000);
        long moved = 0;
        long begunNs = clock.monotonicNs();
        for (int i = 0; i < 1_000; i++) {
            int bytes = 1 + random.nextInt(20_000);
            throttle.moved(bytes);
            moved += bytes;
            clock.advance(throttle.waitMs());
            assertThat(throttle.isExceeded()).as("seed %d", seed).isFalse();
        }
        double seconds = (clock.monotonicNs() - begunNs) / 1e9;
        assertThat(moved / seconds).as("seed %d", seed).isBetween(49_000.0, 51_000.0);
    }
}
