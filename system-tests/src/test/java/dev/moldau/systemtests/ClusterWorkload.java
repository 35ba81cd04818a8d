package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.systemtests.ProducerDriver.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Two steady producers on a cluster, Apache Kafka's and ours, each with topics of its own, and
 * those who read: a plain reader and a group. In the end {@link #judge} finds what went wrong.
 */
final class ClusterWorkload implements AutoCloseable {

    /** Of each topic. */
    static final int PARTITIONS = 3;

    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final int MOST_BYTES = 200;
    private static final int RATE_PER_PARTITION = 60;

    /** Well above the time between two records of a partition. */
    private static final int STALL_MS = 50;

    private final Clients clients;
    private final Path folder;
    private final List<String> topics = new ArrayList<>();
    private final List<ProducerRunLine> runs = new ArrayList<>();
    private final List<ProducerDriver> producers = new ArrayList<>();
    private final ReadersProcess readers;

    /**
     * Begins.
     *
     * @param folder for ledgers, readings and logs
     * @param seed of when the group's members come and go
     * @param seconds after which it will have been stopped
     * @param kafkaTopics that Apache Kafka's producer sends to
     * @param moldauTopics that ours sends to
     */
    ClusterWorkload(
            Clients clients,
            Path folder,
            long seed,
            int seconds,
            List<String> kafkaTopics,
            List<String> moldauTopics) {
        this.clients = clients;
        this.folder = folder;
        begin("kafka", kafkaTopics, seconds);
        begin("moldau", moldauTopics, seconds);
        this.readers = ReadersProcess.start(clients, folder, seed, topics);
    }

    private void begin(String client, List<String> names, int seconds) {
        ProducerRunLine run = line(client, names, seconds);
        topics.addAll(names);
        runs.add(run);
        producers.add(
                ProducerDriver.start(
                        folder, List.of(run), client.equals("kafka"), clients.jvmOptionsArray()));
    }

    private ProducerRunLine line(String client, List<String> names, int seconds) {
        return new ProducerRunLine(
                folder.resolve(client + ".ledger"),
                System.currentTimeMillis(),
                names,
                PARTITIONS,
                seconds * RATE_PER_PARTITION,
                MOST_BYTES,
                RATE_PER_PARTITION * PARTITIONS * names.size(),
                STALL_MS,
                Map.of(
                        "bootstrap.servers", clients.bootstrap(),
                        "acks", "all",
                        "enable.idempotence", "true",
                        "linger.ms", "0",
                        "retry.backoff.ms", "20",
                        "reconnect.backoff.ms", "20",
                        "reconnect.backoff.max.ms", "100",
                        "request.timeout.ms", Integer.toString(ClusterProcesses.SESSION_MS),
                        // No fault may last so long that a record is given up.
                        "delivery.timeout.ms", "300000"));
    }

    /** All that is written to. */
    List<String> topics() {
        return List.copyOf(topics);
    }

    /** Waits until each producer has been told of so many records more. */
    void awaitProgress(int records) {
        producers.forEach(producer -> producer.awaitProgress(records));
    }

    /** How long partitions stood still so far. */
    List<Stall> stalls() {
        return producers.stream().flatMap(producer -> producer.stalls().stream()).toList();
    }

    /** Ends all; what was acknowledged is there once and in order, and everybody saw the same. */
    void judge() {
        producers.forEach(ProducerDriver::stop);
        for (ProducerDriver producer : producers) {
            Outcome outcome = producer.outcomes().getFirst();
            System.out.println("  " + outcome + " " + producer.errors());
            assertThat(outcome.told())
                    .as("%s; errors %s", outcome, producer.errors())
                    .isEqualTo(outcome.sent());
        }
        List<Path> readings = readers.finish();
        assertThat(readers.wrong()).as("what the readers saw").isEmpty();
        List<String> ledgers = new ArrayList<>(List.of(clients.bootstrap(), "60000"));
        runs.forEach(run -> ledgers.add(run.ledger().toString()));
        assertProper("LedgerJudge", ledgers);
        List<String> files =
                new ArrayList<>(List.of(clients.bootstrap(), String.join(",", topics)));
        readings.forEach(file -> files.add(file.toString()));
        assertProper("ReadingJudge", files);
    }

    private void assertProper(String judge, List<String> arguments) {
        List<String> words = new ArrayList<>(ProducerDriver.java(true, clients.jvmOptionsArray()));
        words.add(judge);
        words.addAll(arguments);
        List<String> lines = Command.of(words).run(DEADLINE).lines();
        lines.forEach(line -> System.out.println("  " + line));
        assertThat(lines).as(judge).contains("DONE").noneMatch(line -> line.startsWith("WRONG"));
    }

    @Override
    public void close() {
        producers.forEach(ProducerDriver::close);
        readers.close();
    }
}
