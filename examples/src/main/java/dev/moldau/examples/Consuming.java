package dev.moldau.examples;

import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.consumer.ConsumerRecord;
import dev.moldau.client.consumer.ConsumerRecords;
import dev.moldau.client.errors.CommitFailedException;
import dev.moldau.client.errors.WakeupException;
import dev.moldau.client.serialization.StringDeserializer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A member of a group that commits each batch once it is done: after a crash records may come
 * again, and none is passed over. Ctrl-C ends it cleanly.
 *
 * <p>With a broker on localhost:9092 ({@code bin/moldau start}), from the top folder:
 *
 * <pre>
 * mvn -q -pl examples -am compile exec:java -Dexec.mainClass=dev.moldau.examples.Consuming
 * </pre>
 *
 * <p>Another broker: add {@code -Dexec.args=host:port}.
 */
public final class Consuming {

    private static final String TOPIC = "examples";

    private Consuming() {}

    /** Prints orders until it is stopped; the first argument is the broker. */
    public static void main(String[] args) {
        Map<String, Object> config =
                Map.of(
                        "bootstrap.servers",
                        args.length > 0 ? args[0] : "localhost:9092",
                        "group.id",
                        "consuming-example",
                        "auto.offset.reset",
                        "earliest",
                        "enable.auto.commit",
                        false);

        try (Consumer<String, String> orders =
                Consumer.create(config, new StringDeserializer(), new StringDeserializer())) {
            // The only method that another thread may call.
            Runtime.getRuntime().addShutdownHook(new Thread(orders::wakeup));
            orders.subscribe(List.of(TOPIC));
            while (true) {
                batch(orders);
            }
        } catch (WakeupException e) {
            System.out.println("stopped");
        }
    }

    private static void batch(Consumer<String, String> orders) {
        ConsumerRecords<String, String> records = orders.poll(Duration.ofSeconds(1));
        for (ConsumerRecord<String, String> record : records) {
            System.out.println(record.key() + " ordered " + record.value());
        }
        try {
            orders.commitSync(records.nextOffsets());
        } catch (CommitFailedException e) {
            System.out.println("others have these partitions now: " + e.getMessage());
        }
    }
}
