package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long steady producers are held up by what happens to brokers now and then, for each make of
 * client. {@code -Dsuite.repetitions=} is how often each is measured; the times are held to their
 * bounds with {@code -Dsuite.bounds=true}, on a machine that does nothing else.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterBoundsTest {

    private static final int REPETITIONS = Integer.getInteger("suite.repetitions", 1);
    private static final boolean BOUNDS = Boolean.getBoolean("suite.bounds");
    private static final int SESSION_MS = ClusterProcesses.SESSION_MS;
    private static final int SECONDS = 300;

    private final Map<String, List<Long>> measured = new TreeMap<>();
    private ClusterProcesses cluster;
    private AskedProcess asker;
    private Path folder;
    private int workloads;

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
        KeptFiles.of(folder, "cluster-bounds");
        measured.forEach((what, ms) -> System.out.printf("  %-62s %s ms%n", what, ms));
    }

    @Test
    void leaderThatIsKilledHoldsProduceUpForTheSessionAndASecond() throws IOException {
        for (int i = 0; i < REPETITIONS; i++) {
            int victim = controller() % 3 + 1;
            measure(
                    "leader killed",
                    FaultKind.LEADER_KILLED,
                    victim,
                    everywhere(),
                    SESSION_MS + 1_000);
        }
    }

    @Test
    void leaderAndControllerThatIsKilledHoldsProduceUpForTheSessionAndASecond() throws IOException {
        for (int i = 0; i < REPETITIONS; i++) {
            measure(
                    "leader killed that is controller",
                    FaultKind.CONTROLLER_KILLED,
                    controller(),
                    everywhere(),
                    SESSION_MS + 1_000);
        }
    }

    @Test
    void leaderThatIsStoppedInOrderIsHardlyNoticed() throws IOException {
        for (int i = 0; i < REPETITIONS; i++) {
            int victim = controller() % 3 + 1;
            measure("leader stopped", FaultKind.LEADER_STOPPED, victim, everywhere(), 200);
        }
    }

    @Test
    void leaderAndControllerThatIsStoppedInOrderIsHardlyNoticed() throws IOException {
        for (int i = 0; i < REPETITIONS; i++) {
            measure(
                    "leader stopped that is controller",
                    FaultKind.CONTROLLER_STOPPED,
                    controller(),
                    everywhere(),
                    200);
        }
    }

    /** With all replicas elsewhere: a follower that is killed is waited for like a leader. */
    @Test
    void controllerThatIsKilledIsNotNoticed() throws IOException {
        for (int i = 0; i < REPETITIONS; i++) {
            int victim = controller();
            measure(
                    "controller killed that has no replica",
                    FaultKind.CONTROLLER_KILLED,
                    victim,
                    elsewhere(victim),
                    100);
        }
    }

    private int controller() {
        return Integer.parseInt(asker.ask("controller"));
    }

    private static String[] everywhere() {
        return new String[] {"1,2,3", "2,3,1", "3,1,2"};
    }

    private static String[] elsewhere(int broker) {
        int one = broker % 3 + 1;
        int other = one % 3 + 1;
        String there = one + "," + other;
        return new String[] {there, other + "," + one, there};
    }

    private void measure(String what, FaultKind kind, int victim, String[] replicas, long boundMs)
            throws IOException {
        int number = ++workloads;
        List<String> kafka = List.of("kafka-" + number);
        List<String> moldau = List.of("moldau-" + number);
        place(kafka.getFirst(), replicas);
        place(moldau.getFirst(), replicas);
        Path own = Files.createDirectory(folder.resolve("workload-" + number));
        try (ClusterWorkload workload =
                new ClusterWorkload(cluster.clients(), own, number, SECONDS, kafka, moldau)) {
            Fault fault = new Fault(kind, List.of("broker-" + victim));
            workload.awaitProgress(1_000);
            long struckMs = System.currentTimeMillis();
            System.out.println("  " + struckMs + " " + fault);
            fault.strike(cluster);
            pass(SESSION_MS + 1_500);
            workload.awaitProgress(200);
            long overMs = System.currentTimeMillis();
            fault.heal(cluster);
            int inSync = replicas[0].split(",").length;
            ClusterState.await(asker, workload.topics(), "all in sync", s -> s.isWhole(inSync));
            workload.awaitProgress(200);
            workload.judge();
            note(what + ", kafka-clients", kafka, workload, struckMs, overMs, boundMs);
            note(what + ", our client", moldau, workload, struckMs, overMs, boundMs);
        }
    }

    private void place(String topic, String[] replicas) {
        asker.ask("place", topic, String.join(" ", replicas));
    }

    private void note(
            String what,
            List<String> topics,
            ClusterWorkload workload,
            long struckMs,
            long overMs,
            long boundMs) {
        long longest =
                workload.stalls().stream()
                        .filter(stall -> stall.meets(struckMs, overMs))
                        .filter(stall -> stall.partition().startsWith(topics.getFirst() + "-"))
                        .mapToLong(Stall::lengthMs)
                        .max()
                        .orElse(0);
        measured.computeIfAbsent(what + " (at most " + boundMs + ")", _ -> new ArrayList<>())
                .add(longest);
        if (BOUNDS) {
            assertThat(longest).as(what).isLessThanOrEqualTo(boundMs);
        }
    }

    /** Lets time pass: long enough for what is measured to be over. */
    private static void pass(int ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
