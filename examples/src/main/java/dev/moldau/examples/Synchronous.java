package dev.moldau.examples;

import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.producer.PartlySentException;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.producer.RecordMetadata;
import dev.moldau.client.producer.SyncProducer;
import dev.moldau.client.serialization.StringSerializer;
import java.util.List;
import java.util.Map;

/**
 * Each {@code send} returns when the record is in the log, with its place, or throws. The simplest
 * way, and the slowest for one thread: it waits for each answer. Lists wait once for all.
 *
 * <p>With a broker on localhost:9092 ({@code bin/moldau start}), from the top folder:
 *
 * <pre>
 * mvn -q -pl examples -am compile exec:java -Dexec.mainClass=dev.moldau.examples.Synchronous
 * </pre>
 *
 * <p>Another broker: add {@code -Dexec.args=host:port}.
 */
public final class Synchronous {

    private static final String TOPIC = "examples";

    private Synchronous() {}

    /** Sends a few orders; the first argument is the broker. */
    public static void main(String[] args) {
        Map<String, Object> config =
                Map.of(
                        "bootstrap.servers", args.length > 0 ? args[0] : "localhost:9092",
                        "client.id", "synchronous-example",
                        // Whoever waits for each record gains nothing from waiting for company.
                        "linger.ms", 0,
                        // A person waits here: better an error soon than an answer late.
                        "max.block.ms", 5_000,
                        "request.timeout.ms", 5_000,
                        "delivery.timeout.ms", 10_000);

        try (SyncProducer<String, String> orders =
                new SyncProducer<>(
                        Producer.create(config, new StringSerializer(), new StringSerializer()))) {
            one(orders);
            several(orders);
        }
    }

    private static void one(SyncProducer<String, String> orders) {
        try {
            RecordMetadata at = orders.send(new ProducerRecord<>(TOPIC, "customer-7", "two pears"));
            System.out.println("stored in " + at.partition() + " at offset " + at.offset());
        } catch (RetriableException e) {
            System.out.println("not now, try again later: " + e.getMessage());
        } catch (RefusedException e) {
            System.out.println("never, as it is: " + e.getMessage());
        }
    }

    private static void several(SyncProducer<String, String> orders) {
        List<ProducerRecord<String, String>> records =
                List.of(
                        new ProducerRecord<>(TOPIC, "customer-7", "an apple"),
                        new ProducerRecord<>(TOPIC, "customer-8", "a quince"),
                        new ProducerRecord<>(TOPIC, "customer-9", "a medlar"));
        try {
            orders.send(records)
                    .forEach(at -> System.out.println("stored at offset " + at.offset()));
        } catch (PartlySentException e) {
            e.outcomes().forEach(outcome -> System.out.println("became " + outcome));
        }
    }
}
