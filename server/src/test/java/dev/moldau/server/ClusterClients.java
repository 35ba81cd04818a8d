package dev.moldau.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** What tests of several brokers do with Kafka's own clients. Every wait ends after a minute. */
final class ClusterClients {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final long DEADLINE_S = 60;

    private ClusterClients() {}

    static Admin admin(ClusterUnderTest cluster) {
        return Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
    }

    static void makeTopic(Admin admin, String name, int partitions) throws Exception {
        get(admin.createTopics(List.of(new NewTopic(name, partitions, (short) 3))).all());
    }

    /** A topic whose partitions have these replicas, the preferred leader first. */
    static void place(Admin admin, String name, List<List<Integer>> replicas) throws Exception {
        Map<Integer, List<Integer>> assignment = new HashMap<>();
        for (int partition = 0; partition < replicas.size(); partition++) {
            assignment.put(partition, replicas.get(partition));
        }
        get(admin.createTopics(List.of(new NewTopic(name, assignment))).all());
    }

    static TopicDescription describe(Admin admin, String name) throws Exception {
        return requireNonNull(get(admin.describeTopics(List.of(name)).allTopicNames()).get(name));
    }

    static List<String> produce(ClusterUnderTest cluster, String topic, int from, int count)
            throws Exception {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all");
        List<String> sent = new ArrayList<>();
        List<Future<RecordMetadata>> results = new ArrayList<>();
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = from; i < from + count; i++) {
                String value = "value-" + i;
                sent.add(value);
                results.add(producer.send(new ProducerRecord<>(topic, "key-" + i, value)));
            }
            producer.flush();
        }
        for (Future<RecordMetadata> result : results) {
            result.get(DEADLINE_S, TimeUnit.SECONDS);
        }
        return sent;
    }

    static List<String> consume(ClusterUnderTest cluster, String topic, String group, int count) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", cluster.bootstrapServers());
        settings.put("group.id", group);
        settings.put("auto.offset.reset", "earliest");
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(topic));
            long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
            while (values.size() < count && System.nanoTime() < deadlineNs) {
                consumer.poll(POLL).forEach(record -> values.add(record.value()));
            }
            consumer.commitSync();
        }
        return values;
    }

    interface Condition {
        boolean holds() throws Exception;
    }

    static void await(Condition condition) throws Exception {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("deadline").isLessThan(deadlineNs);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    static <T> T get(Future<T> future) throws Exception {
        return future.get(DEADLINE_S, TimeUnit.SECONDS);
    }
}
