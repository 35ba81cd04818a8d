package dev.moldau.benchmarks.brokers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeoutException;

/** A running broker of either make, in a process of its own, with what the kernel says of it. */
public final class Broker implements AutoCloseable {

    private final Peer peer;
    private final Path folder;
    private final int port;
    private final String heap;
    private ServerProcess process;
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
        Path folder = Folders.fresh(peer.name().toLowerCase(Locale.ROOT));
        return new Broker(peer, folder, ServerProcess.freePort(), heap);
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
        return process.processorSeconds();
    }

    /** Resident memory now, in MiB. */
    public double residentMib() throws IOException {
        return process.residentMib();
    }

    /** The most resident memory it ever had, in MiB. */
    public double peakResidentMib() throws IOException {
        return process.peakResidentMib();
    }

    /** Ends it as a supervisor does, and waits for its end. */
    public void stopCleanly() throws InterruptedException {
        process.stopCleanly();
    }

    /** Ends it at once. */
    public void kill() throws InterruptedException {
        process.kill();
    }

    /** Starts it again on the same port and folder. */
    public void startAgain() throws IOException, TimeoutException, InterruptedException {
        process = launch();
    }

    /** Kills it and removes its folder. */
    @Override
    public void close() throws IOException {
        process.destroy();
        Folders.delete(folder);
    }

    private ServerProcess launch() throws IOException, TimeoutException, InterruptedException {
        ServerProcess started =
                ServerProcess.launch(
                        peer.label(),
                        peer.command(folder, port, heap),
                        folder.resolve("broker.log"));
        readySeconds = started.awaitReady(port, ServerProcess::answersKafka);
        return started;
    }
}
