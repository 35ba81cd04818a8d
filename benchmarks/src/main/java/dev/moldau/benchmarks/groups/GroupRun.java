package dev.moldau.benchmarks.groups;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Peer;
import dev.moldau.benchmarks.brokers.Setup;
import dev.moldau.benchmarks.report.Measure;
import dev.moldau.benchmarks.report.Report;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs each case on a fresh broker of one peer after the other and prints the comparison. {@code
 * benchmarks/README.md} says what the flags mean.
 */
public final class GroupRun {

    private static final PrintStream OUT =
            new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final Report report = new Report();
    private List<Peer> peers = List.of(Peer.KAFKA, Peer.MOLDAU);
    private Pattern wanted = Pattern.compile("");
    private double scale = 1.0;
    private int rounds = 1;
    private String heap = "-Xmx1g";

    private GroupRun() {}

    /** Entry point. */
    public static void main(String[] args) throws Exception {
        GroupRun run = new GroupRun();
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
                    cases().forEach(c -> OUT.println(c.name()));
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
        List<GroupCase> chosen =
                cases().stream().filter(c -> wanted.matcher(c.name()).find()).toList();
        for (int round = 0; round < rounds; round++) {
            for (GroupCase one : chosen) {
                // Whoever went second goes first, so that neither always finds what the other left.
                for (Peer peer : round % 2 == 0 ? peers : peers.reversed()) {
                    measure(one, peer);
                }
            }
        }
        String table = report.render();
        OUT.println();
        OUT.println(table);
        Files.writeString(Setup.work().resolve("group-report.md"), table);
    }

    private void measure(GroupCase one, Peer peer) throws Exception {
        try (Broker broker = Broker.startFresh(peer, heap)) {
            List<Measure> measures = one.run(broker);
            report.add(peer, one.name(), measures);
            OUT.println(Report.line(peer, one.name(), measures));
        }
    }

    private List<GroupCase> cases() {
        int members = (int) Math.max(4, 50 * scale);
        int partitions = 20 * members;
        int groups = (int) Math.max(10, 5_000 * scale);
        return List.of(
                new RebalanceCase(Membership.CONSUMER, members, partitions),
                new RebalanceCase(Membership.CLASSIC, members, partitions),
                new RebalanceCase(Membership.COOPERATIVE, members, partitions),
                new HeartbeatCase(Membership.CONSUMER, groups),
                new HeartbeatCase(Membership.CLASSIC, groups),
                new CommitCase((int) Math.max(10_000, 1_000_000 * scale)));
    }
}
