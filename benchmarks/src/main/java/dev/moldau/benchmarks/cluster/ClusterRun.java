package dev.moldau.benchmarks.cluster;

import dev.moldau.benchmarks.brokers.Cluster;
import dev.moldau.benchmarks.brokers.Peer;
import dev.moldau.benchmarks.brokers.Setup;
import dev.moldau.benchmarks.report.Measure;
import dev.moldau.benchmarks.report.Report;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs the cases against a cluster of one peer after the other and prints the comparison. {@code
 * benchmarks/README.md} says what the flags mean.
 */
public final class ClusterRun {

    private static final PrintStream OUT =
            new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private static final double FULL_BYTES = 400e6;
    private static final double FULL_SECONDS = 30;
    private static final int SLOW_RATE = 2_000;
    private static final int SESSION_MS = 6_000;

    private final Report report = new Report();
    private List<Peer> peers = List.of(Peer.KAFKA, Peer.MOLDAU);
    private Pattern wanted = Pattern.compile("");
    private double scale = 1.0;
    private int rounds = 1;
    private String heap = "-Xmx1g";

    private ClusterRun() {}

    /** Entry point. */
    public static void main(String[] args) throws Exception {
        ClusterRun run = new ClusterRun();
        if (run.configure(args)) {
            run.run();
        }
    }

    /** Takes the flags over; false if all that was asked for is done. */
    private boolean configure(String[] args) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--peers" -> peers = Peer.listed(args[++i]);
                case "--cases" -> wanted = Pattern.compile(args[++i]);
                case "--scale" -> scale = Double.parseDouble(args[++i]);
                case "--rounds" -> rounds = Integer.parseInt(args[++i]);
                case "--heap" -> heap = args[++i];
                case "--list" -> {
                    loads().forEach(c -> OUT.println(c.name()));
                    OUT.println(idle().name());
                    OUT.println(failOver().name());
                    return false;
                }
                default ->
                        throw new IllegalArgumentException(
                                "unknown flag " + args[i] + ": see benchmarks/README.md");
            }
        }
        return true;
    }

    private void run() throws Exception {
        for (int round = 0; round < rounds; round++) {
            // Whoever went second goes first, so that neither always finds what the other left.
            for (Peer peer : round % 2 == 0 ? peers : peers.reversed()) {
                runLoads(peer);
                runIdle(peer);
                runFailOver(peer);
            }
        }
        String table =
                "Medians of "
                        + rounds
                        + (rounds == 1 ? " round\n\n" : " rounds\n\n")
                        + report.render();
        OUT.println();
        OUT.println(table);
        Files.writeString(Setup.work().resolve("cluster-report.md"), table);
    }

    private void runLoads(Peer peer) throws Exception {
        List<ClusterCase> loads =
                loads().stream().filter(c -> wanted.matcher(c.name()).find()).toList();
        if (loads.isEmpty()) {
            return;
        }
        try (Cluster cluster = Cluster.startFresh(peer, heap)) {
            OUT.println(peer.label() + ": warming; " + cluster.pids());
            full(1_024, 12, "none").run(cluster);
            full(100, 12, "none").run(cluster);
            for (ClusterCase load : loads) {
                measure(load, cluster);
            }
            report.add(
                    peer,
                    "memory in this run (" + heap + " each)",
                    List.of(Measure.of("resident MiB", cluster.residentMib())));
        }
    }

    private void runIdle(Peer peer) throws Exception {
        ClusterCase idle = idle();
        if (wanted.matcher(idle.name()).find()) {
            try (Cluster cluster = Cluster.startFresh(peer, heap)) {
                OUT.println(peer.label() + ": idle; " + cluster.pids());
                measure(idle, cluster);
            }
        }
    }

    private void runFailOver(Peer peer) throws Exception {
        FailOverCase failOver = failOver();
        if (wanted.matcher(failOver.name()).find()) {
            try (Cluster cluster = Cluster.startFresh(peer, heap, failOver.sessionMs())) {
                OUT.println(peer.label() + ": fail-over; " + cluster.pids());
                measure(failOver, cluster);
            }
        }
    }

    private void measure(ClusterCase one, Cluster cluster) throws Exception {
        List<Measure> measures = one.run(cluster);
        report.add(cluster.peer(), one.name(), measures);
        OUT.println(Report.line(cluster.peer(), one.name(), measures));
    }

    private ClusterCase idle() {
        return new IdleCase(1_000, (int) Math.max(10, 60 * scale));
    }

    private static FailOverCase failOver() {
        return new FailOverCase(10_000, SESSION_MS);
    }

    private List<ClusterCase> loads() {
        List<ClusterCase> all = new ArrayList<>();
        for (int recordBytes : new int[] {100, 1_024}) {
            for (int partitions : new int[] {1, 12}) {
                for (String codec : new String[] {"none", "lz4"}) {
                    all.add(full(recordBytes, partitions, codec));
                }
                long records = (long) Math.max(5 * SLOW_RATE, FULL_SECONDS * SLOW_RATE * scale);
                all.add(new ReplicatedCase(recordBytes, partitions, "none", SLOW_RATE, records));
            }
        }
        return all;
    }

    private ReplicatedCase full(int recordBytes, int partitions, String codec) {
        long records = (long) Math.max(10_000, FULL_BYTES * scale / recordBytes);
        return new ReplicatedCase(recordBytes, partitions, codec, 0, records);
    }
}
