package dev.moldau.benchmarks.producers;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Peer;
import dev.moldau.benchmarks.brokers.Setup;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.load.Plan;
import dev.moldau.benchmarks.load.Result;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs the cases with one client after the other against one broker and prints the comparison.
 * {@code benchmarks/README.md} says what the flags mean.
 */
public final class ProducerRun {

    private static final PrintStream OUT =
            new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final Comparison comparison = new Comparison();
    private List<Contender> contenders = List.of(Contender.values());
    private Peer peer = Peer.MOLDAU;
    private Pattern wanted = Pattern.compile("");
    private double scale = 1.0;
    private int rounds = 3;
    private List<String> jvmOptions = List.of("-Xms512m", "-Xmx512m");

    private ProducerRun() {}

    /** Entry point. */
    public static void main(String[] args) throws Exception {
        ProducerRun run = new ProducerRun();
        if (run.configure(args)) {
            run.run();
        }
    }

    /** Takes the flags over; false if all that was asked for is done. */
    private boolean configure(String[] args) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--broker" -> peer = Peer.named(args[++i]);
                case "--clients" ->
                        contenders =
                                Pattern.compile(",")
                                        .splitAsStream(args[++i])
                                        .map(Contender::named)
                                        .toList();
                case "--cases" -> wanted = Pattern.compile(args[++i]);
                case "--scale" -> scale = Double.parseDouble(args[++i]);
                case "--rounds" -> rounds = Integer.parseInt(args[++i]);
                case "--jvm" -> jvmOptions = List.of(args[++i].split(" "));
                case "--list" -> {
                    ProducerCase.all().forEach(c -> OUT.println(c.name()));
                    return false;
                }
                default ->
                        throw new IllegalArgumentException(
                                "unknown flag " + args[i] + ": see benchmarks/README.md");
            }
        }
        return true;
    }

    private void run() throws Exception {
        List<ProducerCase> cases =
                ProducerCase.all().stream().filter(c -> wanted.matcher(c.name()).find()).toList();
        try (Broker broker = Broker.startFresh(peer, "-Xmx1g")) {
            OUT.println("warming " + peer.label());
            warm(broker);
            for (ProducerCase load : cases) {
                for (int round = 0; round < rounds; round++) {
                    for (Contender contender : order(round)) {
                        Result result = measure(broker, load, contender, scale);
                        comparison.add(load, contender, result);
                        OUT.println(
                                load.name()
                                        + ": "
                                        + contender.label()
                                        + ":"
                                        + Comparison.line(load, result));
                    }
                }
            }
        }
        String report =
                "Broker: "
                        + peer.label()
                        + "; medians of "
                        + rounds
                        + (rounds == 1 ? " round\n\n" : " rounds\n\n")
                        + comparison.render();
        OUT.println();
        OUT.println(report);
        Files.writeString(Setup.work().resolve("producer-report.md"), report);
    }

    /** Whoever went second goes first, so that neither always finds what the other left behind. */
    private List<Contender> order(int round) {
        List<Contender> order = new ArrayList<>(contenders);
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }

    private void warm(Broker broker) throws Exception {
        for (Contender contender : contenders) {
            for (String codec : new String[] {"none", "lz4"}) {
                ProducerCase load = new ProducerCase(1, 100, codec, 6, 0, 5);
                measure(broker, load, contender, Math.min(1.0, scale));
            }
        }
    }

    private Result measure(Broker broker, ProducerCase load, Contender contender, double share)
            throws Exception {
        String topic = "load-" + System.nanoTime();
        Topics.create(broker.bootstrap(), topic, load.partitions());
        Plan plan = load.plan(broker.bootstrap(), topic, share);
        Result result = LoadProcess.run(contender, plan, jvmOptions);
        long there = Topics.records(broker.bootstrap(), topic, load.partitions());
        if (there != plan.warmRecords() + plan.records()) {
            throw new IllegalStateException(
                    contender.label()
                            + " was told of "
                            + (plan.warmRecords() + plan.records())
                            + " records in "
                            + load.name()
                            + ", but the topic has "
                            + there);
        }
        Topics.delete(broker.bootstrap(), topic);
        return result;
    }
}
