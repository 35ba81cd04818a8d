package dev.moldau.benchmarks.brokers;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** Topics for the load, made and removed by Apache Kafka's admin client. */
public final class Topics {

    private static final long DEADLINE_SECONDS = 60;

    private Topics() {}

    /** Makes a topic and waits for it. */
    public static void create(Broker broker, String topic, int partitions) throws Exception {
        try (Admin admin = admin(broker)) {
            admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                    .all()
                    .get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Removes a topic. */
    public static void delete(Broker broker, String topic) throws Exception {
        try (Admin admin = admin(broker)) {
            admin.deleteTopics(List.of(topic)).all().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** How many records a topic that nothing was removed from has. */
    public static long records(Broker broker, String topic, int partitions) throws Exception {
        try (Admin admin = admin(broker)) {
            return admin
                    .listOffsets(
                            IntStream.range(0, partitions)
                                    .mapToObj(p -> new TopicPartition(topic, p))
                                    .collect(Collectors.toMap(p -> p, p -> OffsetSpec.latest())))
                    .all()
                    .get(DEADLINE_SECONDS, TimeUnit.SECONDS)
                    .values()
                    .stream()
                    .mapToLong(o -> o.offset())
                    .sum();
        }
    }

    /** An admin client for what is not here. */
    public static Admin admin(Broker broker) {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    }
}
