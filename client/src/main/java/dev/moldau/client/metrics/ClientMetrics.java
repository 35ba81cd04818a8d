package dev.moldau.client.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;

/**
 * The figures of one client: each is declared once, with the place where its value is read. Nothing
 * is computed and nothing kept here; a snapshot asks each place. For any thread, and so must the
 * suppliers be.
 */
public final class ClientMetrics {

    private static final Pattern NAME = Pattern.compile("moldau(_[a-z0-9]+)+");
    private static final String COUNTER_ENDING = "_total";

    private final Map<String, Figure> figures = new ConcurrentSkipListMap<>();

    private record Figure(Metric.Kind kind, String meaning, DoubleSupplier value) {}

    /** Without any figure. */
    public ClientMetrics() {}

    /**
     * Declares a figure that only grows.
     *
     * @param name ends in {@code _total}
     * @param meaning a sentence, with the unit
     * @throws IllegalArgumentException if the name is of the wrong form or taken
     */
    public ClientMetrics counter(String name, String meaning, DoubleSupplier value) {
        if (!name.endsWith(COUNTER_ENDING)) {
            throw new IllegalArgumentException(name + " must end in " + COUNTER_ENDING);
        }
        return add(name, new Figure(Metric.Kind.COUNTER, meaning, value));
    }

    /**
     * Declares a figure that goes up and down.
     *
     * @param name does not end in {@code _total}
     * @param meaning a sentence, with the unit
     * @throws IllegalArgumentException if the name is of the wrong form or taken
     */
    public ClientMetrics gauge(String name, String meaning, DoubleSupplier value) {
        if (name.endsWith(COUNTER_ENDING)) {
            throw new IllegalArgumentException(name + " ends like a counter");
        }
        return add(name, new Figure(Metric.Kind.GAUGE, meaning, value));
    }

    private ClientMetrics add(String name, Figure figure) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(name + " is not of the form " + NAME);
        }
        if (figures.putIfAbsent(name, figure) != null) {
            throw new IllegalArgumentException(name + " is declared twice");
        }
        return this;
    }

    /** All figures now, by name and in its order; unmodifiable. */
    public Map<String, Metric> snapshot() {
        Map<String, Metric> now = new LinkedHashMap<>();
        figures.forEach(
                (name, figure) ->
                        now.put(
                                name,
                                new Metric(
                                        name,
                                        figure.kind(),
                                        figure.meaning(),
                                        figure.value().getAsDouble())));
        return Collections.unmodifiableMap(now);
    }
}
