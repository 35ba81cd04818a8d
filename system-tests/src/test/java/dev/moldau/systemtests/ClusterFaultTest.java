package dev.moldau.systemtests;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three brokers and three servers of ZooKeeper under producers and consumers, while any of them is
 * killed, stopped, paused and cut off. Nothing that was acknowledged is lost, moved, changed or
 * there twice; all readers see the same; groups skip nothing; replicas are the same to the byte.
 *
 * <p>FIELD-REPORTS rows 6 (no sequence error after a failover ends a producer), 8 (nothing twice
 * when the leader changes), 15 (nothing that was read is gone afterwards) and 28 (no consumer is
 * stuck after a change of leader), with both makes of producers.
 *
 * <p>{@code -Dsuite.seconds=} is how long faults come, {@code -Dsuite.seed=} repeats which come
 * when, and {@code -Dsuite.faults=LEADER_KILLED,...} has only some kinds come.
 */
class ClusterFaultTest {

    private static final int SECONDS = Integer.getInteger("suite.seconds", 75);
    private static final int SESSION_MS = ClusterProcesses.SESSION_MS;
    private static final int IN_SYNC = 3;
    private static final List<String> KAFKA = List.of("kafka-a", "kafka-b");
    private static final List<String> MOLDAU = List.of("moldau-a", "moldau-b");
    private static final List<String> TOPICS =
            List.of("kafka-a", "kafka-b", "moldau-a", "moldau-b");

    /** How often the next fault does not wait until the cluster is whole again. */
    private static final int IMPATIENT_IN = 4;

    @TempDir Path folder;

    private final List<FaultReport.Entry> course = new ArrayList<>();

    @Test
    void nothingIsLostWhileBrokersAndZooKeeperFail() throws IOException {
        long seed = Long.getLong("suite.seed", System.nanoTime());
        System.out.println("ClusterFaultTest: -Dsuite.seed=" + seed + ", " + SECONDS + " s");
        try (ClusterProcesses cluster = ClusterProcesses.start(folder);
                AskedProcess asker =
                        AskedProcess.clusterAsker(cluster.clients(), folder.resolve("asker.err"))) {
            TOPICS.forEach(
                    topic -> asker.ask("create", topic, ClusterWorkload.PARTITIONS, IN_SYNC));
            try (ClusterWorkload workload =
                    new ClusterWorkload(
                            cluster.clients(), folder, seed, 3 * SECONDS + 300, KAFKA, MOLDAU)) {
                workload.awaitProgress(500);
                strike(cluster, asker, workload, new Random(seed));
                workload.judge();
                FaultReport report = new FaultReport(course, workload.stalls());
                System.out.print(report.course() + report.table());
            }
            ReplicaFiles.stopAndCompare(cluster, folder, TOPICS);
        } finally {
            KeptFiles.of(folder, "cluster-faults");
        }
    }

    private void strike(
            ClusterProcesses cluster, AskedProcess asker, ClusterWorkload workload, Random random) {
        Victims victims = new Victims(cluster, asker, TOPICS, random);
        long endMs = System.currentTimeMillis() + TimeUnit.SECONDS.toMillis(SECONDS);
        List<FaultKind> kinds = new ArrayList<>();
        while (System.currentTimeMillis() < endMs) {
            if (kinds.isEmpty()) {
                kinds.addAll(kinds());
                Collections.shuffle(kinds, random);
            }
            Fault fault = victims.of(kinds.removeLast());
            long struckMs = System.currentTimeMillis();
            System.out.println("  " + fault);
            fault.strike(cluster);
            pass(random.nextInt(2 * SESSION_MS));
            fault.heal(cluster);
            long healedMs = System.currentTimeMillis();
            if (random.nextInt(IMPATIENT_IN) > 0) {
                cluster.awaitWholeEnsemble();
                ClusterState.await(asker, TOPICS, "all in sync", s -> s.isWhole(IN_SYNC));
                workload.awaitProgress(100);
            }
            course.add(
                    new FaultReport.Entry(fault, struckMs, healedMs, System.currentTimeMillis()));
            pass(random.nextInt(1_000));
        }
        ClusterState.await(asker, TOPICS, "all in sync", s -> s.isWhole(IN_SYNC));
        workload.awaitProgress(100);
    }

    private static List<FaultKind> kinds() {
        String wanted = System.getProperty("suite.faults", "");
        return wanted.isEmpty()
                ? List.of(FaultKind.values())
                : List.of(wanted.split(",")).stream().map(FaultKind::valueOf).toList();
    }

    /** Lets time pass: how long a fault lasts is a part of it. */
    private static void pass(int ms) {
        try {
            TimeUnit.MILLISECONDS.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
