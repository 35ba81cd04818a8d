package dev.moldau.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UuidTest {

    @Test
    void textFormRoundTrips() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 10_000; i++) {
            Uuid id = Uuid.random(random);
            assertThat(Uuid.parse(id.toString())).isEqualTo(id);
            assertThat(id.toString()).hasSize(22).doesNotStartWith("-");
            assertThat(id.isReserved()).isFalse();
        }
    }

    @Test
    void zeroAndOneAreReserved() {
        assertThat(Uuid.ZERO.isReserved()).isTrue();
        assertThat(new Uuid(0, 1).isReserved()).isTrue();
        assertThat(new Uuid(1, 0).isReserved()).isFalse();
    }

    @Test
    void malformedTextIsNamed() {
        assertThatThrownBy(() -> Uuid.parse("short")).hasMessageContaining("'short'");
        assertThatThrownBy(() -> Uuid.parse("!!!!!!!!!!!!!!!!!!!!!!"))
                .hasMessageContaining("base 64");
    }
}
