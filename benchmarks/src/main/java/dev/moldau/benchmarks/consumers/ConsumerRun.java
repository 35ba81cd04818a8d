package dev.moldau.benchmarks.consumers;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Peer;
import dev.moldau.benchmarks.brokers.Setup;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.producers.LoadProcess;
import dev.moldau.benchmarks.reading.ReadPlan;
import dev.moldau.benchmarks.reading.ReadResult;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Fills a topic per case, has each client read it in turn, and prints the comparison. {@code
 * benchmarks/README.md} says what the flags mean.
 */
public final class ConsumerRun {

    private static final PrintStream OUT =
            new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final Comparison comparison = new Comparison();
    private List<Contender> contenders = List.of(Contender.values());
    private Peer peer = Peer.MOLDAU;
    private Pattern wanted = Pattern.compile("");
    private double scale = 1.0;
    private int rounds = 3;

    /** The heap is touched before: who allocates less would meet new pages for longer. */
    private List<String> jvmOptions = List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");

    private ConsumerRun() {}

    /** Entry point. */
    public static void main(String[] args) throws Exception {
        ConsumerRun run = new ConsumerRun();
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
                    ConsumerCase.all().forEach(c -> OUT.println(c.name()));
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
        try (Broker broker = Broker.startFresh(peer, "-Xmx1g")) {
            for (ConsumerCase topic : ConsumerCase.all()) {
                if (wanted.matcher(topic.name()).find()) {
                    run(broker, topic);
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
        Files.writeString(Setup.work().resolve("consumer-report.md"), report);
    }

    private void run(Broker broker, ConsumerCase topic) throws Exception {
        ReadPlan plan = topic.plan(broker.bootstrap(), "read-" + System.nanoTime(), scale);
        Filler.fill(topic, plan);
        for (int round = 0; round < rounds; round++) {
            for (Contender contender : order(round)) {
                ReadResult result =
                        ReadResult.of(
                                LoadProcess.output(
                                        contender.label(),
                                        contender.libraries(),
                                        contender.program(),
                                        plan.words(),
                                        jvmOptions));
                comparison.add(topic, contender, result);
                OUT.println(
                        topic.name() + ": " + contender.label() + ":" + Comparison.line(result));
            }
        }
        Topics.delete(broker.bootstrap(), plan.topic());
    }

    /** Whoever went last goes first, so that none always finds what another left behind. */
    private List<Contender> order(int round) {
        List<Contender> order = new ArrayList<>(contenders);
        if (round % 2 == 1) {
            Collections.reverse(order);
        }
        return order;
    }
}
