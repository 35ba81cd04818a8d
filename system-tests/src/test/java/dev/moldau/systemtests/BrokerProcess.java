package dev.moldau.systemtests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A broker started as its users start it, with {@code bin/moldau start}, in a process of its own.
 * It keeps its port and its data folder across restarts; closing it kills what still runs.
 */
final class BrokerProcess extends ServerProcess implements RunningBroker {

    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration TO_READY = Duration.ofMinutes(2);

    private final Path data;
    private final String host;
    private final int port;
    private final List<String> settings;
    private final Map<String, String> environment;
    private String readyLine = "";

    private BrokerProcess(
            Path data,
            String host,
            int port,
            List<String> settings,
            Map<String, String> environment) {
        super("the broker", data.resolveSibling(data.getFileName() + ".log"));
        this.data = data;
        this.host = host;
        this.port = port;
        this.settings = settings;
        this.environment = environment;
        begin();
    }

    /**
     * Starts a broker on a free port of the loopback.
     *
     * @param data its data folder; its log is a sibling of it
     * @param settings lines of {@code server.properties}
     */
    static BrokerProcess start(Path data, String... settings) {
        int port = Workshop.freePort();
        return new BrokerProcess(
                data,
                LOOPBACK,
                port,
                with("listeners=PLAINTEXT://127.0.0.1:" + port, settings),
                Map.of());
    }

    /**
     * Starts a member of a cluster.
     *
     * @param data its data folder; its log is a sibling of it
     * @param host what clients call it
     * @param port where it listens for them
     * @param settings all lines of {@code server.properties} but for the data folder
     * @param jvmOptions more options of its JVM
     */
    static BrokerProcess startMember(
            Path data, String host, int port, List<String> settings, String jvmOptions) {
        return new BrokerProcess(data, host, port, settings, Map.of("MOLDAU_OPTS", jvmOptions));
    }

    private static List<String> with(String first, String... others) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(others));
        return all;
    }

    @Override
    public String bootstrap() {
        return host + ":" + port;
    }

    @Override
    public int port() {
        return port;
    }

    Path data() {
        return data;
    }

    /** The line with which it said that it is ready. */
    String readyLine() {
        return readyLine;
    }

    @Override
    Process launch() {
        try {
            List<String> command = new ArrayList<>();
            command.add(Workshop.moldau().toString());
            Path config = data.resolveSibling(data.getFileName() + ".properties");
            Files.write(config, settings);
            command.addAll(
                    List.of("start", "--data", data.toString(), "--config", config.toString()));
            if (Boolean.getBoolean("suite.verbose")) {
                command.add("--verbose");
            }
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(environment);
            builder.environment().put("MOLDAU_NO_BUILD", "1");
            builder.redirectError(toLog());
            Process started = builder.start();
            readyLine = awaitReady(started);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads standard output to its end, so that the broker never waits for us; the first line that
     * says "ready" is the answer.
     */
    private String awaitReady(Process started) {
        CompletableFuture<String> ready = new CompletableFuture<>();
        Thread.ofVirtual()
                .name("output of broker " + started.pid())
                .start(
                        () -> {
                            try (BufferedReader reader = started.inputReader()) {
                                for (String line = reader.readLine();
                                        line != null;
                                        line = reader.readLine()) {
                                    if (line.contains("ready")) {
                                        ready.complete(line);
                                    }
                                }
                                ready.completeExceptionally(
                                        new IOException("it ended before it was ready"));
                            } catch (IOException e) {
                                ready.completeExceptionally(e);
                            }
                        });
        try {
            return ready.get(TO_READY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            started.destroyForcibly();
            throw new AssertionError("the broker did not get ready: " + e + "\n" + log(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
