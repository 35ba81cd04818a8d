package dev.moldau.systemtests;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Apache Kafka's broker and controller in one process: what our clients have to get on with as well
 * as with Moldau. Its port and data stay the same across restarts.
 */
final class KafkaProcess extends ServerProcess implements RunningBroker {

    private static final Duration TO_READY = Duration.ofSeconds(90);
    private static final String CLUSTER = "4L6g3nShT-eMCtK--X86sw";

    private final Path config;
    private final int port = Workshop.freePort();

    private KafkaProcess(Path data, List<String> settings) {
        super("Kafka", data.resolveSibling(data.getFileName() + ".log"));
        this.config = data.resolveSibling(data.getFileName() + ".properties");
        writeConfig(data, Workshop.freePort(), settings);
        Command.of(
                        java(
                                "-Xmx128m",
                                "kafka.tools.StorageTool",
                                "format",
                                "-t",
                                CLUSTER,
                                "-c",
                                config.toString()))
                .run(TO_READY)
                .orFail();
        begin();
    }

    /**
     * Formats the folder and starts a broker on a free port of the loopback.
     *
     * @param settings more lines of {@code server.properties}
     */
    static KafkaProcess start(Path data, String... settings) {
        return new KafkaProcess(data, List.of(settings));
    }

    @Override
    public String bootstrap() {
        return "127.0.0.1:" + port;
    }

    @Override
    public int port() {
        return port;
    }

    private void writeConfig(Path data, int controllerPort, List<String> settings) {
        try {
            Files.writeString(
                    config,
                    """
                    process.roles=broker,controller
                    node.id=1
                    controller.quorum.voters=1@127.0.0.1:%d
                    listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
                    controller.listener.names=CONTROLLER
                    log.dirs=%s
                    offsets.topic.replication.factor=1
                    transaction.state.log.replication.factor=1
                    transaction.state.log.min.isr=1
                    share.coordinator.state.topic.replication.factor=1
                    share.coordinator.state.topic.min.isr=1
                    # A broker that was killed may register again once its session is over.
                    broker.session.timeout.ms=1500
                    broker.heartbeat.interval.ms=500
                    """
                                    .formatted(controllerPort, port, controllerPort, data)
                            + String.join("\n", settings));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> java(String heap, String... arguments) {
        List<String> words = new ArrayList<>(List.of(Workshop.java(), heap));
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of("-cp", Workshop.client("kafka-server-4.4.0") + "/*"));
        words.addAll(List.of(arguments));
        return words;
    }

    @Override
    Process launch() {
        try {
            Process started =
                    new ProcessBuilder(java("-Xmx512m", "kafka.Kafka", config.toString()))
                            .redirectErrorStream(true)
                            .redirectOutput(toLog())
                            .start();
            long deadline = System.nanoTime() + TO_READY.toNanos();
            while (!answers()) {
                if (!started.isAlive() || System.nanoTime() > deadline) {
                    started.destroyForcibly();
                    throw new AssertionError("Kafka did not get ready:\n" + log());
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Asks for ApiVersions v0 and takes any well-formed answer. */
    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(5_000);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(10);
            out.writeShort(18);
            out.writeShort(0);
            out.writeInt(7);
            out.writeShort(-1);
            out.flush();
            DataInputStream in = new DataInputStream(socket.getInputStream());
            return in.readInt() > 6 && in.readInt() == 7 && in.readShort() == 0;
        } catch (IOException notYet) {
            return false;
        }
    }
}
