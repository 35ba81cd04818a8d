package dev.moldau.examples;

import dev.moldau.client.listener.FailurePolicy;
import dev.moldau.client.listener.Listener;
import dev.moldau.client.listener.Message;
import dev.moldau.client.listener.Order;
import dev.moldau.client.listener.Outcome;
import dev.moldau.client.serialization.LongDeserializer;
import dev.moldau.client.serialization.StringDeserializer;
import java.util.Map;

/**
 * Handles messages in parallel, those of a key in their order. What fails is tried three times and
 * goes to another topic then. Run {@link Asynchronous} first, or meanwhile, for something to read.
 *
 * <p>With a broker on localhost:9092 ({@code bin/moldau start}), from the top folder:
 *
 * <pre>
 * mvn -q -pl examples -am compile exec:java -Dexec.mainClass=dev.moldau.examples.Listening
 * </pre>
 *
 * <p>Another broker: add {@code -Dexec.args=host:port}.
 */
public final class Listening {

    private static final int SECONDS = 30;

    private Listening() {}

    /** Listens for half a minute; the first argument is the broker. */
    public static void main(String[] args) throws InterruptedException {
        Map<String, Object> config =
                Map.of(
                        "bootstrap.servers", args.length > 0 ? args[0] : "localhost:9092",
                        "group.id", "listening-example",
                        "auto.offset.reset", "earliest");

        // Closing lets the handlers come to their end and commits what they did.
        try (Listener listener =
                Listener.of(config, new LongDeserializer(), new StringDeserializer())
                        .topics("examples")
                        .order(Order.KEY)
                        .concurrency(50)
                        .failures(FailurePolicy.deadLetters(3, "examples-dead"))
                        .start(Listening::handle)) {
            Thread.sleep(SECONDS * 1_000L);
            listener.metrics()
                    .forEach((name, metric) -> System.out.println(name + " " + metric.value()));
        }
    }

    private static Outcome handle(Message<Long, String> message) {
        String value = message.value();
        if (value == null) {
            return Outcome.deadLetter("there is nothing to do for a deletion here");
        }
        if (message.offset() % 1_000 == 0) {
            System.out.println(message + ": " + value);
        }
        return Outcome.success();
    }
}
