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

    /** Makes a topic of one replica and waits for it. */
    public static void create(String bootstrap, String topic, int partitions) throws Exception {
        create(bootstrap, new NewTopic(topic, partitions, (short) 1));
    }

    /** Makes a topic and waits for it. */
    public static void create(String bootstrap, NewTopic topic) throws Exception {
        try (Admin admin = admin(bootstrap)) {
            admin.createTopics(List.of(topic)).all().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Removes a topic. */
    public static void delete(String bootstrap, String topic) throws Exception {
        try (Admin admin = admin(bootstrap)) {
            admin.deleteTopics(List.of(topic)).all().get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** How many records a topic that nothing was removed from has. */
    public static long records(String bootstrap, String topic, int partitions) throws Exception {
        try (Admin admin = admin(bootstrap)) {
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
    public static Admin admin(String bootstrap) {
        return Admin.create(Map.of("bootstrap.servers", bootstrap));
    }
}
