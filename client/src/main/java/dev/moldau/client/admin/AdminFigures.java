package dev.moldau.client.admin;

import dev.moldau.client.metrics.ClientMetrics;

/** Declares what an admin client counts among its figures. Without state. */
final class AdminFigures {

    private static final String PREFIX = "moldau_admin_";

    private AdminFigures() {}

    static void declare(ClientMetrics metrics, AdminCounters counters, Runs runs) {
        metrics.counter(
                        PREFIX + "calls_total",
                        "Operations called; listing groups is two.",
                        counters::calls)
                .gauge(PREFIX + "calls_under_way", "Calls without their last outcome.", runs::count)
                .counter(
                        PREFIX + "calls_failed_total",
                        "Calls that are over and of which something failed or was cancelled.",
                        counters::failedCalls)
                .counter(
                        PREFIX + "retries_total",
                        "Topics, partitions, groups and the like that were asked about again, once"
                                + " for each time.",
                        counters::retries);
    }
}
