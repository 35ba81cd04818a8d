package dev.moldau.benchmarks.report;

/**
 * One figure of one case.
 *
 * @param name what it is, with its unit last
 * @param value the figure
 * @param target the most that Moldau's figure divided by Kafka's may be, or NaN where there is no
 *     target
 * @param limit the most that Moldau's figure itself may be, or NaN
 */
public record Measure(String name, double value, double target, double limit) {

    /** A figure without a target. */
    public static Measure of(String name, double value) {
        return new Measure(name, value, Double.NaN, Double.NaN);
    }

    /** A figure that is held against Kafka's. */
    public static Measure withRatio(String name, double value, double target) {
        return new Measure(name, value, target, Double.NaN);
    }

    /** A figure with a bound of its own. */
    public static Measure withLimit(String name, double value, double limit) {
        return new Measure(name, value, Double.NaN, limit);
    }
}
