package dev.moldau.client.fake;

import dev.moldau.common.SystemClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A {@link FakeCluster} behind real sockets on the loopback address, one port for each broker. The
 * cluster is touched under one lock only: use {@link #in} and {@link #change}.
 */
public final class FakeBrokers implements AutoCloseable {

    private static final String HOST = "127.0.0.1";

    private final FakeCluster cluster;
    private final List<FakeBroker> brokers = new ArrayList<>();

    /** What a test does to the cluster while clients run. */
    public interface Change {
        /** Called under the cluster's lock. */
        void apply(FakeCluster cluster);
    }

    /** Starts brokers 0 to n-1. */
    public FakeBrokers(int count) {
        cluster = new FakeCluster(count, new Random(), new SystemClock());
        for (int id = 0; id < count; id++) {
            FakeBroker broker = new FakeBroker(id, this, open());
            brokers.add(broker);
            cluster.address(id, HOST, broker.port());
        }
        cluster.listen((host, condition) -> conditionChanged((ModelBroker) host));
        brokers.forEach(FakeBroker::start);
    }

    private static FakeServerSocket open() {
        try {
            return FakeServerSocket.onAnyPort(HOST);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + HOST, e);
        }
    }

    private static FakeServerSocket open(int port) {
        try {
            return new FakeServerSocket(HOST, port);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + HOST + ":" + port, e);
        }
    }

    private void conditionChanged(ModelBroker model) {
        FakeBroker broker = brokers.get(model.id());
        if (model.condition() == ModelBroker.Condition.DOWN) {
            broker.stop();
        } else if (!broker.isListening()) {
            broker.restart(open(broker.port()));
        }
        synchronized (cluster) {
            cluster.notifyAll();
        }
    }

    /** The brokers' addresses, as {@code bootstrap.servers} takes them. */
    public String bootstrapServers() {
        return brokers.stream()
                .map(broker -> HOST + ":" + broker.port())
                .collect(Collectors.joining(","));
    }

    /** Changes the cluster: topics, leaders, faults, brokers that stop, pause and come back. */
    public void change(Change change) {
        synchronized (cluster) {
            change.apply(cluster);
            cluster.notifyAll();
        }
    }

    /** Reads something from the cluster. */
    public <T> T in(Function<FakeCluster, T> read) {
        synchronized (cluster) {
            return read.apply(cluster);
        }
    }

    /**
     * Waits until the cluster is as wanted; it is looked at after each request.
     *
     * @throws AssertionError if it is not within the time
     */
    public void await(String what, Predicate<FakeCluster> condition, long limitMs) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        synchronized (cluster) {
            while (!condition.test(cluster)) {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (leftMs <= 0) {
                    throw new AssertionError("not within " + limitMs + " ms: " + what);
                }
                waitMs(leftMs);
            }
        }
    }

    private void waitMs(long ms) {
        try {
            cluster.wait(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Ends all connections to a broker, which goes on. */
    public void cutConnections(int brokerId) {
        brokers.get(brokerId).cutConnections();
    }

    FakeCluster cluster() {
        return cluster;
    }

    /** Stops all brokers and waits for their threads. */
    @Override
    public void close() {
        brokers.forEach(FakeBroker::stop);
        synchronized (cluster) {
            cluster.notifyAll();
        }
        brokers.forEach(FakeBroker::join);
        cluster.close();
    }
}
