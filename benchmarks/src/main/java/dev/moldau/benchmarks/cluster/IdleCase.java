package dev.moldau.benchmarks.cluster;

import dev.moldau.benchmarks.brokers.Cluster;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.report.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A cluster with many replicated partitions to which nothing is sent.
 *
 * @param partitions of one topic, with three replicas each
 * @param seconds how long it is watched
 */
record IdleCase(int partitions, int seconds) implements ClusterCase {

    private static final short REPLICAS = 3;

    /**
     * What follows on the creation, and the JVM's compiler, come to an end first: at rest it takes
     * minutes until what happens a few times a second has been compiled.
     */
    private static final long SETTLE_S = 180;

    private static final double LIMIT_PERCENT = 2.0;

    @Override
    public String name() {
        return "idle, %,d partitions".formatted(partitions);
    }

    @Override
    public List<Measure> run(Cluster cluster) throws Exception {
        String topic = "idle";
        Topics.create(cluster.bootstrap(), new NewTopic(topic, partitions, REPLICAS));
        Replicas.awaitInSync(cluster, topic, REPLICAS);
        TimeUnit.SECONDS.sleep(SETTLE_S);
        Map<String, Double> before = cluster.processorSeconds();
        TimeUnit.SECONDS.sleep(seconds);
        Map<String, Double> after = cluster.processorSeconds();
        List<Measure> measures = new ArrayList<>();
        double all = 0;
        for (Map.Entry<String, Double> process : after.entrySet()) {
            double taken = process.getValue() - before.getOrDefault(process.getKey(), 0.0);
            double percent = 100 * taken / seconds;
            all += percent;
            measures.add(Measure.of(process.getKey() + " % of a core", percent));
        }
        measures.addFirst(Measure.withLimit("all % of a core", all, LIMIT_PERCENT));
        measures.add(Measure.of("resident MiB", cluster.residentMib()));
        Topics.delete(cluster.bootstrap(), topic);
        return measures;
    }
}
