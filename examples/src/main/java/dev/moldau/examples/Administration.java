package dev.moldau.examples;

import dev.moldau.client.admin.Admin;
import dev.moldau.client.admin.NewTopic;
import dev.moldau.client.admin.OffsetSpec;
import dev.moldau.client.admin.TopicDescription;
import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Makes a topic, looks at it and at the cluster. Every operation returns at once; what is asked of
 * several topics is answered for each by itself.
 *
 * <p>With a broker on localhost:9092 ({@code bin/moldau start}), from the top folder:
 *
 * <pre>
 * mvn -q -pl examples -am compile exec:java -Dexec.mainClass=dev.moldau.examples.Administration
 * </pre>
 *
 * <p>Another broker: add {@code -Dexec.args=host:port}.
 */
public final class Administration {

    private static final String TOPIC = "examples-with-three-partitions";

    private Administration() {}

    /** Makes a topic and describes it; the first argument is the broker. */
    public static void main(String[] args) {
        String broker = args.length > 0 ? args[0] : "localhost:9092";
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", broker, "client.id", "admin-example"))) {
            create(admin);
            describe(admin);
            admin.describeCluster()
                    .thenAccept(cluster -> System.out.println("the cluster: " + cluster))
                    .join();
        }
    }

    private static void create(Admin admin) {
        NewTopic topic = new NewTopic(TOPIC, 3, 1).withConfigs(Map.of("retention.ms", "86400000"));
        try {
            answer(admin.createTopics(List.of(topic)).of(TOPIC));
            System.out.println(TOPIC + " is made");
        } catch (ClientException e) {
            if (e.error().orElse(ErrorCode.NONE) != ErrorCode.TOPIC_ALREADY_EXISTS) {
                throw e;
            }
            System.out.println(TOPIC + " was there already");
        }
    }

    private static void describe(Admin admin) {
        TopicDescription topic = answer(admin.describeTopics(List.of(TOPIC)).of(TOPIC));
        topic.partitions()
                .forEach(
                        partition -> {
                            TopicPartition id = new TopicPartition(TOPIC, partition.index());
                            long end =
                                    answer(admin.listOffsets(Map.of(id, OffsetSpec.LATEST)).of(id))
                                            .offset();
                            System.out.println(
                                    id + " is led by " + partition.leader() + ", ends at " + end);
                        });
    }

    /** Waits, and throws the error itself rather than one around it. */
    private static <T> T answer(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ClientException known ? known : e;
        }
    }
}
