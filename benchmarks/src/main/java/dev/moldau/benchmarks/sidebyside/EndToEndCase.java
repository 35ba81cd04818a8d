package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.report.Measure;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code EndToEndLatency}: one record at a time, from send to arrival at a consumer.
 *
 * @param records how many
 */
record EndToEndCase(int records) implements Case {

    private static final Pattern AVERAGE = Pattern.compile("Avg latency: ([\\d.]+) ms");
    private static final Pattern PERCENTILES =
            Pattern.compile("50th = (\\d+), 99th = (\\d+), 99.9th = (\\d+)");

    @Override
    public String name() {
        return "end to end, one at a time";
    }

    @Override
    public List<Measure> run(Broker broker) throws Exception {
        String topic = "end-to-end-" + System.nanoTime();
        Topics.create(broker.bootstrap(), topic, 1);
        double before = broker.processorSeconds();
        long start = System.nanoTime();
        String output =
                Tool.run(
                                "org.apache.kafka.tools.EndToEndLatency",
                                List.of(
                                        "--bootstrap-server",
                                        broker.bootstrap(),
                                        "--topic",
                                        topic,
                                        "--num-records",
                                        Integer.toString(records),
                                        "--producer-acks",
                                        "1",
                                        "--record-size",
                                        "100"))
                        .output();
        double seconds = (System.nanoTime() - start) / 1e9;
        double processor = broker.processorSeconds() - before;
        Topics.delete(broker.bootstrap(), topic);
        Matcher average = AVERAGE.matcher(output);
        Matcher percentiles = PERCENTILES.matcher(output);
        if (!average.find() || !percentiles.find()) {
            throw new IllegalStateException("no summary in\n" + output);
        }
        return List.of(
                Measure.withRatio("average ms", Double.parseDouble(average.group(1)), 1.0),
                Measure.withRatio("p50 ms", Double.parseDouble(percentiles.group(1)), 1.0),
                Measure.withRatio("p99 ms", Double.parseDouble(percentiles.group(2)), 1.0),
                Measure.withRatio("p99.9 ms", Double.parseDouble(percentiles.group(3)), 1.0),
                Measure.withRatio("broker % of a core", 100 * processor / seconds, 0.5));
    }
}
