package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/moldau cluster start}: all comes up with one command and goes down with one key. */
@Timeout(240)
class ClusterStartTest {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir Path folder;
    private final int port = Workshop.freePort();
    private final int zooKeeperPort = port + 100;

    private MoldauProcess start() {
        return MoldauProcess.start(
                folder.resolve("err.txt"),
                "cluster",
                "start",
                "--data",
                folder.resolve("data").toString(),
                "--port",
                Integer.toString(port),
                "--zookeeper-port",
                Integer.toString(zooKeeperPort));
    }

    @Test
    void threeBrokersServeUntilCtrlCAndServeAgainWhatTheyHad() {
        for (int round = 0; round < 2; round++) {
            try (MoldauProcess cluster = start()) {
                assertThat(cluster.awaitLine("Moldau cluster ready"))
                        .contains("bootstrap.servers 127.0.0.1:" + port + ",127.0.0.1:");
                String bootstrap = "127.0.0.1:" + (port + 1);
                if (round == 0) {
                    topics(bootstrap, "--create", "--topic", "t", "--partitions", "6");
                }
                assertThat(topics(bootstrap, "--describe", "--topic", "t").lines())
                        .filteredOn(line -> line.contains("Partition: "))
                        .hasSize(6)
                        .allMatch(line -> line.matches(".*Replicas: \\d,\\d,\\d.*"));
                cluster.pressCtrlC();
                assertThat(cluster.awaitEnd()).as(cluster.errors()).isZero();
                assertThat(cluster.lines())
                        .endsWith(
                                "broker 3 has stopped",
                                "broker 2 has stopped",
                                "broker 1 has stopped",
                                "zookeeper has stopped");
            }
        }
    }

    private static String topics(String bootstrap, String... arguments) {
        return KafkaTool.topics(bootstrap, arguments).run(DEADLINE).orFail().output();
    }

    @Test
    void aBrokerThatIsKilledIsToldAndCanBeStartedAlone() {
        try (MoldauProcess cluster = start()) {
            cluster.awaitLine("Moldau cluster ready");
            ProcessHandle second = child(cluster, "broker-2.properties");
            second.destroyForcibly();
            assertThat(cluster.awaitLine("broker 2 ended"))
                    .contains("status 137", folder.resolve("data/broker-2.log").toString());
            try (MoldauProcess again =
                    MoldauProcess.start(
                            folder.resolve("again.txt"),
                            "start",
                            "--config",
                            folder.resolve("data/broker-2.properties").toString())) {
                again.awaitLine("Moldau ready");
                again.terminate();
                assertThat(again.awaitEnd()).isZero();
            }
        }
    }

    @Test
    void whatItStartedStopsWhenItIsKilled() throws Exception {
        List<ProcessHandle> children;
        try (MoldauProcess cluster = start()) {
            cluster.awaitLine("Moldau cluster ready");
            children = cluster.children();
            assertThat(children).hasSize(4);
            cluster.kill();
            cluster.awaitEnd();
            CompletableFuture.allOf(
                            children.stream()
                                    .map(ProcessHandle::onExit)
                                    .toArray(CompletableFuture[]::new))
                    .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static ProcessHandle child(MoldauProcess cluster, String words) {
        return cluster.children().stream()
                .filter(child -> child.info().commandLine().orElse("").contains(words))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no process with " + words));
    }
}
