package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.report.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code ProducerPerformance} into a fresh topic.
 *
 * @param recordBytes size of each value
 * @param partitions how many the topic has
 * @param acks 1 or all
 * @param codec compression
 * @param recordsPerSecond the fixed rate, or -1 for as fast as it goes
 * @param megabytes how much to send
 */
record ProduceCase(
        int recordBytes,
        int partitions,
        String acks,
        String codec,
        int recordsPerSecond,
        int megabytes)
        implements Case {

    private static final Pattern SUMMARY =
            Pattern.compile(
                    "(\\d+) records sent, ([\\d.]+) records/sec \\(([\\d.]+) MB/sec\\), ([\\d.]+) ms avg latency, ([\\d.]+) ms max latency, (\\d+) ms 50th, (\\d+) ms 95th, (\\d+) ms 99th, (\\d+) ms 99.9th");

    @Override
    public String name() {
        return "produce "
                + recordBytes
                + " B, "
                + partitions
                + (partitions == 1 ? " partition" : " partitions")
                + ", acks "
                + acks
                + ("none".equals(codec) ? "" : ", " + codec)
                + (throttled() ? ", " + recordsPerSecond + "/s" : "");
    }

    @Override
    public List<Measure> run(Broker broker) throws Exception {
        String topic = "produce-" + System.nanoTime();
        Topics.create(broker.bootstrap(), topic, partitions);
        long records = megabytes * 1_000_000L / recordBytes;
        double before = broker.processorSeconds();
        long start = System.nanoTime();
        Tool.Outcome outcome =
                Tool.run(
                        "org.apache.kafka.tools.ProducerPerformance",
                        arguments(broker, topic, records));
        double seconds = (System.nanoTime() - start) / 1e9;
        double processor = broker.processorSeconds() - before;
        Topics.delete(broker.bootstrap(), topic);

        Matcher last = SUMMARY.matcher(outcome.output());
        List<String> summary = null;
        while (last.find()) {
            summary =
                    List.of(
                            last.group(2),
                            last.group(3),
                            last.group(4),
                            last.group(6),
                            last.group(8),
                            last.group(9));
        }
        if (summary == null) {
            throw new IllegalStateException("no summary in\n" + outcome.output());
        }
        double gigabytes = records * (double) recordBytes / 1e9;
        List<Measure> measures = new ArrayList<>();
        measures.add(Measure.of("records/s", Double.parseDouble(summary.get(0))));
        measures.add(Measure.of("MB/s", Double.parseDouble(summary.get(1))));
        if (throttled()) {
            measures.add(Measure.withRatio("broker % of a core", 100 * processor / seconds, 0.5));
            measures.add(Measure.of("average ms", Double.parseDouble(summary.get(2))));
            measures.add(Measure.withRatio("p50 ms", Double.parseDouble(summary.get(3)), 1.0));
            measures.add(Measure.withRatio("p99 ms", Double.parseDouble(summary.get(4)), 1.0));
            measures.add(Measure.withRatio("p99.9 ms", Double.parseDouble(summary.get(5)), 1.0));
        } else {
            measures.add(Measure.withRatio("broker s/GB", processor / gigabytes, 0.5));
            measures.add(Measure.of("client s/GB", outcome.processorSeconds() / gigabytes));
            measures.add(Measure.of("p50 ms", Double.parseDouble(summary.get(3))));
            measures.add(Measure.of("p99 ms", Double.parseDouble(summary.get(4))));
            measures.add(Measure.of("p99.9 ms", Double.parseDouble(summary.get(5))));
        }
        return measures;
    }

    private boolean throttled() {
        return recordsPerSecond > 0;
    }

    private List<String> arguments(Broker broker, String topic, long records) {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("--bootstrap-server", broker.bootstrap(), "--topic", topic));
        words.addAll(
                List.of(
                        "--num-records",
                        Long.toString(records),
                        "--record-size",
                        Integer.toString(recordBytes)));
        words.addAll(List.of("--throughput", Integer.toString(recordsPerSecond)));
        if (throttled()) {
            // The first seconds of both JVMs say nothing about the steady state.
            words.addAll(List.of("--warmup-records", Integer.toString(5 * recordsPerSecond)));
        }
        words.addAll(List.of("--command-property", "acks=" + acks, "compression.type=" + codec));
        if ("1".equals(acks)) {
            words.add("enable.idempotence=false");
        }
        return words;
    }
}
