package dev.moldau.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpenFileLimitTest {

    @Test
    void theSoftLimitIsRead() {
        assertThat(
                        OpenFileLimit.parse(
                                List.of(
                                        "Limit                     Soft Limit   Hard Limit   Units",
                                        "Max open files            1024         524288       files")))
                .hasValue(1024);
    }

    @Test
    void noLimitIsNoNumber() {
        assertThat(OpenFileLimit.parse(List.of("Max open files   unlimited   unlimited   files")))
                .isEmpty();
        assertThat(OpenFileLimit.parse(List.of())).isEmpty();
    }
}
