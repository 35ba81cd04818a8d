package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Apache Kafka's own command classes do their work on Moldau. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KafkaToolsTest {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private BrokerProcess broker;
    private Path folder;

    @BeforeAll
    void start(@TempDir Path temporary) {
        folder = temporary;
        broker = BrokerProcess.start(folder.resolve("data"));
    }

    @AfterAll
    void stop() {
        broker.close();
    }

    @Test
    void topicCommandCreatesListsDescribesAltersAndDeletes() {
        topics(
                "--create",
                "--topic",
                "made",
                "--partitions",
                "3",
                "--config",
                "retention.ms=100000");
        assertThat(topics("--list").lines()).contains("made");
        assertThat(topics("--describe", "--topic", "made").output())
                .contains(
                        "PartitionCount: 3",
                        "ReplicationFactor: 1",
                        "retention.ms=100000",
                        "Leader: ");
        topics("--alter", "--topic", "made", "--partitions", "4");
        assertThat(topics("--describe", "--topic", "made").output()).contains("PartitionCount: 4");
        topics("--delete", "--topic", "made");
        assertThat(topics("--list").lines()).doesNotContain("made");
    }

    @Test
    void configCommandAltersAndDescribes() {
        topics("--create", "--topic", "set");
        String[] entity = {"--entity-type", "topics", "--entity-name", "set"};
        configs(
                entity,
                "--alter",
                "--add-config",
                "max.message.bytes=12345,cleanup.policy=compact");
        assertThat(configs(entity, "--describe").output())
                .contains("max.message.bytes=12345", "cleanup.policy=compact");
        configs(entity, "--alter", "--delete-config", "max.message.bytes");
        assertThat(configs(entity, "--describe").output()).doesNotContain("12345");
        assertThat(
                        configs(
                                        new String[] {
                                            "--entity-type", "brokers", "--entity-name", "1"
                                        },
                                        "--describe",
                                        "--all")
                                .output())
                .contains("log.segment.bytes=", "message.max.bytes=");
    }

    @Test
    void consoleProducerAndConsumerPassLines() throws IOException {
        topics("--create", "--topic", "console", "--partitions", "1");
        Path lines = folder.resolve("lines");
        Kcat.writeLines(lines, 1_000);
        KafkaTool.withBootstrap(
                        "org.apache.kafka.tools.ConsoleProducer",
                        broker.bootstrap(),
                        "--topic",
                        "console")
                .run(DEADLINE, lines)
                .orFail();
        assertThat(
                        KafkaTool.withBootstrap(
                                        "org.apache.kafka.tools.consumer.ConsoleConsumer",
                                        broker.bootstrap(),
                                        "--topic",
                                        "console",
                                        "--from-beginning",
                                        "--max-messages",
                                        "1000",
                                        "--group",
                                        "console-group")
                                .run(DEADLINE)
                                .orFail()
                                .output())
                .isEqualTo(Files.readString(lines));

        assertThat(groups("--list").lines()).contains("console-group");
        assertThat(groups("--describe", "--group", "console-group").output())
                .containsPattern("console-group\\s+console\\s+0\\s+1000\\s+1000\\s+0");
        assertThat(groups("--describe", "--group", "console-group", "--state").output())
                .contains("Empty");
        groups(
                "--reset-offsets",
                "--group",
                "console-group",
                "--topic",
                "console",
                "--to-offset",
                "400",
                "--execute");
        assertThat(groups("--describe", "--group", "console-group").output())
                .containsPattern("console-group\\s+console\\s+0\\s+400\\s+1000\\s+600");
        groups("--delete-offsets", "--group", "console-group", "--topic", "console");
        groups("--delete", "--group", "console-group");
        assertThat(groups("--list").lines()).doesNotContain("console-group");

        assertThat(
                        KafkaTool.withBootstrap(
                                        "org.apache.kafka.tools.GetOffsetShell",
                                        broker.bootstrap(),
                                        "--topic",
                                        "console")
                                .run(DEADLINE)
                                .orFail()
                                .output())
                .contains("console:0:1000");
        Path json = folder.resolve("delete.json");
        Files.writeString(
                json,
                "{\"version\":1,\"partitions\":[{\"topic\":\"console\",\"partition\":0,\"offset\":10}]}");
        assertThat(
                        KafkaTool.withBootstrap(
                                        "org.apache.kafka.tools.DeleteRecordsCommand",
                                        broker.bootstrap(),
                                        "--offset-json-file",
                                        json.toString())
                                .run(DEADLINE)
                                .orFail()
                                .output())
                .contains("low_watermark: 10");
    }

    @Test
    void brokerApiVersionsAndLogDirsAnswer() {
        assertThat(
                        KafkaTool.withBootstrap(
                                        "org.apache.kafka.tools.BrokerApiVersionsCommand",
                                        broker.bootstrap())
                                .run(DEADLINE)
                                .orFail()
                                .output())
                .contains("Produce(0): 0 to 13", "Fetch(1): 0 to 18 ", "JoinGroup(11): 0 to 9");
        assertThat(
                        KafkaTool.withBootstrap(
                                        "org.apache.kafka.tools.LogDirsCommand",
                                        broker.bootstrap(),
                                        "--describe")
                                .run(DEADLINE)
                                .orFail()
                                .output())
                .contains("\"logDirs\"", "\"error\":null");
        assertThat(
                        KafkaTool.run(
                                        "org.apache.kafka.tools.ClusterTool",
                                        "cluster-id",
                                        "--bootstrap-server",
                                        broker.bootstrap())
                                .run(DEADLINE)
                                .orFail()
                                .output())
                .contains("Cluster ID: ");
    }

    /**
     * Segments, indexes, snapshots and coordinator records are Kafka's own formats: its dump tool
     * reads them all.
     */
    @Test
    void dumpLogSegmentsReadsOurFiles() throws IOException {
        topics("--create", "--topic", "dumped", "--config", "segment.bytes=1048576");
        Path lines = folder.resolve("dumped-lines");
        Kcat.writeLines(lines, 60_000);
        Kcat.produceLines(broker.bootstrap(), "dumped", lines, "enable.idempotence=true");
        Kcat.consumeAsGroup(broker.bootstrap(), "dump-group", "dumped");
        List<String> files;
        try (var paths = Files.list(broker.data().resolve("dumped-0"))) {
            files =
                    paths.map(Path::toString)
                            .filter(f -> f.matches(".*\\.(log|index|timeindex|snapshot)"))
                            .sorted()
                            .toList();
        }
        assertThat(files)
                .anyMatch(f -> f.endsWith(".index"))
                .anyMatch(f -> f.endsWith(".timeindex"))
                .anyMatch(f -> f.endsWith(".snapshot"));
        Command.Outcome dump =
                KafkaTool.dumpLogSegments(files, "--deep-iteration").run(DEADLINE).orFail();
        assertThat(dump.output())
                .contains("isvalid: true")
                .doesNotContain("isvalid: false")
                .doesNotContain("Mismatches")
                .doesNotContain("corrupt");
        assertThat(dump.errors()).doesNotContain("Exception");
        assertThat(dump.output().lines().filter(l -> l.startsWith("| offset:")).count())
                .isEqualTo(60_000);

        List<String> offsets;
        try (var paths = Files.walk(broker.data())) {
            offsets =
                    paths.map(Path::toString)
                            .filter(f -> f.matches(".*__consumer_offsets-\\d+/0{20}\\.log"))
                            .sorted()
                            .toList();
        }
        assertThat(
                        KafkaTool.dumpLogSegments(offsets, "--offsets-decoder")
                                .run(DEADLINE)
                                .orFail()
                                .output())
                .contains("\"group\":\"dump-group\"", "\"topic\":\"dumped\"", "\"offset\":60000");
    }

    private Command.Outcome topics(String... arguments) {
        return KafkaTool.topics(broker.bootstrap(), arguments).run(DEADLINE).orFail();
    }

    private Command.Outcome configs(String[] entity, String... arguments) {
        String[] all =
                java.util.stream.Stream.of(entity, arguments)
                        .flatMap(java.util.Arrays::stream)
                        .toArray(String[]::new);
        return KafkaTool.configs(broker.bootstrap(), all).run(DEADLINE).orFail();
    }

    private Command.Outcome groups(String... arguments) {
        return KafkaTool.groups(broker.bootstrap(), arguments).run(DEADLINE).orFail();
    }
}
