package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.report.Measure;
import java.util.ArrayList;
import java.util.List;

/**
 * Much data in and out; what stays in memory.
 *
 * @param gigabytes how much goes in; a half of it comes out again
 */
record LoadCase(int gigabytes) implements Case {

    @Override
    public String name() {
        return "memory after " + gigabytes + " GB of load";
    }

    @Override
    public List<Measure> run(Broker broker) throws Exception {
        List<Case> parts = new ArrayList<>();
        for (int i = 0; i < gigabytes; i += 2) {
            parts.add(new ProduceCase(1_024, 6, "all", "none", -1, 1_000));
            parts.add(new ConsumeCase(1_024, 6, "none", 1_000));
        }
        for (Case part : parts) {
            part.run(broker);
        }
        return List.of(
                Measure.withLimit("resident MiB", broker.residentMib(), 333.8),
                Measure.of("peak resident MiB", broker.peakResidentMib()));
    }
}
