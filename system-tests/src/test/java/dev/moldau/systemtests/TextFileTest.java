package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A text file of several MB goes in line by line and comes back identical, with nothing but kcat.
 */
class TextFileTest {

    private static final int LINES = 100_000;

    @TempDir Path folder;
    private Path text;

    @BeforeEach
    void writeText() throws IOException {
        text = folder.resolve("text");
        Kcat.writeLines(text, LINES);
        assertThat(Files.size(text)).isGreaterThan(4_000_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void comesBackIdenticalWithEachCompression(String codec) throws IOException {
        try (BrokerProcess broker = BrokerProcess.start(folder.resolve("data"))) {
            Kcat.produceLines(broker.bootstrap(), "text", text, "compression.codec=" + codec);
            assertThat(Kcat.consumeAll(broker.bootstrap(), "text"))
                    .isEqualTo(Files.readString(text));
        }
    }

    @Test
    void comesBackToAGroupAcrossACleanRestart() throws IOException {
        try (BrokerProcess broker = BrokerProcess.start(folder.resolve("data"))) {
            Kcat.produceLines(broker.bootstrap(), "text", text);
            assertThat(Kcat.consumeAsGroup(broker.bootstrap(), "readers", "text"))
                    .isEqualTo(Files.readString(text));
            assertThat(broker.terminate()).isIn(0, 143);
            broker.restart();
            assertThat(Kcat.consumeAsGroup(broker.bootstrap(), "others", "text"))
                    .isEqualTo(Files.readString(text));
            Path more = folder.resolve("more");
            Kcat.writeLines(more, 10);
            Kcat.produceLines(broker.bootstrap(), "text", more);
            assertThat(Kcat.consumeAsGroup(broker.bootstrap(), "readers", "text"))
                    .as("the group goes on where it was before the restart")
                    .isEqualTo(Files.readString(more));
        }
    }

    /**
     * The broker is killed while kcat sends, started again, and kcat goes on by itself: the
     * idempotent producer delivers each line once, in order.
     */
    @Test
    void nothingIsLostOrDoubledWhenTheBrokerIsKilledInTheMiddle() throws Exception {
        try (BrokerProcess broker = BrokerProcess.start(folder.resolve("data"))) {
            Path first = folder.resolve("first");
            Kcat.writeLines(first, 1);
            Kcat.produceLines(broker.bootstrap(), "text", first);
            Process sending =
                    Kcat.startProducing(
                            broker.bootstrap(),
                            "text",
                            text,
                            folder.resolve("kcat.log"),
                            "enable.idempotence=true",
                            "batch.num.messages=20",
                            "queue.buffering.max.messages=500",
                            "message.timeout.ms=60000");
            try {
                for (int kills = 0; kills < 3; kills++) {
                    growsBy(broker, 400_000);
                    broker.kill();
                    broker.restart();
                }
                assertThat(sending.waitFor(90, TimeUnit.SECONDS)).as("kcat ends").isTrue();
                assertThat(sending.exitValue())
                        .as(Files.readString(folder.resolve("kcat.log")))
                        .isZero();
            } finally {
                sending.destroyForcibly();
            }
            String expected = Files.readString(first) + Files.readString(text);
            assertThat(Kcat.consumeAll(broker.bootstrap(), "text")).isEqualTo(expected);
            assertThat(Kcat.consumeAsGroup(broker.bootstrap(), "readers", "text"))
                    .isEqualTo(expected);
        }
    }

    private static void growsBy(BrokerProcess broker, long bytes) throws IOException {
        Path log = broker.data().resolve("text-0/00000000000000000000.log");
        long goal = (Files.exists(log) ? Files.size(log) : 0) + bytes;
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!Files.exists(log) || Files.size(log) < goal) {
            assertThat(System.nanoTime()).as("the log grows while kcat sends").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
