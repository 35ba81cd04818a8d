package dev.moldau.cli.laptop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LaptopClusterTest {

    private static final long DEADLINE_S = 30;

    /** Says that it is ready, notes its number, and ends when it is told to. */
    private static final String GOOD =
            """
            name=$1
            case $* in *broker-2.properties*) name=second ;; esac
            echo $$ >"$FOLDER/$name.pid"
            echo "$name is ready"
            trap 'exit 0' TERM
            while :; do sleep 0.02; done
            """;

    @TempDir Path folder;
    private final StringWriter out = new StringWriter();

    private LaptopCluster cluster(String script) throws IOException {
        Path file = folder.resolve("program.sh");
        Files.writeString(file, "FOLDER='" + folder + "'\n" + script);
        return new LaptopCluster(
                new LaptopSettings(2, folder.resolve("data"), 29_092, 22_181, Map.of("a", "b")),
                new Launcher(List.of("/bin/sh", file.toString())),
                new PrintWriter(out, true));
    }

    private static CompletableFuture<Integer> run(LaptopCluster cluster) {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                status.complete(cluster.run());
                            } catch (IOException | InterruptedException e) {
                                status.completeExceptionally(e);
                            }
                        });
        return status;
    }

    private void awaitLine(String text) {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (!out.toString().contains(text)) {
            assertThat(System.nanoTime()).as("'%s' in %s", text, out).isLessThan(endNs);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void signal(String name, String signal) throws Exception {
        String pid = Files.readString(folder.resolve(name + ".pid")).strip();
        new ProcessBuilder("kill", "-" + signal, pid).start().waitFor(DEADLINE_S, TimeUnit.SECONDS);
    }

    @Test
    void allStartInOrderAndStopInOrder() throws Exception {
        LaptopCluster cluster = cluster(GOOD);
        CompletableFuture<Integer> status = run(cluster);
        awaitLine("Moldau cluster ready");
        cluster.stop();
        assertThat(status.get(DEADLINE_S, TimeUnit.SECONDS)).isZero();
        assertThat(out.toString().lines())
                .startsWith("zookeeper: zookeeper is ready")
                .contains("broker 1: start is ready", "broker 2: second is ready")
                .containsSubsequence(
                        "Moldau cluster ready: bootstrap.servers 127.0.0.1:29092,127.0.0.1:29093,"
                                + " zookeeper.connect 127.0.0.1:22181/moldau, settings and logs in "
                                + folder.resolve("data")
                                + "; Ctrl-C stops all",
                        "broker 2 has stopped",
                        "broker 1 has stopped",
                        "zookeeper has stopped")
                .hasSize(7);
        assertThat(folder.resolve("data/broker-2.properties"))
                .content()
                .contains("node.id=2\n", "listeners=PLAINTEXT://127.0.0.1:29093\n", "a=b\n");
    }

    @Test
    void aBrokerThatDiesIsToldAndTheOthersGoOn() throws Exception {
        LaptopCluster cluster = cluster(GOOD);
        CompletableFuture<Integer> status = run(cluster);
        awaitLine("Moldau cluster ready");
        signal("second", "KILL");
        awaitLine(
                "broker 2 ended with status 137; its log is "
                        + folder.resolve("data/broker-2.log"));
        assertThat(status).isNotDone();
        cluster.stop();
        assertThat(status.get(DEADLINE_S, TimeUnit.SECONDS)).isZero();
        assertThat(out.toString()).contains("broker 1 has stopped").doesNotContain("2 has stopped");
    }

    @Test
    void ctrlCInTheTerminalReachesTheParentOnly() throws Exception {
        LaptopCluster cluster = cluster(GOOD);
        CompletableFuture<Integer> status = run(cluster);
        awaitLine("Moldau cluster ready");
        signal("second", "INT");
        signal("zookeeper", "INT");
        cluster.stop();
        assertThat(status.get(DEADLINE_S, TimeUnit.SECONDS)).isZero();
        assertThat(out.toString())
                .contains("broker 2 has stopped", "zookeeper has stopped")
                .doesNotContain("ended with status");
    }

    @Test
    void whenAllHaveEndedItEndsToo() throws Exception {
        CompletableFuture<Integer> status = run(cluster(GOOD));
        awaitLine("Moldau cluster ready");
        for (String name : List.of("start", "second", "zookeeper")) {
            signal(name, "KILL");
        }
        assertThat(status.get(DEADLINE_S, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void aProcessThatDoesNotStartEndsAllWithItsReason() throws Exception {
        String failing =
                "case $* in *broker-2*) echo 'moldau: port 1 is taken' >&2; exit 1 ;; esac\n";
        CompletableFuture<Integer> status = run(cluster(failing + GOOD));
        assertThat(status.get(DEADLINE_S, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(out.toString())
                .contains("broker 2 did not start: port 1 is taken (its log is ")
                .contains("zookeeper has stopped")
                .doesNotContain("cluster ready");
    }

    @Test
    void aStopDuringTheStartIsHeard() throws Exception {
        LaptopCluster cluster = cluster("sleep 60\n");
        CompletableFuture<Integer> status = run(cluster);
        cluster.stop();
        assertThat(status.get(DEADLINE_S, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void impossibleNumbersAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LaptopSettings(0, folder, 9_092, 2_181, Map.of()))
                .withMessageContaining("at least one broker");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LaptopSettings(3, folder, 65_534, 2_181, Map.of()))
                .withMessageContaining("65535");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LaptopSettings(3, folder, 2_180, 2_181, Map.of()))
                .withMessageContaining("2181");
    }
}
