package dev.moldau.benchmarks.listeners;

import dev.moldau.client.listener.Listener;
import dev.moldau.client.listener.Order;
import dev.moldau.client.listener.Outcome;
import dev.moldau.client.serialization.IntegerDeserializer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A process with a listener whose work is to wait. Arguments: bootstrap servers, topic, group,
 * concurrency, ms of work, how many messages to handle (0: until none has come for five seconds),
 * the log.
 */
public final class ListenerLoad {

    private static final long QUIET_MS = 5_000;

    private ListenerLoad() {}

    /** Handles messages, prints {@code BARE ms} before and {@code DONE} after. */
    public static void main(String[] args) throws Exception {
        int concurrency = Integer.parseInt(args[3]);
        long workMs = Long.parseLong(args[4]);
        int messages = Integer.parseInt(args[5]);
        if (messages > 0) {
            System.out.println("BARE " + bareMs(concurrency, workMs, messages));
        }
        Map<String, Object> config =
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
                        1_000);
        try (HandledLog log = new HandledLog(Path.of(args[6]))) {
            handle(config, args[1], concurrency, workMs, messages, log);
        }
        System.out.println("DONE");
    }

    private static void handle(
            Map<String, Object> config,
            String topic,
            int concurrency,
            long workMs,
            int messages,
            HandledLog log)
            throws InterruptedException {
        CountDownLatch left = new CountDownLatch(messages);
        AtomicLong lastNs = new AtomicLong(Long.MAX_VALUE);
        try (Listener listener =
                Listener.of(config, new IntegerDeserializer(), new IntegerDeserializer())
                        .topics(topic)
                        .order(Order.KEY)
                        .concurrency(concurrency)
                        .start(
                                message -> {
                                    int key = value(message.key());
                                    int number = value(message.value());
                                    log.add(HandledLog.BEGUN, key, number);
                                    Thread.sleep(workMs);
                                    log.add(HandledLog.ENDED, key, number);
                                    lastNs.set(System.nanoTime());
                                    left.countDown();
                                    return Outcome.success();
                                })) {
            if (messages > 0) {
                left.await();
            } else {
                awaitQuiet(lastNs);
            }
            listener.close(Duration.ofSeconds(20));
        }
    }

    private static int value(@Nullable Integer number) {
        if (number == null) {
            throw new IllegalStateException("a message without key or value");
        }
        return number;
    }

    private static void awaitQuiet(AtomicLong lastNs) throws InterruptedException {
        long last;
        do {
            TimeUnit.MILLISECONDS.sleep(100);
            last = lastNs.get();
        } while (last == Long.MAX_VALUE || System.nanoTime() - last < QUIET_MS * 1_000_000);
    }

    /** What the same work takes on the same threads with no listener around it. */
    private static long bareMs(int concurrency, long workMs, int messages)
            throws InterruptedException {
        CountDownLatch left = new CountDownLatch(concurrency);
        long beginNs = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < concurrency; i++) {
                threads.execute(
                        () -> {
                            try {
                                for (int k = 0; k < messages / concurrency; k++) {
                                    Thread.sleep(workMs);
                                }
                                left.countDown();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
            }
            left.await();
        }
        return (System.nanoTime() - beginNs) / 1_000_000;
    }
}
