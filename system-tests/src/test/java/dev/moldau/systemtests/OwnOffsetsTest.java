package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example that keeps its offsets in a database beside its results, killed at random moments
 * while messages come: each is counted exactly once. {@code -Dsuite.seed=} repeats the moments.
 */
class OwnOffsetsTest {

    private static final int KILLS = Integer.getInteger("suite.kills", 5);
    private static final int PARTITIONS = 3;
    private static final int WRITE_EVERY_MS = 4;
    private static final int LONGEST_LIFE_MS = 1_500;

    @TempDir Path folder;

    @Test
    void eachMessageIsCountedExactlyOnceWheneverTheProcessIsKilled() {
        long seed = Long.getLong("suite.seed", System.nanoTime());
        System.out.println("OwnOffsetsTest: -Dsuite.seed=" + seed);
        Random random = new Random(seed);
        try (RunningBroker broker =
                        BrokerProcess.start(
                                folder.resolve("data"),
                                "group.min.session.timeout.ms=1000",
                                "group.initial.rebalance.delay.ms=0");
                AskedProcess writer =
                        AskedProcess.numberedWriter(
                                broker.bootstrap(), folder.resolve("writer.err"))) {
            writer.ask("create", "examples", PARTITIONS);
            writer.ask("write", WRITE_EVERY_MS);
            for (int kill = 0; kill < KILLS; kill++) {
                try (MoldauProcess example = start(broker)) {
                    example.awaitLine("messages");
                    pass(random.nextInt(LONGEST_LIFE_MS));
                    example.kill();
                    assertThat(example.awaitEnd()).as("kill -9").isEqualTo(137);
                }
            }
            String expected = expected(writer.ask("stop"));
            try (MoldauProcess example = start(broker)) {
                assertThat(example.awaitLine(expected)).isEqualTo(expected);
                example.pressCtrlC();
                assertThat(example.awaitLine("stopped")).isEqualTo("stopped");
            }
        } finally {
            KeptFiles.of(folder, "own-offsets");
        }
    }

    private MoldauProcess start(RunningBroker broker) {
        return MoldauProcess.example(
                folder.resolve("example.err"),
                "OwnOffsets",
                List.of("h2-2.4.240"),
                broker.bootstrap(),
                "jdbc:h2:" + folder.resolve("database") + ";WRITE_DELAY=0",
                // So that the group does not wait long for the one that was killed.
                "group.protocol=classic",
                "session.timeout.ms=1500",
                "heartbeat.interval.ms=300");
    }

    /** What the example says when it has counted each record once. */
    private static String expected(String written) {
        long messages = 0;
        long characters = 0;
        for (String word : written.split(" ")) {
            long records = Long.parseLong(word.substring(word.indexOf('=') + 1));
            messages += records;
            for (long number = 0; number < records; number++) {
                characters += Long.toString(number).length();
            }
        }
        assertThat(messages).as(Arrays.toString(written.split(" "))).isPositive();
        return messages + " messages of " + characters + " characters in all";
    }

    /** How long it lives is a part of it. */
    private static void pass(int ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
