package dev.moldau.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One server of a ZooKeeper ensemble, with ZooKeeper's own main class, in a process of its own. */
final class ZooKeeperProcess extends ServerProcess {

    private static final Duration TO_SERVE = Duration.ofMinutes(2);
    private static final int ANSWER_MS = 1_000;

    private final Path config;
    private final String hostsOption;
    private final InetSocketAddress clients;

    private ZooKeeperProcess(Path config, Path log, String hostsOption, InetSocketAddress clients) {
        super("ZooKeeper", log);
        this.config = config;
        this.hostsOption = hostsOption;
        this.clients = clients;
        begin();
    }

    /**
     * Starts a server; it serves when most of its ensemble has started.
     *
     * @param data its data folder; its log is a sibling of it
     * @param number its number in the ensemble
     * @param address where it listens
     * @param port for clients
     * @param ensemble the lines that name all servers
     * @param hostsOption how its JVM knows their names
     */
    static ZooKeeperProcess start(
            Path data,
            int number,
            InetAddress address,
            int port,
            List<String> ensemble,
            String hostsOption) {
        Path config = data.resolveSibling(data.getFileName() + ".cfg");
        try {
            Files.createDirectories(data);
            Files.writeString(data.resolve("myid"), Integer.toString(number));
            Files.writeString(
                    config,
                    """
                    tickTime=500
                    initLimit=20
                    syncLimit=6
                    dataDir=%s
                    clientPort=%d
                    clientPortAddress=%s
                    admin.enableServer=false
                    4lw.commands.whitelist=srvr
                    """
                                    .formatted(data, port, address.getHostAddress())
                            + String.join("\n", ensemble)
                            + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ZooKeeperProcess(
                config,
                data.resolveSibling(data.getFileName() + ".log"),
                hostsOption,
                new InetSocketAddress(address, port));
    }

    /** {@link #awaitServing} tells when it serves. */
    @Override
    Process launch() {
        List<String> words = new ArrayList<>(List.of(Workshop.java(), "-Xmx96m"));
        words.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.showDateTime=true",
                        "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
                        hostsOption));
        words.addAll(List.of("-cp", Workshop.client("zookeeper-3.9.5") + "/*"));
        words.addAll(
                List.of("org.apache.zookeeper.server.quorum.QuorumPeerMain", config.toString()));
        try {
            return new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(toLog())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has a leader, or is it. */
    void awaitServing() {
        long deadline = System.nanoTime() + TO_SERVE.toNanos();
        try {
            while (standing().isEmpty()) {
                if (!process().isAlive() || System.nanoTime() > deadline) {
                    throw new AssertionError("ZooKeeper does not serve\n" + log());
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /**
     * What a server is to its ensemble.
     *
     * @param leads whether it takes itself for the leader
     * @param epoch the term of a leader that its last transaction is of
     */
    record Standing(boolean leads, long epoch) {}

    /**
     * What it says it is; empty while it is nothing. A server that was paused or cut off may take
     * itself for the leader for a while although another one leads, in a later epoch.
     */
    Optional<Standing> standing() {
        Map<String, String> answer = ask();
        String mode = answer.get("Mode");
        String lastTransaction = answer.get("Zxid");
        if (mode == null || lastTransaction == null) {
            return Optional.empty();
        }
        long epoch = Long.decode(lastTransaction) >>> 32;
        return Optional.of(new Standing(mode.equals("leader"), epoch));
    }

    private Map<String, String> ask() {
        try (Socket socket = new Socket()) {
            socket.connect(clients, ANSWER_MS);
            socket.setSoTimeout(ANSWER_MS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String answer =
                    new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.lines()
                    .map(line -> line.split(": ", 2))
                    .filter(words -> words.length == 2)
                    .collect(Collectors.toMap(words -> words[0], words -> words[1], (a, b) -> a));
        } catch (IOException notNow) {
            return Map.of();
        }
    }
}
