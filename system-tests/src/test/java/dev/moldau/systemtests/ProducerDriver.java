package dev.moldau.systemtests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * {@code clients/suite}: a process with a producer in it that does some runs and keeps ledgers. The
 * client is ours; {@code -Dsuite.client=kafka} takes Apache Kafka's, to calibrate the suite.
 */
final class ProducerDriver implements AutoCloseable {

    private static final Duration TO_THE_END = Duration.ofMinutes(4);
    private static final Duration TO_GO_ON = Duration.ofMinutes(3);

    private final Process process;
    private final Path errors;
    private final List<String> lines = new ArrayList<>();
    private long told;
    private long acknowledged;
    private boolean ended;

    private ProducerDriver(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        Thread.ofVirtual().name("output of driver " + process.pid()).start(this::listen);
    }

    /**
     * What a run of the driver came to.
     *
     * @param sent records given to the producer
     * @param told of success
     * @param failed told of failure
     * @param refused by the call
     */
    record Outcome(long sent, long told, long failed, long refused) {}

    /** Starts it; it begins at once. */
    static ProducerDriver start(Path folder, List<ProducerRunLine> runs) {
        return start(folder, runs, "kafka".equals(System.getProperty("suite.client")));
    }

    /**
     * Starts it; it begins at once.
     *
     * @param kafka whether the client is Apache Kafka's and not ours
     * @param jvmOptions more options of its JVM
     */
    static ProducerDriver start(
            Path folder, List<ProducerRunLine> runs, boolean kafka, String... jvmOptions) {
        List<String> words = new ArrayList<>(java(kafka, jvmOptions));
        words.add(kafka ? "KafkaDriver" : "MoldauDriver");
        return start(folder, runs, words);
    }

    /** Starts it with the shaded client on the oldest Java, beside an old Netty. */
    static ProducerDriver startShaded(Path folder, List<ProducerRunLine> runs) {
        String jars =
                String.join(
                        ":",
                        Workshop.client("netty-4.1.50") + "/*",
                        Workshop.client("moldau-client-shaded") + "/*",
                        Workshop.client("slf4j-simple-2.0.20") + "/*");
        String java = System.getProperty("suite.old.java", Workshop.java());
        return start(
                folder,
                runs,
                List.of(
                        java,
                        "-ea",
                        "-cp",
                        Workshop.judge("suite-moldau") + ":" + jars,
                        "MoldauDriver"));
    }

    private static ProducerDriver start(
            Path folder, List<ProducerRunLine> runs, List<String> program) {
        try {
            Path plan = Files.createTempFile(folder, "plan", ".txt");
            Files.write(plan, runs.stream().map(ProducerRunLine::line).toList());
            Path errors = Files.createTempFile(folder, "driver", ".err");
            List<String> command = new ArrayList<>(program);
            command.add(plan.toString());
            return new ProducerDriver(
                    new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The words that run a program on Apache Kafka's client or on ours, but for its name. */
    static List<String> java(boolean kafka, String... jvmOptions) {
        String jars =
                kafka
                        ? Workshop.client("kafka-clients-4.4.0") + "/*"
                        : Workshop.client("moldau-client")
                                + "/*:"
                                + Workshop.client("slf4j-simple-2.0.20")
                                + "/*";
        List<String> words = new ArrayList<>();
        words.add(System.getProperty("suite.java", Workshop.java()));
        words.addAll(List.of("-ea", "-Xmx384m", "-XX:+UseSerialGC"));
        words.addAll(List.of(jvmOptions));
        words.add("-cp");
        words.add(Workshop.judge(kafka ? "suite-kafka" : "suite-moldau") + ":" + jars);
        return words;
    }

    /** How many records have been answered so far in the run that is going on. */
    synchronized long told() {
        return told;
    }

    /** Waits until so many records more than now have been answered. */
    synchronized void awaitProgress(long more) {
        long from = told;
        awaitUntil(() -> told >= from + more, more + " more answers than " + from, TO_GO_ON);
    }

    /** Waits until so many records more than now have been acknowledged. */
    synchronized void awaitAcknowledged(long more) {
        long from = acknowledged;
        awaitUntil(
                () -> acknowledged >= from + more,
                more + " acknowledgements more than " + from,
                TO_GO_ON);
    }

    /** Ends the run that is going on; what was sent is still answered. */
    void stop() {
        try {
            process.getOutputStream()
                    .write("stop\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new AssertionError("the driver is gone\n" + complaints(), e);
        }
    }

    /** Waits for the end of all runs. */
    synchronized List<Outcome> outcomes() {
        awaitUntil(() -> ended, "the end", TO_THE_END);
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)
                    || process.exitValue() != 0
                    || !lines.contains("DONE")) {
                throw new AssertionError("the driver failed\n" + complaints());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        return lines.stream()
                .filter(l -> l.startsWith("RUN "))
                .map(ProducerDriver::outcome)
                .toList();
    }

    /** The times that partitions stood still so far, longer than the run's line asks for. */
    synchronized List<Stall> stalls() {
        return lines.stream().filter(l -> l.startsWith("STALL ")).map(Stall::of).toList();
    }

    /** The kinds of errors that records met, with their numbers. */
    synchronized List<String> errors() {
        return lines.stream().filter(l -> l.startsWith("ERROR ")).toList();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static Outcome outcome(String line) {
        String[] words = line.split(" ");
        return new Outcome(
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]));
    }

    private void awaitUntil(
            java.util.function.BooleanSupplier condition, String what, Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        try {
            while (!condition.getAsBoolean()) {
                long left = deadline - System.nanoTime();
                if (left <= 0 || (ended && !condition.getAsBoolean())) {
                    throw new AssertionError(
                            "waited in vain for " + what + ", told " + told + "\n" + complaints());
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                hear(line);
            }
        } catch (IOException e) {
            hear("output ended: " + e);
        }
        synchronized (this) {
            ended = true;
            notifyAll();
        }
    }

    private synchronized void hear(String line) {
        if (line.startsWith("TOLD ")) {
            String[] words = line.split(" ");
            told = Long.parseLong(words[1]);
            acknowledged = Long.parseLong(words[2]);
        } else {
            lines.add(line);
        }
        notifyAll();
    }

    private String complaints() {
        try {
            String all = String.join("\n", lines) + "\n" + Files.readString(errors);
            return all.length() <= 8_000 ? all : "..." + all.substring(all.length() - 8_000);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
