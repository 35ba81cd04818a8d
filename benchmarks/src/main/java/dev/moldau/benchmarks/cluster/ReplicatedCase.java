package dev.moldau.benchmarks.cluster;

import dev.moldau.benchmarks.brokers.Cluster;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.load.Plan;
import dev.moldau.benchmarks.load.Result;
import dev.moldau.benchmarks.producers.Contender;
import dev.moldau.benchmarks.producers.LoadProcess;
import dev.moldau.benchmarks.report.Measure;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Apache Kafka's producer sends to a topic of three replicas and waits for all that are in sync.
 *
 * @param recordBytes size of each value
 * @param partitions of the topic
 * @param codec compression
 * @param recordsPerSecond the fixed rate, or 0 for as fast as it goes
 * @param records how many are measured; before that half as many warm the client
 */
record ReplicatedCase(
        int recordBytes, int partitions, String codec, int recordsPerSecond, long records)
        implements ClusterCase {

    private static final short REPLICAS = 3;
    private static final int MIN_IN_SYNC = 2;
    private static final List<String> CLIENT_JVM = List.of("-Xms512m", "-Xmx512m");

    @Override
    public String name() {
        return (recordBytes == 1_024 ? "1 KiB" : recordBytes + " B")
                + ", "
                + partitions
                + (partitions == 1 ? " partition, " : " partitions, ")
                + codec
                + (paced() ? String.format(Locale.ROOT, ", %,d/s", recordsPerSecond) : "");
    }

    private boolean paced() {
        return recordsPerSecond > 0;
    }

    @Override
    public List<Measure> run(Cluster cluster) throws Exception {
        String topic = "replicated-" + System.nanoTime();
        Topics.create(
                cluster.bootstrap(),
                new NewTopic(topic, partitions, REPLICAS)
                        .configs(Map.of("min.insync.replicas", Integer.toString(MIN_IN_SYNC))));
        Plan plan = plan(cluster.bootstrap(), topic);
        double before = cluster.allProcessorSeconds();
        Result result = LoadProcess.run(Contender.KAFKA, plan, CLIENT_JVM);
        double processor = cluster.allProcessorSeconds() - before;
        long sent = plan.warmRecords() + plan.records();
        check(cluster, topic, sent);
        Topics.delete(cluster.bootstrap(), topic);
        return measures(result, processor, sent);
    }

    private Plan plan(String bootstrap, String topic) {
        // At a fixed rate eleven parts: ten of them fast, in as much time as the last.
        long warm = paced() ? records / 3 * 11 : records / 2;
        return new Plan(
                topic,
                1,
                recordBytes,
                warm,
                records,
                recordsPerSecond,
                Map.of("bootstrap.servers", bootstrap, "acks", "all", "compression.type", codec));
    }

    private void check(Cluster cluster, String topic, long sent) throws Exception {
        long there = Topics.records(cluster.bootstrap(), topic, partitions);
        if (there != sent) {
            throw new IllegalStateException(
                    cluster.peer().label()
                            + " acknowledged "
                            + sent
                            + " records in "
                            + name()
                            + ", but the topic has "
                            + there);
        }
    }

    /** The cluster's processor time is that of all records, also of those that warm the client. */
    private List<Measure> measures(Result result, double processor, long sent) {
        double perGb = processor / (sent * recordBytes / 1e9);
        Measure p50 = Measure.of("p50 ms", result.p50Ms());
        Measure p999 = Measure.of("p99.9 ms", result.p999Ms());
        if (paced()) {
            return List.of(
                    p50,
                    Measure.withRatio("p99 ms", result.p99Ms(), 1.0),
                    p999,
                    Measure.of("cluster ms per 1,000 records", 1e6 * processor / sent));
        }
        return List.of(
                Measure.withRatio("cluster s/GB", perGb, 0.6),
                Measure.of("records/s", result.records() / result.seconds()),
                Measure.of(
                        "client s/GB",
                        result.processorSeconds() / (result.records() * recordBytes / 1e9)),
                p50,
                Measure.of("p99 ms", result.p99Ms()),
                p999);
    }
}
