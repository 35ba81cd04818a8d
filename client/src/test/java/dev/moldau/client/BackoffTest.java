package dev.moldau.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

    private final Backoff backoff = new Backoff(50, 1000, new SplittableRandom(5));

    @Test
    void doublesUpToItsBoundGiveOrTakeAFifth() {
        for (int round = 0; round < 1000; round++) {
            assertThat(backoff.afterMs(0)).isZero();
            assertThat(backoff.afterMs(1)).isBetween(40L, 60L);
            assertThat(backoff.afterMs(2)).isBetween(80L, 120L);
            assertThat(backoff.afterMs(5)).isBetween(640L, 960L);
            assertThat(backoff.afterMs(6)).isBetween(800L, 1200L);
            assertThat(backoff.afterMs(Integer.MAX_VALUE)).isBetween(800L, 1200L);
        }
    }

    @Test
    void isNotTheSameTwice() {
        assertThat(LongStream.generate(() -> backoff.afterMs(5)).limit(100).distinct().count())
                .isGreaterThan(20);
    }

    @Test
    void aBoundBelowTheFirstWaitCountsForThatToo() {
        assertThat(new Backoff(100, 10, new SplittableRandom(5)).afterMs(1)).isBetween(8L, 12L);
    }
}
