package dev.moldau.client.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClientMetricsTest {

    @Test
    void aSnapshotAsksEachFigureAndStaysAsItWas() {
        AtomicLong sent = new AtomicLong(1);
        ClientMetrics metrics =
                new ClientMetrics()
                        .gauge("moldau_producer_waiting_threads", "Threads that wait.", () -> 2)
                        .counter("moldau_producer_records_sent_total", "Records.", sent::get);
        var before = metrics.snapshot();
        sent.set(5);
        assertThat(before)
                .containsExactly(
                        Map.entry(
                                "moldau_producer_records_sent_total",
                                new Metric(
                                        "moldau_producer_records_sent_total",
                                        Metric.Kind.COUNTER,
                                        "Records.",
                                        1)),
                        Map.entry(
                                "moldau_producer_waiting_threads",
                                new Metric(
                                        "moldau_producer_waiting_threads",
                                        Metric.Kind.GAUGE,
                                        "Threads that wait.",
                                        2)));
        assertThat(metrics.snapshot().values()).extracting(Metric::value).containsExactly(5.0, 2.0);
    }

    @Test
    void aNameOfTheWrongFormOrTakenIsRefused() {
        ClientMetrics metrics = new ClientMetrics().gauge("moldau_a", "A.", () -> 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> metrics.gauge("moldau_a", "A.", () -> 0))
                .withMessage("moldau_a is declared twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> metrics.gauge("kafka-a", "A.", () -> 0))
                .withMessageContaining("is not of the form");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> metrics.counter("moldau_b", "B.", () -> 0))
                .withMessage("moldau_b must end in _total");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> metrics.gauge("moldau_b_total", "B.", () -> 0))
                .withMessage("moldau_b_total ends like a counter");
    }
}
