package dev.moldau.benchmarks.producers;

import dev.moldau.benchmarks.load.Result;
import dev.moldau.benchmarks.report.Figures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The results of both clients side by side, with ratios of medians and verdicts. */
final class Comparison {

    private final Map<ProducerCase, Map<Contender, List<Result>>> cases = new LinkedHashMap<>();

    void add(ProducerCase load, Contender contender, Result result) {
        cases.computeIfAbsent(load, c -> new EnumMap<>(Contender.class))
                .computeIfAbsent(contender, c -> new ArrayList<>())
                .add(result);
    }

    /**
     * A figure of a case.
     *
     * @param target the bound of our figure divided by Kafka's, or NaN
     * @param atLeast whether the bound is a lower one
     */
    private record Figure(
            String name, ToDoubleFunction<Result> of, double target, boolean atLeast) {}

    private static List<Figure> figures(ProducerCase load) {
        double open = Double.NaN;
        Figure p50 = new Figure("p50 ms", Result::p50Ms, open, false);
        Figure p999 = new Figure("p99.9 ms", Result::p999Ms, open, false);
        Figure allocated =
                new Figure(
                        "allocated B/record",
                        r -> (double) r.allocatedBytes() / r.records(),
                        0.5,
                        false);
        if (load.paced()) {
            return List.of(
                    p50,
                    new Figure("p99 ms", Result::p99Ms, 1.0, false),
                    p999,
                    new Figure(
                            "client % of a core",
                            r -> 100 * r.processorSeconds() / r.seconds(), open, false),
                    allocated);
        }
        return List.of(
                new Figure(
                        "records/s",
                        r -> r.records() / r.seconds(),
                        load.recordBytes() == 100 ? 1.5 : open,
                        true),
                new Figure(
                        "client s/GB",
                        r -> r.processorSeconds() / (r.records() * load.recordBytes() / 1e9),
                        0.6,
                        false),
                allocated,
                p50,
                new Figure("p99 ms", Result::p99Ms, open, false),
                p999);
    }

    /** What one run of a case says, in one line. */
    static String line(ProducerCase load, Result result) {
        StringBuilder line = new StringBuilder();
        for (Figure figure : figures(load)) {
            line.append("  ")
                    .append(figure.name)
                    .append(' ')
                    .append(Figures.format(figure.of.applyAsDouble(result)));
        }
        return line.toString();
    }

    /** A table in Markdown: a line per figure; the medians of all rounds. */
    String render() {
        StringBuilder table =
                new StringBuilder(
                        "| case | figure | "
                                + Contender.KAFKA.label()
                                + " | "
                                + Contender.MOLDAU.label()
                                + " | ratio | target | met |\n|---|---|---:|---:|---:|---:|---|\n");
        cases.forEach(
                (load, results) -> {
                    String name = load.name();
                    for (Figure figure : figures(load)) {
                        table.append(
                                row(
                                        name,
                                        figure,
                                        median(results.get(Contender.KAFKA), figure),
                                        median(results.get(Contender.MOLDAU), figure)));
                        name = "";
                    }
                });
        return table.toString();
    }

    private static String row(String name, Figure figure, double kafka, double moldau) {
        double ratio = moldau / kafka;
        boolean bound = !Double.isNaN(figure.target);
        boolean met = figure.atLeast ? ratio >= figure.target : ratio <= figure.target;
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %s |%n",
                name,
                figure.name,
                Figures.format(kafka),
                Figures.format(moldau),
                Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : "-",
                bound ? (figure.atLeast ? "≥ " : "≤ ") + Figures.format(figure.target) + "×" : "",
                bound && Double.isFinite(ratio) ? (met ? "yes" : "no") : "");
    }

    private static double median(
            @org.jspecify.annotations.Nullable List<Result> results, Figure figure) {
        if (results == null) {
            return Double.NaN;
        }
        double[] sorted = results.stream().mapToDouble(figure.of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
