package dev.moldau.examples;

import dev.moldau.client.errors.BufferFullException;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.producer.RecordMetadata;
import dev.moldau.client.serialization.LongSerializer;
import dev.moldau.client.serialization.StringSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * {@code send} returns a future as soon as the record is in the buffer. Records are gathered into
 * batches meanwhile; the futures are looked at together.
 *
 * <p>With a broker on localhost:9092 ({@code bin/moldau start}), from the top folder:
 *
 * <pre>
 * mvn -q -pl examples -am compile exec:java -Dexec.mainClass=dev.moldau.examples.Asynchronous
 * </pre>
 *
 * <p>Another broker: add {@code -Dexec.args=host:port}.
 */
public final class Asynchronous {

    private static final int RECORDS = 10_000;

    private Asynchronous() {}

    /** Sends numbered records; the first argument is the broker. */
    public static void main(String[] args) {
        Map<String, Object> config =
                Map.of(
                        "bootstrap.servers",
                        args.length > 0 ? args[0] : "localhost:9092",
                        "client.id",
                        "asynchronous-example",
                        "linger.ms",
                        20,
                        "batch.size",
                        65_536,
                        "compression.type",
                        "lz4");

        try (Producer<Long, String> producer =
                Producer.create(config, new LongSerializer(), new StringSerializer())) {
            List<CompletableFuture<RecordMetadata>> sent = new ArrayList<>();
            try {
                for (long i = 0; i < RECORDS; i++) {
                    // Waits only if the buffer is full: that is how the brokers slow us down.
                    sent.add(producer.send(new ProducerRecord<>("examples", i, "number " + i)));
                }
            } catch (BufferFullException e) {
                System.out.println("the brokers do not keep up: " + e.getMessage());
            }
            report(sent);
        }
    }

    private static void report(List<CompletableFuture<RecordMetadata>> sent) {
        // Done when all are, whether well or not; the errors are counted below.
        CompletableFuture<?>[] all = sent.toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(all).exceptionally(error -> null).join();

        long failed = sent.stream().filter(CompletableFuture::isCompletedExceptionally).count();
        System.out.println((sent.size() - failed) + " stored, " + failed + " not");
        sent.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .limit(3)
                .forEach(
                        one ->
                                one.exceptionally(
                                        error -> {
                                            System.out.println("why: " + error.getMessage());
                                            return null;
                                        }));
    }
}
