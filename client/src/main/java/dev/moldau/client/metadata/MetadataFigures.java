package dev.moldau.client.metadata;

import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.common.Clock;
import java.util.function.Supplier;

/** Declares what there is to know of a client's metadata among its figures. Without state. */
final class MetadataFigures {

    private static final String PREFIX = "moldau_client_metadata_";
    private static final double MS_PER_SECOND = 1_000;

    private MetadataFigures() {}

    static void declare(
            ClientMetrics metrics,
            MetadataCounters counters,
            Supplier<ClusterView> view,
            Clock clock) {
        metrics.gauge(
                        PREFIX + "age_seconds",
                        "Since brokers last told everything that is in use, or since the client's"
                                + " start, in s; beyond metadata.max.age.ms no broker answers.",
                        () -> (clock.monotonicMs() - counters.freshMs()) / MS_PER_SECOND)
                .gauge(
                        PREFIX + "topics",
                        "Topics in use that brokers know.",
                        () -> known(view.get()))
                .gauge(PREFIX + "brokers", "Brokers known.", () -> view.get().brokers().size())
                .counter(
                        PREFIX + "refreshes_total",
                        "Answers about brokers and topics that were taken over.",
                        counters::refreshes)
                .counter(
                        PREFIX + "refreshes_failed_total",
                        "Requests for them without an answer that could be used.",
                        counters::failures);
    }

    private static long known(ClusterView view) {
        return view.topics().keySet().stream().filter(name -> view.topic(name) != null).count();
    }
}
