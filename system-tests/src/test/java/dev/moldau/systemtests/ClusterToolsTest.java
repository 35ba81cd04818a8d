package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Apache Kafka's command classes and its admin client do their work on a cluster of three. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterToolsTest {

    private static final Duration DEADLINE = Duration.ofSeconds(90);
    private static final String REASSIGN =
            "org.apache.kafka.tools.reassign.ReassignPartitionsCommand";
    private static final String ELECT = "org.apache.kafka.tools.LeaderElectionCommand";
    private static final int IN_SYNC = 3;

    private ClusterProcesses cluster;
    private AskedProcess asker;
    private Path folder;

    @BeforeAll
    void start(@TempDir Path temporary) {
        folder = temporary;
        cluster = ClusterProcesses.start(folder);
        asker = AskedProcess.clusterAsker(cluster.clients(), folder.resolve("asker.err"));
    }

    @AfterAll
    void stop() {
        asker.close();
        cluster.close();
        KeptFiles.of(folder, "cluster-tools");
    }

    @Test
    void topicCommandPlacesGrowsAndDeletes() {
        tool("TopicCommand", "--create", "--topic", "t", "--replica-assignment", "1:2:3,2:3:1");
        assertThat(tool("TopicCommand", "--describe", "--topic", "t"))
                .containsPattern("Partition: 0\\s+Leader: 1\\s+Replicas: 1,2,3\\s+Isr: 1,2,3")
                .containsPattern("Partition: 1\\s+Leader: 2\\s+Replicas: 2,3,1\\s+Isr: 2,3,1");
        tool("TopicCommand", "--alter", "--topic", "t", "--partitions", "4");
        assertThat(tool("TopicCommand", "--describe", "--topic", "t")).contains("Partition: 3");
        assertThat(tool("TopicCommand", "--describe", "--under-replicated-partitions")).isBlank();
        tool("TopicCommand", "--delete", "--topic", "t");
        assertThat(tool("TopicCommand", "--list").lines()).doesNotContain("t");
    }

    @Test
    void reassignPartitionsCommandMovesReplicasAndTakesItsThrottlesAway() throws IOException {
        asker.ask("place", "m", "1,2", "2,3");
        Path plan = folder.resolve("plan.json");
        Files.writeString(
                plan,
                """
                {"version":1,"partitions":[
                 {"topic":"m","partition":0,"replicas":[3,1],"log_dirs":["any","any"]},
                 {"topic":"m","partition":1,"replicas":[1,2],"log_dirs":["any","any"]}]}
                """);
        String file = plan.toString();
        String[] execute = {
            "--reassignment-json-file", file, "--execute", "--throttle", "50000000"
        };
        assertThat(run(REASSIGN, execute)).contains("Successfully started");
        ClusterState.await(
                asker,
                List.of("m"),
                "the new replicas",
                s ->
                        s.partition("m-0").inSync().equals(List.of(3, 1))
                                && s.partition("m-1").inSync().equals(List.of(1, 2)));
        assertThat(run(REASSIGN, "--reassignment-json-file", file, "--verify"))
                .contains(
                        "m-0 is completed", "m-1 is completed", "Clearing broker-level throttles");
        assertThat(run(REASSIGN, "--list")).contains("No partition reassignments found");
        assertThat(tool("TopicCommand", "--describe", "--topic", "m"))
                .doesNotContain("throttled.replicas");
    }

    @Test
    void leaderElectionCommandBringsThePreferredLeaderBack() throws IOException {
        asker.ask("place", "e", "1,2,3");
        Path plan = folder.resolve("order.json");
        Files.writeString(
                plan,
                """
                {"version":1,"partitions":[{"topic":"e","partition":0,"replicas":[2,3,1]}]}
                """);
        run(REASSIGN, "--reassignment-json-file", plan.toString(), "--execute");
        assertThat(ClusterState.of(asker, List.of("e")).partition("e-0").leader()).isEqualTo(1);
        String[] elect = {"--election-type", "preferred", "--topic", "e", "--partition", "0"};
        assertThat(run(ELECT, elect)).contains("Successfully completed leader election");
        ClusterState.await(
                asker, List.of("e"), "the preferred leader", s -> s.partition("e-0").leader() == 2);
    }

    @Test
    void configCommandSetsWhatOneBrokerAndAllBrokersGoBy() {
        String[] one = {"--entity-type", "brokers", "--entity-name", "2"};
        String[] all = {"--entity-type", "brokers", "--entity-default"};
        configs(one, "--alter", "--add-config", "log.retention.ms=7000000");
        assertThat(configs(one, "--describe")).contains("log.retention.ms=7000000");
        configs(all, "--alter", "--add-config", "log.retention.ms=8000000");
        assertThat(configs(all, "--describe")).contains("log.retention.ms=8000000");
        String[] other = {"--entity-type", "brokers", "--entity-name", "3"};
        assertThat(configs(other, "--describe", "--all")).contains("log.retention.ms=8000000");
        assertThat(configs(one, "--describe")).contains("log.retention.ms=7000000");
        configs(one, "--alter", "--delete-config", "log.retention.ms");
        configs(all, "--alter", "--delete-config", "log.retention.ms");
        assertThat(configs(all, "--describe")).doesNotContain("8000000");
    }

    @Test
    void adminClientSeesTheEffectOfWhatItAsksFor() {
        assertThat(judge("whole"))
                .containsExactly(
                        "PROVED topic with an assignment",
                        "PROVED topic with a replication factor",
                        "PROVED partitions added",
                        "PROVED topic deleted",
                        "PROVED partition reassigned",
                        "PROVED preferred leader elected",
                        "PROVED topic configured",
                        "PROVED broker configured",
                        "PROVED cluster configured",
                        "PROVED cluster described",
                        "DONE");
    }

    /** It leaves the cluster for good; a process of that number is a new member. */
    @Test
    void brokerThatHasEndedIsFencedUnregisteredAndWelcomeAgain() {
        asker.ask("create", "u", 3, 3);
        Stoppable gone = cluster.process("broker-3");
        gone.terminate();
        try {
            assertThat(judge("missing", "3"))
                    .containsExactly(
                            "PROVED fenced broker described", "PROVED broker unregistered", "DONE");
        } finally {
            gone.restart();
        }
        ClusterState.await(asker, List.of("u"), "all in sync", s -> s.isWhole(IN_SYNC));
    }

    private List<String> judge(String... arguments) {
        List<String> words = new ArrayList<>(ProducerDriver.java(true, cluster.clientOption()));
        words.addAll(List.of("ClusterAdminJudge", cluster.bootstrap()));
        words.addAll(List.of(arguments));
        return Command.of(words).run(DEADLINE).orFail().lines();
    }

    private String configs(String[] entity, String... more) {
        List<String> arguments = new ArrayList<>(List.of(entity));
        arguments.addAll(List.of(more));
        return tool("ConfigCommand", arguments.toArray(String[]::new));
    }

    private String tool(String name, String... arguments) {
        return run("org.apache.kafka.tools." + name, arguments);
    }

    private String run(String mainClass, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--bootstrap-server", cluster.bootstrap()));
        all.addAll(List.of(arguments));
        return KafkaTool.runWith(cluster.clientOption(), mainClass, all)
                .run(DEADLINE)
                .orFail()
                .output();
    }
}
