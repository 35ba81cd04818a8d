package dev.moldau.benchmarks.cluster;

import dev.moldau.benchmarks.brokers.Cluster;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.report.Measure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * The controller, which leads a third of many partitions too, is killed. How long is it until
 * another one acts, and until all partitions are led again? Both from the kill on, so that they
 * include the time until it counts as dead.
 *
 * @param partitions of one topic, with three replicas each
 * @param sessionMs when the dead one counts as dead
 */
record FailOverCase(int partitions, int sessionMs) implements ClusterCase {

    private static final short REPLICAS = 3;
    private static final long DEADLINE_S = 120;

    /** What a fail-over may take once the controller counts as dead. */
    private static final double LIMIT_S = 2.0;

    @Override
    public String name() {
        return "fail-over, %,d partitions, dead after %,d ms".formatted(partitions, sessionMs);
    }

    @Override
    public List<Measure> run(Cluster cluster) throws Exception {
        String topic = "many";
        Topics.create(cluster.bootstrap(), new NewTopic(topic, partitions, REPLICAS));
        Replicas.awaitInSync(cluster, topic, REPLICAS);
        try (Admin creating = quickAdmin(cluster);
                Admin looking = quickAdmin(cluster)) {
            int controller = controller(looking);
            long led = leadBy(looking, topic, controller);
            cluster.kill(controller);
            long killedNs = System.nanoTime();
            CompletableFuture<Double> acts =
                    creating.createTopics(List.of(new NewTopic("after", 1, (short) 1)))
                            .all()
                            .toCompletionStage()
                            .toCompletableFuture()
                            .thenApply(done -> secondsSince(killedNs));
            Replicas.await(looking, topic, 20, p -> isLedByOther(p, controller));
            double allLed = secondsSince(killedNs);
            double limitS = sessionMs / 1000.0 + LIMIT_S;
            return List.of(
                    Measure.withLimit("acts s", acts.get(DEADLINE_S, TimeUnit.SECONDS), limitS),
                    Measure.withLimit("all led s", allLed, limitS),
                    Measure.of("partitions it had led", (double) led));
        }
    }

    /** Asks again soon, so that what is measured is the brokers' time and not its own. */
    private static Admin quickAdmin(Cluster cluster) {
        return Admin.create(
                Map.of(
                        "bootstrap.servers",
                        cluster.bootstrap(),
                        "retry.backoff.ms",
                        20,
                        "retry.backoff.max.ms",
                        50,
                        "request.timeout.ms",
                        2_000));
    }

    private static int controller(Admin admin) throws Exception {
        return admin.describeMetadataQuorum()
                .quorumInfo()
                .get(DEADLINE_S, TimeUnit.SECONDS)
                .leaderId();
    }

    private static long leadBy(Admin admin, String topic, int broker) throws Exception {
        return Replicas.describe(admin, topic).partitions().stream()
                .filter(p -> !isLedByOther(p, broker))
                .count();
    }

    private static boolean isLedByOther(TopicPartitionInfo partition, int broker) {
        return partition.leader() != null
                && !partition.leader().isEmpty()
                && partition.leader().id() != broker;
    }

    private static double secondsSince(long startNs) {
        return (System.nanoTime() - startNs) / 1e9;
    }
}
