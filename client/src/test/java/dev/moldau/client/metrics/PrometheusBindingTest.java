package dev.moldau.client.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.groups.Tuple.tuple;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PrometheusBindingTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusBinding binding = new PrometheusBinding();

    @Test
    void figuresOfTwoClientsAreOneFamilyWithALabel() {
        registry.register(binding);
        binding.add("a", client(1, 10)::snapshot);
        binding.add("b", client(2, 20)::snapshot);

        MetricSnapshots scraped = registry.scrape();
        assertThat(scraped.stream().map(family -> family.getMetadata().getName()))
                .containsExactlyInAnyOrder("moldau_producer_records_sent", "moldau_producer_bytes");
        CounterSnapshot counter = (CounterSnapshot) family(scraped, "moldau_producer_records_sent");
        assertThat(counter.getMetadata().getHelp()).isEqualTo("Records that were sent.");
        assertThat(counter.getDataPoints())
                .extracting(point -> point.getLabels().get("client"), point -> point.getValue())
                .containsExactly(tuple("a", 1.0), tuple("b", 2.0));
        GaugeSnapshot gauge = (GaugeSnapshot) family(scraped, "moldau_producer_bytes");
        assertThat(gauge.getDataPoints())
                .extracting(point -> point.getLabels().get("client"), point -> point.getValue())
                .containsExactly(tuple("a", 10.0), tuple("b", 20.0));
    }

    @Test
    void aRemovedClientIsShownNoMore() {
        registry.register(binding);
        binding.add("a", client(1, 10)::snapshot);
        binding.remove("a");
        assertThat(registry.scrape().size()).isZero();
        binding.add("a", Map::of);
        assertThat(registry.scrape().size()).isZero();
    }

    @Test
    void twoClientsWithOneLabelAreRefused() {
        binding.add("a", Map::of);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> binding.add("a", Map::of))
                .withMessageContaining("a client 'a' already");
    }

    private static MetricSnapshot family(MetricSnapshots all, String name) {
        return all.stream()
                .filter(family -> family.getMetadata().getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ClientMetrics client(long sent, long bytes) {
        return new ClientMetrics()
                .counter(
                        "moldau_producer_records_sent_total", "Records that were sent.", () -> sent)
                .gauge("moldau_producer_bytes", "Bytes in the buffer.", () -> bytes);
    }
}
