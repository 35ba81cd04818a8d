package dev.moldau.server;

import dev.moldau.client.listener.Listener;
import dev.moldau.client.listener.Order;
import dev.moldau.client.listener.Outcome;
import dev.moldau.client.serialization.StringDeserializer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process with a listener, to be killed. Arguments: bootstrap servers, topic, group, the file to
 * which it adds a line {@code key value} for each message that it has handled.
 */
final class ListenerChild {

    private ListenerChild() {}

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[3]);
        Files.createFile(file);
        try (Listener listener =
                Listener.of(
                                Map.of(
                                        "bootstrap.servers",
                                        args[0],
                                        "group.id",
                                        args[2],
                                        "auto.offset.reset",
                                        "earliest",
                                        "session.timeout.ms",
                                        6_000,
                                        "heartbeat.interval.ms",
                                        500),
                                new StringDeserializer(),
                                new StringDeserializer())
                        .topics(args[1])
                        .order(Order.KEY)
                        .concurrency(20)
                        .start(
                                message -> {
                                    TimeUnit.MILLISECONDS.sleep(2);
                                    String line = message.key() + " " + message.value() + "\n";
                                    synchronized (file) {
                                        Files.write(
                                                file,
                                                line.getBytes(StandardCharsets.UTF_8),
                                                StandardOpenOption.APPEND);
                                    }
                                    return Outcome.success();
                                })) {
            listener.ended().get(5, TimeUnit.MINUTES);
        }
    }
}
