package dev.moldau.benchmarks.brokers;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server in a process of its own, with what the kernel says of it. */
final class ServerProcess {

    private static final double TICKS_PER_SECOND = 100.0;
    private static final long START_DEADLINE_MS = 120_000;
    private static final long STOP_DEADLINE_S = 60;
    private static final int ANSWER_MS = 5_000;

    private final String label;
    private final Process process;
    private final Path log;
    private final long startedNs;

    private ServerProcess(String label, Process process, Path log, long startedNs) {
        this.label = label;
        this.process = process;
        this.log = log;
        this.startedNs = startedNs;
    }

    /** How to see that a server serves. */
    @FunctionalInterface
    interface Probe {

        /** Whether it does, as far as can be told at that port. */
        boolean answers(int port);
    }

    /**
     * Starts a process and waits for nothing.
     *
     * @param label its name, for people
     * @param log where its output goes, after what is there
     */
    static ServerProcess launch(String label, ProcessBuilder command, Path log) throws IOException {
        command.redirectErrorStream(true);
        command.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        long startedNs = System.nanoTime();
        return new ServerProcess(label, command.start(), log, startedNs);
    }

    /**
     * Waits until it serves.
     *
     * @return how long that took from the start of the process, in seconds
     * @throws TimeoutException if it does not in time, or ended; the process is gone then
     */
    double awaitReady(int port, Probe probe)
            throws IOException, TimeoutException, InterruptedException {
        long deadlineNs = startedNs + TimeUnit.MILLISECONDS.toNanos(START_DEADLINE_MS);
        while (!probe.answers(port)) {
            if (!process.isAlive() || System.nanoTime() > deadlineNs) {
                process.destroyForcibly();
                throw new TimeoutException(label + " did not start:\n" + Files.readString(log));
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
        return (System.nanoTime() - startedNs) / 1e9;
    }

    String label() {
        return label;
    }

    long pid() {
        return process.pid();
    }

    /** Processor time that the process has taken so far, user and system, in seconds. */
    double processorSeconds() throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
    }

    /** Resident memory now, in MiB. */
    double residentMib() throws IOException {
        return status("VmRSS");
    }

    /** The most resident memory it ever had, in MiB. */
    double peakResidentMib() throws IOException {
        return status("VmHWM");
    }

    private double status(String field) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            String line = lines.filter(l -> l.startsWith(field + ":")).findFirst().orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
        }
    }

    /** Ends it as a supervisor does, and waits for its end. */
    void stopCleanly() throws InterruptedException {
        process.destroy();
        awaitEnd("does not stop");
    }

    /** Ends it at once. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd("does not die");
    }

    /** Ends it at once, however long that takes. */
    void destroy() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private void awaitEnd(String otherwise) throws InterruptedException {
        if (!process.waitFor(STOP_DEADLINE_S, TimeUnit.SECONDS)) {
            throw new IllegalStateException(label + " " + otherwise);
        }
    }

    /** Asks for ApiVersions v0 and takes any well-formed answer. */
    static boolean answersKafka(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MS);
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

    /** Takes a connection for an answer. */
    static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
