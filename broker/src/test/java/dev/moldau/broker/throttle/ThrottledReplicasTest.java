package dev.moldau.broker.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThrottledReplicasTest {

    @Test
    void pairsNamePartitionsOfOneBroker() {
        ThrottledReplicas throttled = ThrottledReplicas.of(List.of("0:1", "1:2", "12:1"), 1);
        assertThat(throttled.contains(0)).isTrue();
        assertThat(throttled.contains(1)).isFalse();
        assertThat(throttled.contains(2)).isFalse();
        assertThat(throttled.contains(12)).isTrue();
    }

    @Test
    void aStarNamesAll() {
        ThrottledReplicas throttled = ThrottledReplicas.of(List.of("*"), 1);
        assertThat(throttled.contains(0)).isTrue();
        assertThat(throttled.contains(9_999)).isTrue();
    }

    @Test
    void nothingAndNoneNameNobody() {
        assertThat(ThrottledReplicas.of(List.of(), 1)).isSameAs(ThrottledReplicas.NONE);
        assertThat(ThrottledReplicas.of(List.of("none"), 1)).isSameAs(ThrottledReplicas.NONE);
        assertThat(ThrottledReplicas.of(List.of("0:2"), 1)).isSameAs(ThrottledReplicas.NONE);
        assertThat(ThrottledReplicas.NONE.contains(0)).isFalse();
    }
}
