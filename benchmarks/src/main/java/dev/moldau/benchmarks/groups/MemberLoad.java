package dev.moldau.benchmarks.groups;

import dev.moldau.benchmarks.groups.DeliveryLog.Delivery;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;

/**
 * A process with members of a group that log what they are given until they are killed. Arguments:
 * bootstrap servers, topic, membership, the number of the first member, how many members, the log.
 */
public final class MemberLoad {

    private MemberLoad() {}

    /** Joins, and prints {@code JOINING} just before. */
    public static void main(String[] args) throws Exception {
        Membership membership = Membership.labelled(args[2]);
        int first = Integer.parseInt(args[3]);
        int count = Integer.parseInt(args[4]);
        DeliveryLog log = new DeliveryLog(Path.of(args[5]));
        System.out.println("JOINING");
        for (int member = first; member < first + count; member++) {
            int number = member;
            // One that fails ends all: the run is to notice.
            Thread.ofPlatform()
                    .name("member-" + number)
                    .uncaughtExceptionHandler(MemberLoad::end)
                    .start(() -> consume(args[0], args[1], membership, number, log));
        }
    }

    private static void end(Thread thread, Throwable failure) {
        failure.printStackTrace();
        Runtime.getRuntime().halt(1);
    }

    private static void consume(
            String bootstrap, String topic, Membership membership, int number, DeliveryLog log) {
        Map<String, Object> settings = new HashMap<>(membership.settings());
        settings.put("bootstrap.servers", bootstrap);
        settings.put("group.id", "large");
        settings.put("auto.offset.reset", "earliest");
        settings.put("client.id", "member-" + number);
        try (KafkaConsumer<byte[], Long> consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new LongDeserializer())) {
            consumer.subscribe(List.of(topic));
            while (true) {
                List<Delivery> deliveries = new ArrayList<>();
                for (ConsumerRecord<byte[], Long> record : consumer.poll(Duration.ofSeconds(1))) {
                    deliveries.add(
                            new Delivery(
                                    record.partition(),
                                    number,
                                    record.value(),
                                    System.currentTimeMillis()));
                }
                log.add(deliveries);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the log cannot be written", e);
        }
    }
}
