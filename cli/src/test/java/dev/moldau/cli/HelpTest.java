package dev.moldau.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Whichever way help is asked for, it comes. */
class HelpTest {

    private final StringWriter out = new StringWriter();
    private final CommandLine command = Main.commandLine().setOut(new PrintWriter(out, true));

    @ParameterizedTest
    @ValueSource(strings = {"start --help", "start -h", "help start"})
    void ofACommandNamesItsOptions(String line) {
        assertThat(command.execute(line.split(" "))).isZero();
        assertThat(out.toString()).contains("--config", "--data", "--listen");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help"})
    void ofMoldauNamesTheCommands(String line) {
        assertThat(command.execute(line)).isZero();
        assertThat(out.toString()).contains("start", "version").doesNotContain("train");
    }

    @ParameterizedTest
    @ValueSource(strings = {"version", "--version", "start --version"})
    void theVersionIsTheSameHoweverOneAsks(String line) {
        assertThat(command.execute(line.split(" "))).isZero();
        assertThat(out.toString()).matches("Moldau \\S+ on Java 2\\S+\\R");
    }
}
