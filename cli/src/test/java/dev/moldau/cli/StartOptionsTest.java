package dev.moldau.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartOptionsTest {

    @Test
    void plainCommandLinesAreReadWithoutTheLibrary() {
        assertThat(plain("start"))
                .contains(new StartOptions(Optional.empty(), Map.of(), false, false));
        assertThat(
                        plain(
                                "start --config s.properties --data /d --listen h:1 --verbose"
                                        + " --override a=b=c --override d="))
                .contains(
                        new StartOptions(
                                Optional.of(Path.of("s.properties")),
                                Map.of(
                                        "log.dirs",
                                        "/d",
                                        "listeners",
                                        "PLAINTEXT://h:1",
                                        "a",
                                        "b=c",
                                        "d",
                                        ""),
                                true,
                                false));
    }

    @Test
    void aBrokerThatSomebodyElseStartsMayStopWithItsInput() {
        assertThat(plain("start --until-end-of-input --data /d").orElseThrow())
                .matches(StartOptions::untilEndOfInput)
                .matches(options -> !options.verbose());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version",
                "help start",
                "start --help",
                "start --data",
                "start --data --verbose",
                "start --data=/d",
                "start --data a --data b",
                "start --override novalue",
                "start more"
            })
    void whateverElseGoesToTheLibrary(String line) {
        assertThat(plain(line)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"9092", ":9092", "PLAINTEXT://:9092"})
    void anAddressMayBeShort(String listen) {
        assertThat(plain("start --listen " + listen).orElseThrow().overrides())
                .containsEntry("listeners", "PLAINTEXT://:9092");
    }

    private static Optional<StartOptions> plain(String line) {
        return StartOptions.plain(List.of(line.split(" ")));
    }
}
