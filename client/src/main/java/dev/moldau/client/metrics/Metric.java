package dev.moldau.client.metrics;

/**
 * One figure of a client at one moment.
 *
 * @param name in the form {@code moldau_producer_records_sent_total}
 * @param kind whether it only grows
 * @param meaning a sentence, with the unit
 * @param value at the moment of asking
 */
public record Metric(String name, Kind kind, String meaning, double value) {

    /** How a figure moves. */
    public enum Kind {
        /** Only grows, from 0 at the client's start. */
        COUNTER,
        /** Goes up and down. */
        GAUGE
    }
}
