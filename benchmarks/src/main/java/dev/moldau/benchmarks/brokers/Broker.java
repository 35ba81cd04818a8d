package dev.moldau.benchmarks.brokers;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A running broker of either make, in a process of its own, with what the kernel says of it. */
public final class Broker implements AutoCloseable {

    private static final double TICKS_PER_SECOND = 100.0;
    private static final long START_DEADLINE_MS = 120_000;

    private final Peer peer;
    private final Path folder;
    private final int port;
    private final String heap;
    private Process process;
    private double readySeconds;

    private Broker(Peer peer, Path folder, int port, String heap)
            throws IOException, TimeoutException, InterruptedException {
        this.peer = peer;
        this.folder = folder;
        this.port = port;
        this.heap = heap;
        // Kafka's storage is formatted once, outside the measured time.
        peer.command(folder, port, heap);
        this.process = launch();
    }

    /** Starts it on an empty folder and waits for its first answer. */
    public static Broker startFresh(Peer peer, String heap)
            throws IOException, TimeoutException, InterruptedException {
        Path folder = Setup.work().resolve(peer.name().toLowerCase(java.util.Locale.ROOT));
        deleteTree(folder);
        Files.createDirectories(folder);
        return new Broker(peer, folder, freePort(), heap);
    }

    /** Its address, for clients. */
    public String bootstrap() {
        return "127.0.0.1:" + port;
    }

    /** Its make. */
    public Peer peer() {
        return peer;
    }

    /** From the start of the process to the first answer on its port, in seconds. */
    public double readySeconds() {
        return readySeconds;
    }

    /** Processor time that the process has taken so far, user and system, in seconds. */
    public double processorSeconds() throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    /** Resident memory now, in MiB. */
    public double residentMib() throws IOException {
        return status("VmRSS");
    }

    /** The most resident memory it ever had, in MiB. */
    public double peakResidentMib() throws IOException {
        return status("VmHWM");
    }

    /** Ends it as a supervisor does, and waits for its end. */
    public void stopCleanly() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException(peer.label() + " does not stop");
        }
    }

    /** Ends it at once. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException(peer.label() + " does not die");
        }
    }

    /** Starts it again on the same port and folder. */
    public void startAgain() throws IOException, TimeoutException, InterruptedException {
        process = launch();
    }

    /** Kills it and removes its folder. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        deleteTree(folder);
    }

    private Process launch() throws IOException, TimeoutException, InterruptedException {
        ProcessBuilder builder = peer.command(folder, port, heap).redirectErrorStream(true);
        builder.redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve("broker.log").toFile()));
        long start = System.nanoTime();
        Process started = builder.start();
        long deadline = start + TimeUnit.MILLISECONDS.toNanos(START_DEADLINE_MS);
        while (!answers()) {
            if (!started.isAlive() || System.nanoTime() > deadline) {
                started.destroyForcibly();
                throw new TimeoutException(
                        peer.label()
                                + " did not start:\n"
                                + Files.readString(folder.resolve("broker.log")));
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
        readySeconds = (System.nanoTime() - start) / 1e9;
        return started;
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

    private double status(String field) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            String line = lines.filter(l -> l.startsWith(field + ":")).findFirst().orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> paths;
        try (var walk = Files.walk(folder)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.deleteIfExists(path);
        }
    }
}
