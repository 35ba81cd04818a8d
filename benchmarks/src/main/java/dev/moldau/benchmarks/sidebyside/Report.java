package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Peer;
import dev.moldau.benchmarks.report.Figures;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures of both peers side by side, with ratios and verdicts. */
final class Report {

    private final Map<String, Map<Peer, List<Measure>>> cases = new LinkedHashMap<>();

    void add(Peer peer, String name, List<Measure> measures) {
        cases.computeIfAbsent(name, n -> new EnumMap<>(Peer.class)).put(peer, measures);
    }

    /** A table in Markdown: a line per figure. */
    String render() {
        StringBuilder table =
                new StringBuilder(
                        "| case | figure | Kafka 4.4.0 | Moldau | ratio | target | met |\n|---|---|---:|---:|---:|---:|---|\n");
        cases.forEach(
                (name, peers) -> {
                    List<Measure> shape = peers.values().iterator().next();
                    for (int i = 0; i < shape.size(); i++) {
                        line(
                                table,
                                i == 0 ? name : "",
                                shape.get(i),
                                figure(peers, Peer.KAFKA, i),
                                figure(peers, Peer.MOLDAU, i));
                    }
                });
        return table.toString();
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

    private static double figure(Map<Peer, List<Measure>> peers, Peer peer, int i) {
        List<Measure> measures = peers.get(peer);
        return measures == null ? Double.NaN : measures.get(i).value();
    }
}
