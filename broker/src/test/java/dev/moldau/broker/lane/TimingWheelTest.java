package dev.moldau.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimingWheelTest {

    @Test
    void anEmptyWheelHasNothingToWakeFor() {
        assertThat(new TimingWheel(123_456_789).nextMs()).isEqualTo(Long.MAX_VALUE);
        assertThat(new TimingWheel(123_456_789).wakeMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aTimerWithLittleToDoWakesAtTheFirstDeadlineAndNotBefore() {
        TimingWheel wheel = new TimingWheel(1_000);
        wheel.add(new TimingWheel.Entry(() -> {}), 31_234);
        wheel.add(new TimingWheel.Entry(() -> {}), 31_233);
        assertThat(wheel.wakeMs()).isEqualTo(31_233);
    }

    @Test
    void aRemovedEntryLeavesNothingToWakeFor() {
        TimingWheel wheel = new TimingWheel(0);
        TimingWheel.Entry entry = new TimingWheel.Entry(() -> {});
        wheel.add(entry, 30_000);
        assertThat(wheel.remove(entry)).isTrue();
        assertThat(wheel.remove(entry)).isFalse();
        assertThat(wheel.nextMs()).isEqualTo(Long.MAX_VALUE);
        assertThat(wheel.size()).isZero();
    }

    @Test
    void anEntryHandedOutCannotBeRemoved() {
        TimingWheel wheel = new TimingWheel(0);
        TimingWheel.Entry entry = new TimingWheel.Entry(() -> {});
        wheel.add(entry, 0);
        assertThat(wheel.advance(1)).isSameAs(entry);
        assertThat(wheel.remove(entry)).isFalse();
    }

    /** Against the plainest model: a map of deadlines. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyEntryIsHandedOutOnceInOrderAndNeverEarly(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long now = random.nextLong(1L << 40);
        TimingWheel wheel = new TimingWheel(now);
        Map<TimingWheel.Entry, Long> waiting = new HashMap<>();
        for (int step = 0; step < 5_000; step++) {
            int choice = random.nextInt(10);
            if (choice < 5) {
                long delay = 1 + random.nextLong(1L << (1 + random.nextInt(30)));
                TimingWheel.Entry entry = new TimingWheel.Entry(() -> {});
                wheel.add(entry, now + delay);
                waiting.put(entry, now + delay);
            } else if (choice < 7 && !waiting.isEmpty()) {
                TimingWheel.Entry victim = waiting.keySet().iterator().next();
                assertThat(wheel.remove(victim)).isTrue();
                waiting.remove(victim);
            } else {
                now += random.nextLong(1L << random.nextInt(1, 26));
                List<Long> fired = new ArrayList<>();
                for (TimingWheel.Entry due = wheel.advance(now);
                        due != null;
                        due = wheel.advance(now)) {
                    fired.add(waiting.remove(due));
                }
                assertThat(fired).as("seed %d", seed).doesNotContainNull().isSorted();
                long time = now;
                assertThat(fired).allMatch(deadline -> deadline <= time);
                assertThat(waiting.values()).allMatch(deadline -> deadline > time);
            }
            assertThat(wheel.size()).isEqualTo(waiting.size());
            long earliest =
                    waiting.values().stream()
                            .mapToLong(Long::longValue)
                            .min()
                            .orElse(Long.MAX_VALUE);
            assertThat(wheel.nextMs()).isLessThanOrEqualTo(earliest).isGreaterThan(now);
            assertThat(wheel.wakeMs()).isBetween(wheel.nextMs(), earliest);
        }
    }
}
