package dev.moldau.benchmarks.cluster;

import dev.moldau.benchmarks.brokers.Cluster;
import dev.moldau.benchmarks.brokers.Topics;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;

/** Waits for what a topic's replicas are to become. */
final class Replicas {

    private static final long DEADLINE_S = 300;

    private Replicas() {}

    /** Returns when all partitions of a topic have so many replicas in sync. */
    static void awaitInSync(Cluster cluster, String topic, int replicas) throws Exception {
        try (Admin admin = Topics.admin(cluster.bootstrap())) {
            await(admin, topic, 500, p -> p.isr().size() == replicas);
        }
    }

    /**
     * Returns when something is true of all partitions of a topic.
     *
     * @param pauseMs between two looks
     */
    static void await(Admin admin, String topic, long pauseMs, Predicate<TopicPartitionInfo> wanted)
            throws Exception {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (!describe(admin, topic).partitions().stream().allMatch(wanted)) {
            if (System.nanoTime() > deadlineNs) {
                throw new IllegalStateException(
                        "the replicas of " + topic + " do not become what they should");
            }
            TimeUnit.MILLISECONDS.sleep(pauseMs);
        }
    }

    static TopicDescription describe(Admin admin, String topic) throws Exception {
        return admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get(DEADLINE_S, TimeUnit.SECONDS)
                .values()
                .iterator()
                .next();
    }
}
