package dev.moldau.benchmarks.consumers;

import dev.moldau.benchmarks.reading.ReadResult;
import dev.moldau.benchmarks.report.Figures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The results of all side by side, with ratios of medians and verdicts. */
final class Comparison {

    /**
     * A figure of a case.
     *
     * @param target the bound of our consumer's figure divided by Kafka's, or NaN
     * @param atLeast whether the bound is a lower one
     */
    private record Figure(
            String name, ToDoubleFunction<ReadResult> of, double target, boolean atLeast) {}

    private static final List<Figure> FIGURES =
            List.of(
                    new Figure("records/s", r -> r.records() / r.seconds(), 1.5, true),
                    new Figure(
                            "client s/GB",
                            r -> r.processorSeconds() / (r.valueBytes() / 1e9),
                            0.6,
                            false),
                    new Figure(
                            "allocated B/record",
                            r -> (double) r.allocatedBytes() / r.records(),
                            Double.NaN,
                            false));

    private final Map<ConsumerCase, Map<Contender, List<ReadResult>>> cases = new LinkedHashMap<>();

    void add(ConsumerCase topic, Contender contender, ReadResult result) {
        cases.computeIfAbsent(topic, c -> new EnumMap<>(Contender.class))
                .computeIfAbsent(contender, c -> new ArrayList<>())
                .add(result);
    }

    /** What one run of a case says, in one line. */
    static String line(ReadResult result) {
        StringBuilder line = new StringBuilder();
        for (Figure figure : FIGURES) {
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
                                + " | ratio | target | met | "
                                + Contender.LISTENER.label()
                                + " |\n|---|---|---:|---:|---:|---:|---|---:|\n");
        cases.forEach(
                (topic, results) -> {
                    String name = topic.name();
                    for (Figure figure : FIGURES) {
                        table.append(row(name, figure, results));
                        name = "";
                    }
                });
        return table.toString();
    }

    private static String row(
            String name, Figure figure, Map<Contender, List<ReadResult>> results) {
        double kafka = median(results.get(Contender.KAFKA), figure);
        double moldau = median(results.get(Contender.MOLDAU), figure);
        double ratio = moldau / kafka;
        boolean bound = !Double.isNaN(figure.target);
        boolean met = figure.atLeast ? ratio >= figure.target : ratio <= figure.target;
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s | %s | %s | %s |%n",
                name,
                figure.name,
                Figures.format(kafka),
                Figures.format(moldau),
                Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f", ratio) : "-",
                bound ? (figure.atLeast ? "≥ " : "≤ ") + Figures.format(figure.target) + "×" : "",
                bound && Double.isFinite(ratio) ? (met ? "yes" : "no") : "",
                Figures.format(median(results.get(Contender.LISTENER), figure)));
    }

    private static double median(@Nullable List<ReadResult> results, Figure figure) {
        if (results == null) {
            return Double.NaN;
        }
        double[] sorted = results.stream().mapToDouble(figure.of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
