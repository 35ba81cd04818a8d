package dev.moldau.benchmarks.groups;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.LongSerializer;
import org.jspecify.annotations.Nullable;

/** Sends the time to each partition in turn, at a fixed rate, on a thread of its own. */
final class SteadyProducer implements AutoCloseable {

    private static final int ROUNDS_PER_SECOND = 2;
    private static final int STEPS_PER_ROUND = 25;

    private static final Duration CLOSE = Duration.ofSeconds(20);

    private final KafkaProducer<byte[], Long> producer;
    private final String topic;
    private final int partitions;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Thread thread;

    SteadyProducer(String bootstrap, String topic, int partitions) {
        // Kafka answers CreateTopics before the partitions serve; an idempotent producer that
        // begins
        // meanwhile may be refused in some partition for ever.
        this.producer =
                new KafkaProducer<>(
                        Map.of(
                                "bootstrap.servers",
                                bootstrap,
                                "linger.ms",
                                "10",
                                "enable.idempotence",
                                "false"),
                        new ByteArraySerializer(),
                        new LongSerializer());
        this.topic = topic;
        this.partitions = partitions;
        this.thread = Thread.ofPlatform().name("producer").start(this::send);
    }

    private void send() {
        long stepNs = TimeUnit.SECONDS.toNanos(1) / (ROUNDS_PER_SECOND * STEPS_PER_ROUND);
        long nextNs = System.nanoTime();
        try {
            for (int step = 0; !Thread.currentThread().isInterrupted(); step++) {
                sendTo(step % STEPS_PER_ROUND);
                nextNs += stepNs;
                TimeUnit.NANOSECONDS.sleep(nextNs - System.nanoTime());
            }
        } catch (InterruptedException | InterruptException e) {
            // That is its end.
            return;
        }
    }

    private void sendTo(int part) {
        for (int p = part; p < partitions; p += STEPS_PER_ROUND) {
            var _ =
                    producer.send(
                            new ProducerRecord<>(topic, p, null, System.currentTimeMillis()),
                            (metadata, problem) -> {
                                if (problem != null) {
                                    failure.compareAndSet(null, problem);
                                }
                            });
        }
    }

    /**
     * Ends it.
     *
     * @throws IllegalStateException if a record was not acknowledged
     */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producer.close(CLOSE);
        Exception problem = failure.get();
        if (problem != null) {
            throw new IllegalStateException("a record was not acknowledged", problem);
        }
    }
}
