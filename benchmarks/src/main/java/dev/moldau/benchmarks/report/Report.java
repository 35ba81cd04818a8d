package dev.moldau.benchmarks.report;

import dev.moldau.benchmarks.brokers.Peer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of both peers side by side, with ratios and verdicts; medians of several rounds. */
public final class Report {

    private final Map<String, Map<Peer, List<List<Measure>>>> cases = new LinkedHashMap<>();

    /** An empty one. */
    public Report() {}

    /** Adds what a case has shown; once more in each round. */
    public void add(Peer peer, String name, List<Measure> measures) {
        cases.computeIfAbsent(name, n -> new EnumMap<>(Peer.class))
                .computeIfAbsent(peer, p -> new ArrayList<>())
                .add(measures);
    }

    /** A table in Markdown: a line per figure. */
    public String render() {
        StringBuilder table =
                new StringBuilder(
                        "| case | figure | Kafka 4.4.0 | Moldau | ratio | target | met |\n|---|---|---:|---:|---:|---:|---|\n");
        cases.forEach(
                (name, peers) -> {
                    List<Measure> shape = peers.values().iterator().next().getFirst();
                    for (int i = 0; i < shape.size(); i++) {
                        line(
                                table,
                                i == 0 ? name : "",
                                shape.get(i),
                                median(peers, Peer.KAFKA, shape.get(i).name()),
                                median(peers, Peer.MOLDAU, shape.get(i).name()));
                    }
                });
        return table.toString();
    }

    /** What a case has shown, in one line. */
    public static String line(Peer peer, String name, List<Measure> measures) {
        StringBuilder line = new StringBuilder(peer.label()).append(": ").append(name).append(':');
        for (Measure measure : measures) {
            line.append("  ")
                    .append(measure.name())
                    .append(' ')
                    .append(Figures.format(measure.value()));
        }
        return line.toString();
    }

    private static void line(
            StringBuilder table, String name, Measure shape, double kafka, double moldau) {
        double ratio = moldau / kafka;
        String target = "";
        String met = "";
        if (!Double.isNaN(shape.target())) {
            target = "≤ " + Figures.format(shape.target()) + "×";
            // Tools report whole milliseconds: equal after rounding is equal.
            met =
                    Double.isNaN(ratio) && !(moldau == 0 && kafka == 0)
                            ? ""
                            : moldau <= kafka * shape.target() ? "yes" : "no";
        } else if (!Double.isNaN(shape.limit())) {
            target = "≤ " + Figures.format(shape.limit());
            met = Double.isNaN(moldau) ? "" : moldau <= shape.limit() ? "yes" : "no";
        }
        table.append(
                String.format(
                        Locale.ROOT,
                        "| %s | %s | %s | %s | %s | %s | %s |%n",
                        name,
                        shape.name(),
                        Figures.format(kafka),
                        Figures.format(moldau),
                        Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : "-",
                        target,
                        met));
    }

    private static double median(Map<Peer, List<List<Measure>>> peers, Peer peer, String figure) {
        double[] sorted =
                peers.getOrDefault(peer, List.of()).stream()
                        .flatMap(List::stream)
                        .filter(measure -> measure.name().equals(figure))
                        .mapToDouble(Measure::value)
                        .sorted()
                        .toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
