package dev.moldau.client.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

/**
 * Shows the figures of clients to Prometheus: one binding for a registry, to which any number of
 * clients are added, told apart by the label {@code client}. Needs {@code
 * io.prometheus:prometheus-metrics-model}, which the application brings; no other class here does.
 * For any thread.
 *
 * <pre>{@code
 * PrometheusBinding binding = new PrometheusBinding();
 * PrometheusRegistry.defaultRegistry.register(binding);
 * binding.add("orders", producer::metrics);
 * }</pre>
 */
public final class PrometheusBinding implements MultiCollector {

    private static final String LABEL = "client";
    private static final String COUNTER_ENDING = "_total";

    private final Map<String, Supplier<Map<String, Metric>>> clients =
            new ConcurrentSkipListMap<>();

    /** Without any client. */
    public PrometheusBinding() {}

    /**
     * Shows a client's figures from now on.
     *
     * @param client what its figures are labelled with, such as its {@code client.id}
     * @param metrics such as {@code producer::metrics}
     * @throws NullPointerException if there are no metrics
     * @throws IllegalArgumentException if another client has that label
     */
    public void add(String client, Supplier<Map<String, Metric>> metrics) {
        Objects.requireNonNull(metrics, "metrics");
        if (clients.putIfAbsent(client, metrics) != null) {
            throw new IllegalArgumentException(
                    "There are figures of a client '"
                            + client
                            + "' already; give each client a label of its own.");
        }
    }

    /** Shows a client's figures no more, as when it was closed. */
    public void remove(String client) {
        clients.remove(client);
    }

    @Override
    public MetricSnapshots collect() {
        Map<String, Family> families = new TreeMap<>();
        clients.forEach(
                (client, metrics) ->
                        metrics.get()
                                .values()
                                .forEach(
                                        metric ->
                                                families.computeIfAbsent(
                                                                metric.name(),
                                                                name -> new Family(metric))
                                                        .points
                                                        .put(client, metric.value())));
        List<MetricSnapshot> snapshots = new ArrayList<>();
        families.values().forEach(family -> snapshots.add(family.snapshot()));
        return new MetricSnapshots(snapshots);
    }

    /** One figure of all clients that have it. */
    private static final class Family {
        private final Metric first;
        private final Map<String, Double> points = new TreeMap<>();

        Family(Metric first) {
            this.first = first;
        }

        MetricSnapshot snapshot() {
            return switch (first.kind()) {
                case COUNTER -> counter();
                case GAUGE -> gauge();
            };
        }

        private CounterSnapshot counter() {
            String name = first.name();
            CounterSnapshot.Builder all =
                    CounterSnapshot.builder()
                            .name(name.substring(0, name.length() - COUNTER_ENDING.length()))
                            .help(first.meaning());
            points.forEach(
                    (client, value) ->
                            all.dataPoint(
                                    CounterDataPointSnapshot.builder()
                                            .labels(Labels.of(LABEL, client))
                                            .value(value)
                                            .build()));
            return all.build();
        }

        private GaugeSnapshot gauge() {
            GaugeSnapshot.Builder all =
                    GaugeSnapshot.builder().name(first.name()).help(first.meaning());
            points.forEach(
                    (client, value) ->
                            all.dataPoint(
                                    GaugeDataPointSnapshot.builder()
                                            .labels(Labels.of(LABEL, client))
                                            .value(value)
                                            .build()));
            return all.build();
        }
    }
}
