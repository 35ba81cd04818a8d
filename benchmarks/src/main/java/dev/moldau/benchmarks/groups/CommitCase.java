package dev.moldau.benchmarks.groups;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.report.Measure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.OffsetCommitRequest;
import org.apache.kafka.common.requests.OffsetCommitResponse;
import org.apache.kafka.common.requests.OffsetFetchRequest;
import org.apache.kafka.common.requests.OffsetFetchResponse;

/**
 * Commits of one offset each by a thousand groups, then a restart: how long it takes until the
 * coordinator tells every group's offsets, and whether they are right.
 *
 * @param commits about how many, all groups together
 */
record CommitCase(int commits) implements GroupCase {

    private static final String TOPIC = "committed";
    private static final int GROUPS = 1_000;
    private static final int PARTITIONS = 10;
    private static final int IN_FLIGHT = 500;
    private static final short COMMIT_VERSION = 8;
    private static final short FETCH_VERSION = 8;
    private static final long DEADLINE_S = 180;
    private static final double LIMIT_S = 3.0;

    @Override
    public String name() {
        return "%,d commits".formatted(commits);
    }

    @Override
    public List<Measure> run(Broker broker) throws Exception {
        Topics.create(broker.bootstrap(), TOPIC, PARTITIONS);
        int rounds = Math.max(1, commits / (GROUPS * PARTITIONS));
        long beganNs = System.nanoTime();
        double before = broker.processorSeconds();
        commitAll(broker.bootstrap(), rounds);
        double seconds = (System.nanoTime() - beganNs) / 1e9;
        double processor = broker.processorSeconds() - before;
        awaitOffsets(broker, rounds);
        List<Measure> measures = new ArrayList<>();
        measures.add(Measure.of("commits/s", rounds * GROUPS * PARTITIONS / seconds));
        measures.add(Measure.of("µs per commit", 1e6 * processor / (rounds * GROUPS * PARTITIONS)));
        broker.stopCleanly();
        broker.startAgain();
        add(measures, "restart", broker, rounds);
        broker.kill();
        broker.startAgain();
        add(measures, "after kill -9", broker, rounds);
        return measures;
    }

    private static void add(List<Measure> measures, String what, Broker broker, int rounds)
            throws IOException {
        double afterReady = awaitOffsets(broker, rounds);
        measures.add(
                Measure.withLimit(
                        what + ": coordinator answers, s after the port", afterReady, LIMIT_S));
        measures.add(
                Measure.of(
                        what + ": coordinator answers, s from the start",
                        broker.readySeconds() + afterReady));
    }

    private static void commitAll(String bootstrap, int rounds) throws IOException {
        try (Line line = new Line(bootstrap)) {
            Coordinators.await(line, group(0));
            awaitServing(line);
            for (int round = 0; round < rounds; round++) {
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    for (int group = 0; group < GROUPS; group++) {
                        commit(line, group(group), partition, round);
                    }
                }
            }
            while (line.openRequests() > 0) {
                check(line.receive(OffsetCommitResponse.class));
            }
        }
    }

    /** Partitions of a topic that was just made may not be led yet. */
    private static void awaitServing(Line line) throws IOException {
        for (int group = 0; group < GROUPS; group++) {
            OffsetCommitRequest request = request(group(group), 0, 0);
            for (int attempt = 0; ; attempt++) {
                Errors error =
                        line.ask(request, OffsetCommitResponse.class)
                                .errorCounts()
                                .keySet()
                                .iterator()
                                .next();
                if (error == Errors.NONE) {
                    break;
                }
                Pause.unless(error, attempt, group(group));
            }
        }
    }

    private static void commit(Line line, String group, int partition, int round)
            throws IOException {
        line.send(request(group, partition, round));
        if (line.openRequests() >= IN_FLIGHT) {
            check(line.receive(OffsetCommitResponse.class));
        }
    }

    private static OffsetCommitRequest request(String group, int partition, int round) {
        return OffsetCommitRequest.Builder.forTopicNames(
                        new OffsetCommitRequestData()
                                .setGroupId(group)
                                .setTopics(
                                        List.of(
                                                new OffsetCommitRequestData
                                                                .OffsetCommitRequestTopic()
                                                        .setName(TOPIC)
                                                        .setPartitions(
                                                                List.of(
                                                                        new OffsetCommitRequestData
                                                                                        .OffsetCommitRequestPartition()
                                                                                .setPartitionIndex(
                                                                                        partition)
                                                                                .setCommittedOffset(
                                                                                        round))))))
                .build(COMMIT_VERSION);
    }

    private static void check(OffsetCommitResponse answer) {
        if (!answer.errorCounts().keySet().equals(Set.of(Errors.NONE))) {
            throw new IllegalStateException("a commit gets " + answer.errorCounts());
        }
    }

    private static String group(int number) {
        return "group-" + number;
    }

    /**
     * Asks for all groups' offsets until all are told.
     *
     * @return how long that took, in seconds
     * @throws IllegalStateException if one is not the last that was committed
     */
    private static double awaitOffsets(Broker broker, int rounds) throws IOException {
        long beganNs = System.nanoTime();
        OffsetFetchRequest request =
                OffsetFetchRequest.Builder.forTopicNames(
                                new OffsetFetchRequestData()
                                        .setGroups(
                                                IntStream.range(0, GROUPS)
                                                        .mapToObj(
                                                                g ->
                                                                        new OffsetFetchRequestData
                                                                                        .OffsetFetchRequestGroup()
                                                                                .setGroupId(
                                                                                        group(g))
                                                                                .setTopics(null))
                                                        .toList()),
                                false)
                        .build(FETCH_VERSION);
        try (Line line = new Line(broker.bootstrap())) {
            while (true) {
                OffsetFetchResponseData answer =
                        line.ask(request, OffsetFetchResponse.class).data();
                if (answer.groups().stream().allMatch(g -> g.errorCode() == 0)) {
                    checkOffsets(answer, rounds);
                    return (System.nanoTime() - beganNs) / 1e9;
                }
                if (System.nanoTime() - beganNs > TimeUnit.SECONDS.toNanos(DEADLINE_S)) {
                    throw new IllegalStateException("the coordinator does not answer");
                }
                Pause.of(10);
            }
        }
    }

    private static void checkOffsets(OffsetFetchResponseData answer, int rounds) {
        long right =
                answer.groups().stream()
                        .flatMap(g -> g.topics().stream())
                        .flatMap(t -> t.partitions().stream())
                        .filter(p -> p.committedOffset() == rounds - 1)
                        .count();
        if (right != (long) GROUPS * PARTITIONS) {
            throw new IllegalStateException(
                    "only " + right + " offsets are those that were committed last");
        }
    }
}
