package dev.moldau.benchmarks.brokers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;

/**
 * Three brokers of one make with all that they need to be a cluster, each in a process of its own.
 * Apache Kafka's are controllers as well; Moldau's come with one ZooKeeper.
 */
public final class Cluster implements AutoCloseable {

    private static final int BROKERS = 3;
    private static final long TOGETHER_DEADLINE_S = 60;
    private static final int USUAL_SESSION_MS = -1;

    private final Peer peer;
    private final String heap;
    private final int sessionMs;
    private final Path folder;
    private final List<Integer> ports = new ArrayList<>();
    private final List<ServerProcess> processes = new ArrayList<>();

    private Cluster(Peer peer, String heap, int sessionMs) throws IOException {
        this.peer = peer;
        this.heap = heap;
        this.sessionMs = sessionMs;
        this.folder = Folders.fresh("cluster-" + peer.name().toLowerCase(Locale.ROOT));
        // One for the broker, one for a controller.
        for (int i = 0; i < 2 * BROKERS; i++) {
            ports.add(ServerProcess.freePort());
        }
    }

    /**
     * Starts it on empty folders and waits until its brokers know each other.
     *
     * @param heap JVM options for the heap of each broker
     */
    public static Cluster startFresh(Peer peer, String heap) throws Exception {
        return startFresh(peer, heap, USUAL_SESSION_MS);
    }

    /**
     * Starts it on empty folders and waits until its brokers know each other.
     *
     * @param heap JVM options for the heap of each broker
     * @param sessionMs how long nothing is heard of a broker until it counts as dead
     */
    public static Cluster startFresh(Peer peer, String heap, int sessionMs) throws Exception {
        Cluster cluster = new Cluster(peer, heap, sessionMs);
        try {
            switch (peer) {
                case KAFKA -> cluster.startKafka();
                case MOLDAU -> cluster.startMoldau();
            }
            for (int i = 0; i < BROKERS; i++) {
                cluster.broker(i).awaitReady(cluster.ports.get(i), ServerProcess::answersKafka);
            }
            cluster.awaitAll();
            return cluster;
        } catch (Exception | Error failure) {
            cluster.close();
            throw failure;
        }
    }

    private void startKafka() throws IOException {
        String voters =
                IntStream.range(0, BROKERS)
                        .mapToObj(i -> (i + 1) + "@127.0.0.1:" + ports.get(BROKERS + i))
                        .collect(Collectors.joining(","));
        for (int i = 0; i < BROKERS; i++) {
            Path home = Folders.fresh(folder.getFileName() + "/broker-" + (i + 1));
            String settings =
                    """
                    process.roles=broker,controller
                    node.id=%d
                    controller.quorum.voters=%s
                    listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
                    controller.listener.names=CONTROLLER
                    """
                            .formatted(i + 1, voters, ports.get(i), ports.get(BROKERS + i));
            if (sessionMs != USUAL_SESSION_MS) {
                settings += "broker.session.timeout.ms=" + sessionMs + "\n";
            }
            launch("broker " + (i + 1), KafkaServer.command(home, settings, heap), home);
        }
    }

    private void startMoldau() throws IOException, TimeoutException, InterruptedException {
        String zooKeeper = "127.0.0.1:" + ports.get(BROKERS);
        Path home = Folders.fresh(folder.getFileName() + "/zookeeper");
        String data = home.resolve("data").toString();
        List<String> words = List.of("zookeeper", "--data", data, "--listen", zooKeeper);
        ServerProcess store = launch("ZooKeeper", Peer.moldau("", words), home);
        store.awaitReady(ports.get(BROKERS), ServerProcess::listens);
        for (int i = 0; i < BROKERS; i++) {
            home = Folders.fresh(folder.getFileName() + "/broker-" + (i + 1));
            words = new ArrayList<>(List.of("start", "--data", home.resolve("data").toString()));
            words.addAll(List.of("--listen", "127.0.0.1:" + ports.get(i)));
            words.addAll(List.of("--override", "node.id=" + (i + 1)));
            words.addAll(List.of("--override", "zookeeper.connect=" + zooKeeper + "/bench"));
            if (sessionMs != USUAL_SESSION_MS) {
                words.addAll(List.of("--override", "zookeeper.session.timeout.ms=" + sessionMs));
            }
            launch("broker " + (i + 1), Peer.moldau(heap, words), home);
        }
    }

    private ServerProcess launch(String label, ProcessBuilder command, Path home)
            throws IOException {
        ServerProcess started = ServerProcess.launch(label, command, home.resolve("server.log"));
        processes.add(started);
        return started;
    }

    /** The brokers are the last processes. */
    private ServerProcess broker(int index) {
        return processes.get(processes.size() - BROKERS + index);
    }

    private void awaitAll() throws Exception {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(TOGETHER_DEADLINE_S);
        try (Admin admin = Topics.admin(bootstrap())) {
            while (admin.describeCluster().nodes().get(TOGETHER_DEADLINE_S, TimeUnit.SECONDS).size()
                    < BROKERS) {
                if (System.nanoTime() > deadlineNs) {
                    throw new TimeoutException(peer.label() + ": the brokers find no cluster");
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    /** The addresses of the brokers, for clients. */
    public String bootstrap() {
        return ports.subList(0, BROKERS).stream()
                .map(port -> "127.0.0.1:" + port)
                .collect(Collectors.joining(","));
    }

    /**
     * Kills a broker and waits for its end.
     *
     * @param id its {@code node.id}, from 1
     */
    public void kill(int id) throws InterruptedException {
        broker(id - 1).kill();
    }

    /** Their make. */
    public Peer peer() {
        return peer;
    }

    /** Processor time that each process has taken so far, user and system, in seconds. */
    public Map<String, Double> processorSeconds() throws IOException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (ServerProcess process : processes) {
            seconds.put(process.label(), process.processorSeconds());
        }
        return seconds;
    }

    /** Processor time that all processes have taken so far, user and system, in seconds. */
    public double allProcessorSeconds() throws IOException {
        return processorSeconds().values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Resident memory of all processes now, in MiB. */
    public double residentMib() throws IOException {
        double all = 0;
        for (ServerProcess process : processes) {
            all += process.residentMib();
        }
        return all;
    }

    /** The processes, for those who want to look into one. */
    public String pids() {
        return processes.stream()
                .map(process -> process.label() + " " + process.pid())
                .collect(Collectors.joining(", "));
    }

    /** Kills all processes and removes their folders. */
    @Override
    public void close() throws IOException {
        processes.reversed().forEach(ServerProcess::destroy);
        Folders.delete(folder);
    }
}
