package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.report.Measure;
import java.util.List;

/**
 * {@code ConsumerPerformance} over a topic that was filled before.
 *
 * @param recordBytes size of each value
 * @param partitions how many the topic has
 * @param codec compression
 * @param megabytes how much there is
 */
record ConsumeCase(int recordBytes, int partitions, String codec, int megabytes) implements Case {

    @Override
    public String name() {
        return "consume "
                + recordBytes
                + " B, "
                + partitions
                + (partitions == 1 ? " partition" : " partitions")
                + ("none".equals(codec) ? "" : ", " + codec);
    }

    @Override
    public List<Measure> run(Broker broker) throws Exception {
        String topic = "consume-" + System.nanoTime();
        Topics.create(broker.bootstrap(), topic, partitions);
        long records = megabytes * 1_000_000L / recordBytes;
        Tool.run(
                "org.apache.kafka.tools.ProducerPerformance",
                List.of(
                        "--bootstrap-server",
                        broker.bootstrap(),
                        "--topic",
                        topic,
                        "--num-records",
                        Long.toString(records),
                        "--record-size",
                        Integer.toString(recordBytes),
                        "--throughput",
                        "-1",
                        "--command-property",
                        "compression.type=" + codec));
        double before = broker.processorSeconds();
        Tool.Outcome outcome =
                Tool.run(
                        "org.apache.kafka.tools.ConsumerPerformance",
                        List.of(
                                "--bootstrap-server",
                                broker.bootstrap(),
                                "--topic",
                                topic,
                                "--num-records",
                                Long.toString(records),
                                "--timeout",
                                "60000",
                                "--hide-header"));
        double processor = broker.processorSeconds() - before;
        Topics.delete(broker.bootstrap(), topic);

        String[] fields =
                outcome.output().strip().lines().reduce((a, b) -> b).orElseThrow().split(", *");
        long consumed = Long.parseLong(fields[4].strip());
        if (consumed < records) {
            throw new IllegalStateException("only " + consumed + " of " + records + " consumed");
        }
        double gigabytes = records * (double) recordBytes / 1e9;
        return List.of(
                Measure.of("records/s", Double.parseDouble(fields[9].strip())),
                Measure.of("MB/s", Double.parseDouble(fields[8].strip())),
                Measure.withRatio("broker s/GB", processor / gigabytes, 0.7),
                Measure.of("client s/GB", outcome.processorSeconds() / gigabytes));
    }
}
