package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessAgeTest {

    @Test
    void isTheDifferenceOfUptimeAndStartWhateverTheProcessIsCalled() {
        String stat =
                "4711 (a (name) of 3 4) S 1 4711 4711 0 -1 4194560 1 0 0 0 5 6 7 8 20 0 9 0 "
                        + "362110 1000 500 184467 1 1";
        assertThat(ProcessAge.ofLinux(stat, "3621.48 7000.00\n")).isEqualTo(380);
    }

    @Test
    void ofThisProcessGrows() {
        long first = ProcessAge.millis();
        assertThat(first).isPositive();
        assertThat(ProcessAge.millis()).isGreaterThanOrEqualTo(first);
    }
}
