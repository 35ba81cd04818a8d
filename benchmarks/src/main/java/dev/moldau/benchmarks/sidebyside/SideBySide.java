package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Broker;
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
 * Runs the cases against one peer after the other and prints the comparison.
 *
 * <p>Arguments: {@code --peers kafka,moldau}, {@code --cases REGEX}, {@code --scale FACTOR} (a
 * share of the full amount of data), {@code --heap OPTIONS}, {@code --list}.
 */
public final class SideBySide {

    private static final PrintStream OUT =
            new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private SideBySide() {}

    /** Entry point. */
    public static void main(String[] args) throws Exception {
        List<Peer> peers = List.of(Peer.KAFKA, Peer.MOLDAU);
        Pattern wanted = Pattern.compile("");
        double scale = 1.0;
        String heap = "-Xmx1g";
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--peers" -> peers = Peer.listed(args[++i]);
                case "--cases" -> wanted = Pattern.compile(args[++i]);
                case "--scale" -> scale = Double.parseDouble(args[++i]);
                case "--heap" -> heap = args[++i];
                case "--list" -> {
                    cases(1.0).forEach(c -> OUT.println(c.name()));
                    return;
                }
                default ->
                        throw new IllegalArgumentException(
                                "unknown flag " + args[i] + ": see benchmarks/README.md");
            }
        }
        run(peers, wanted, scale, heap);
    }

    private static void run(List<Peer> peers, Pattern wanted, double scale, String heap)
            throws Exception {
        Report report = new Report();
        for (Peer peer : peers) {
            runLoads(peer, wanted, scale, heap, report);
            for (Case alone :
                    List.of(
                            new StartCase(5, 10),
                            new PartitionsCase(),
                            new LoadCase((int) Math.max(2, 10 * scale)))) {
                if (wanted.matcher(alone.name()).find()) {
                    // By themselves, on a fresh folder, with the heap that the peer takes unless
                    // told otherwise.
                    try (Broker broker =
                            Broker.startFresh(peer, peer == Peer.KAFKA ? "-Xmx1g" : "")) {
                        measure(alone, broker, report);
                    }
                }
            }
        }
        OUT.println();
        OUT.println(report.render());
        Files.writeString(Setup.work().resolve("report.md"), report.render());
    }

    private static void runLoads(
            Peer peer, Pattern wanted, double scale, String heap, Report report) throws Exception {
        List<Case> loads =
                loads(scale).stream().filter(c -> wanted.matcher(c.name()).find()).toList();
        if (loads.isEmpty()) {
            return;
        }
        try (Broker broker = Broker.startFresh(peer, heap)) {
            OUT.println(peer.label() + ": warming");
            int warm = (int) Math.max(100, 1_000 * scale);
            new ProduceCase(100, 6, "all", "none", -1, warm).run(broker);
            new ProduceCase(1_024, 1, "1", "lz4", -1, warm / 2).run(broker);
            new ConsumeCase(1_024, 6, "none", warm / 2).run(broker);
            for (Case load : loads) {
                measure(load, broker, report);
            }
            report.add(
                    peer,
                    "memory in this run (" + heap + ")",
                    List.of(
                            Measure.of("resident MiB", broker.residentMib()),
                            Measure.of("peak resident MiB", broker.peakResidentMib())));
        }
    }

    private static void measure(Case wanted, Broker broker, Report report) throws Exception {
        List<Measure> measures = wanted.run(broker);
        report.add(broker.peer(), wanted.name(), measures);
        OUT.println(Report.line(broker.peer(), wanted.name(), measures));
    }

    private static List<Case> cases(double scale) {
        List<Case> all = new ArrayList<>(loads(scale));
        all.addAll(List.of(new StartCase(5, 10), new PartitionsCase(), new LoadCase(10)));
        return all;
    }

    private static List<Case> loads(double scale) {
        int megabytes = (int) Math.max(50, 1_000 * scale);
        List<Case> all = new ArrayList<>();
        for (int recordBytes : new int[] {100, 1_024}) {
            for (int partitions : new int[] {1, 6}) {
                for (String acks : new String[] {"1", "all"}) {
                    for (String codec : new String[] {"none", "lz4"}) {
                        all.add(
                                new ProduceCase(
                                        recordBytes, partitions, acks, codec, -1, megabytes));
                    }
                }
                for (String codec : new String[] {"none", "lz4"}) {
                    all.add(new ConsumeCase(recordBytes, partitions, codec, megabytes));
                }
            }
            int seconds = (int) Math.max(10, 60 * scale);
            all.add(
                    new ProduceCase(
                            recordBytes,
                            1,
                            "all",
                            "none",
                            2_000,
                            Math.max(1, 2_000 * recordBytes * seconds / 1_000_000)));
        }
        all.add(new EndToEndCase((int) Math.max(2_000, 20_000 * scale)));
        return all;
    }
}
