package dev.moldau.benchmarks.listeners;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Peer;
import dev.moldau.benchmarks.brokers.Setup;
import dev.moldau.benchmarks.brokers.Topics;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.IntegerSerializer;

/**
 * A hundred thousand messages of a thousand keys, each of which takes ten milliseconds, by two
 * hundred handlers in order of keys: how long it takes, and what a process killed in the middle
 * leaves to the next. {@code benchmarks/README.md} says what the flags mean.
 */
public final class ListenerRun {

    private static final PrintStream OUT =
            new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final int PARTITIONS = 6;
    private static final long DEADLINE_MINUTES = 5;
    private static final double BOUND = 1.1;

    private Peer peer = Peer.MOLDAU;
    private int messages = 100_000;
    private int keys = 1_000;
    private int concurrency = 200;
    private long workMs = 10;
    private int rounds = 3;

    private ListenerRun() {}

    /** Entry point. */
    public static void main(String[] args) throws Exception {
        ListenerRun run = new ListenerRun();
        run.configure(args);
        run.run();
    }

    private void configure(String[] args) {
        for (int i = 0; i < args.length; i += 2) {
            String value = args[i + 1];
            switch (args[i]) {
                case "--broker" -> peer = Peer.named(value);
                case "--messages" -> messages = Integer.parseInt(value);
                case "--keys" -> keys = Integer.parseInt(value);
                case "--concurrency" -> concurrency = Integer.parseInt(value);
                case "--work-ms" -> workMs = Long.parseLong(value);
                case "--rounds" -> rounds = Integer.parseInt(value);
                default ->
                        throw new IllegalArgumentException(
                                "unknown flag " + args[i] + ": see benchmarks/README.md");
            }
        }
    }

    private void run() throws Exception {
        long idealMs = messages * workMs / concurrency;
        try (Broker broker = Broker.startFresh(peer, "-Xmx512m")) {
            Topics.create(broker.bootstrap(), "work", PARTITIONS);
            fill(broker.bootstrap());
            OUT.println(
                    messages
                            + " messages of "
                            + keys
                            + " keys are written; ideal "
                            + idealMs
                            + " ms");
            for (int round = 0; round < rounds; round++) {
                measure(broker, "measured-" + round, idealMs);
            }
            killInTheMiddle(broker);
        }
    }

    /** Keys in random order; each key's messages are numbered in order. */
    private void fill(String bootstrap) {
        int[] next = new int[keys];
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            order.add(i % keys);
        }
        Collections.shuffle(order, new Random(1));
        try (KafkaProducer<Integer, Integer> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", bootstrap),
                        new IntegerSerializer(),
                        new IntegerSerializer())) {
            for (int key : order) {
                var _ = producer.send(new ProducerRecord<>("work", key, next[key]++));
            }
            producer.flush();
        }
    }

    private void measure(Broker broker, String group, long idealMs) throws Exception {
        Path log = Setup.work().resolve(group + "-" + System.nanoTime() + ".log");
        Process process = start(broker, group, messages, log);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        awaitEnd(process, said);
        Judgement judgement = Judgement.of(List.of(log), keys, messages / keys);
        Files.delete(log);
        long bareMs =
                said.lines()
                        .filter(line -> line.startsWith("BARE "))
                        .mapToLong(line -> Long.parseLong(line.substring("BARE ".length())))
                        .findFirst()
                        .orElse(-1);
        OUT.printf(
                Locale.ROOT,
                "%d ms, %.2f of the ideal %d ms and %.2f of the %d ms that the bare waiting takes"
                        + " here (bound %.1f: %s); %s%n",
                judgement.tookMs(),
                (double) judgement.tookMs() / idealMs,
                idealMs,
                (double) judgement.tookMs() / bareMs,
                bareMs,
                BOUND,
                judgement.tookMs() <= idealMs * BOUND ? "met" : "not met",
                verdict(judgement));
    }

    private void killInTheMiddle(Broker broker) throws Exception {
        Path first = Setup.work().resolve("killed-" + System.nanoTime() + ".log");
        Path second = Setup.work().resolve("next-" + System.nanoTime() + ".log");
        Process killed = start(broker, "killed", 0, first);
        long half = (long) messages * HandledLog.ENTRY_BYTES;
        long deadlineNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(DEADLINE_MINUTES);
        while (!Files.exists(first) || Files.size(first) < half) {
            if (System.nanoTime() > deadlineNs || !killed.isAlive()) {
                throw new IllegalStateException("the listener did not come to its middle");
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        killed.destroyForcibly().waitFor();
        Process next = start(broker, "killed", 0, second);
        awaitEnd(next, new String(next.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        Judgement judgement = Judgement.of(List.of(first, second), keys, messages / keys);
        Files.delete(first);
        Files.delete(second);
        OUT.println("killed in the middle: " + verdict(judgement));
    }

    private static String verdict(Judgement judgement) {
        return judgement.missing()
                + " missing, "
                + judgement.repeated()
                + " handled again, "
                + judgement.outOfOrder()
                + " out of order";
    }

    private Process start(Broker broker, String group, int count, Path log) throws IOException {
        return new ProcessBuilder(
                        Setup.java(),
                        "-Xmx512m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        Setup.loadClassPath() + ":" + Setup.clientClassPath(),
                        ListenerLoad.class.getName(),
                        broker.bootstrap(),
                        "work",
                        group,
                        Integer.toString(concurrency),
                        Long.toString(workMs),
                        Integer.toString(count),
                        log.toString())
                .redirectErrorStream(true)
                .start();
    }

    private static void awaitEnd(Process process, String said) throws InterruptedException {
        if (!process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IllegalStateException("the listener's process failed:\n" + said);
        }
    }
}
