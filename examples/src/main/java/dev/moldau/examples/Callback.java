package dev.moldau.examples;

import dev.moldau.client.Header;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.metrics.Metric;
import dev.moldau.client.producer.Producer;
import dev.moldau.client.producer.ProducerRecord;
import dev.moldau.client.serialization.StringSerializer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A callback per record: the fastest way, and the one for services that send for ever. Callbacks
 * run on the client's own thread, so they only count or hand over.
 *
 * <p>With a broker on localhost:9092 ({@code bin/moldau start}), from the top folder:
 *
 * <pre>
 * mvn -q -pl examples -am compile exec:java -Dexec.mainClass=dev.moldau.examples.Callback
 * </pre>
 *
 * <p>Another broker: add {@code -Dexec.args=host:port}.
 */
public final class Callback {

    private static final int RECORDS = 10_000;

    private final LongAdder stored = new LongAdder();
    private final LongAdder later = new LongAdder();
    private final LongAdder never = new LongAdder();

    private Callback() {}

    /** Sends readings of sensors; the first argument is the broker. */
    public static void main(String[] args) {
        new Callback().run(args.length > 0 ? args[0] : "localhost:9092");
    }

    private void run(String broker) {
        Map<String, Object> config =
                Map.of("bootstrap.servers", broker, "client.id", "callback-example");
        List<Header> headers =
                List.of(new Header("unit", "celsius".getBytes(StandardCharsets.UTF_8)));

        Producer<String, String> producer =
                Producer.create(config, new StringSerializer(), new StringSerializer());
        try {
            for (int i = 0; i < RECORDS; i++) {
                ProducerRecord<String, String> reading =
                        new ProducerRecord<>(
                                "examples", null, null, "sensor-" + i % 16, "21.5", headers);
                producer.send(reading, (at, error) -> count(error));
            }
            // Not needed before close; for those who want to know where they are.
            producer.flush();
            show(producer.metrics());
        } finally {
            // Delivers what is left, but does not hold up the end of the application for longer.
            producer.close(Duration.ofSeconds(10));
        }
        System.out.println(stored + " stored, " + later + " for later, " + never + " never");
    }

    private void count(@Nullable Exception error) {
        if (error == null) {
            stored.increment();
        } else if (error instanceof RetriableException) {
            later.increment();
        } else if (error instanceof RefusedException || error instanceof FatalException) {
            never.increment();
        }
    }

    private static void show(Map<String, Metric> metrics) {
        metrics.values().stream()
                .filter(metric -> metric.value() > 0)
                .forEach(m -> System.out.println(m.name() + " " + m.value()));
    }
}
