package dev.moldau.systemtests;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What Apache Kafka's admin client is told of some topics.
 *
 * @param partitions by name, as in {@code topic-0}
 */
record ClusterState(Map<String, PartitionState> partitions) {

    private static final Duration DEADLINE = Duration.ofSeconds(90);
    private static final int NO_LEADER = -1;

    /**
     * Of one partition.
     *
     * @param leader a broker, or -1
     * @param inSync brokers
     */
    record PartitionState(int leader, List<Integer> inSync) {}

    /** Asks until there is an answer. */
    static ClusterState of(AskedProcess asker, List<String> topics) {
        return await(asker, topics, "an answer", _ -> true);
    }

    /** Asks until the answer is as it should be. */
    static ClusterState await(
            AskedProcess asker, List<String> topics, String what, Predicate<ClusterState> holds) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        String answer;
        do {
            answer = AskedProcess.await(asker.begin("partitions", String.join(" ", topics)));
            if (answer.startsWith("ok ")) {
                ClusterState state = parse(answer);
                if (holds.test(state)) {
                    return state;
                }
            }
            pause();
        } while (System.nanoTime() < deadline);
        throw new AssertionError("waited in vain for " + what + ": " + answer);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static ClusterState parse(String answer) {
        Map<String, PartitionState> partitions = new TreeMap<>();
        for (String word : answer.substring("ok ".length()).split(" ")) {
            String[] parts = word.split("[=:]", -1);
            partitions.put(
                    parts[0],
                    new PartitionState(
                            Integer.parseInt(parts[1]),
                            Arrays.stream(parts[2].split(","))
                                    .filter(id -> !id.isEmpty())
                                    .map(Integer::valueOf)
                                    .toList()));
        }
        return new ClusterState(partitions);
    }

    /** One of the partitions. */
    PartitionState partition(String name) {
        return Objects.requireNonNull(partitions.get(name), name);
    }

    /** Whether every partition has a leader and so many in sync. */
    boolean isWhole(int inSync) {
        return partitions.values().stream()
                .allMatch(p -> p.leader() != NO_LEADER && p.inSync().size() == inSync);
    }

    /** Who leads at least one partition. */
    List<Integer> leaders() {
        return partitions.values().stream()
                .map(PartitionState::leader)
                .filter(leader -> leader != NO_LEADER)
                .distinct()
                .sorted()
                .toList();
    }
}
