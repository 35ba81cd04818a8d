package dev.moldau.benchmarks.report;

import java.util.Locale;

/** Numbers as people read them. */
public final class Figures {

    private Figures() {}

    /** Three digits that matter, or whole thousands; a dash where there is nothing to say. */
    public static String format(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        if (value >= 1_000) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(
                Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }
}
