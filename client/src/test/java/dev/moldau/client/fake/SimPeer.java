package dev.moldau.client.fake;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.TimedOutException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A broker as the simulated network sees it: one connection, or the way to one. */
final class SimPeer {

    private static final int LONGEST_BACKOFF_FACTOR = 16;

    private final SimNetwork network;
    private final Node node;
    private final RandomGenerator random;
    private final Deque<SimRequest<?>> waiting = new ArrayDeque<>();
    private @Nullable SimConnection connection;
    private boolean connecting;
    private boolean attemptPlanned;
    private long nextAttemptNs;
    private int failures;

    SimPeer(SimNetwork network, Node node, RandomGenerator random) {
        this.network = network;
        this.node = node;
        this.random = random;
    }

    Node node() {
        return node;
    }

    boolean isReady() {
        return connection != null && !connection.hasEnded();
    }

    @Nullable SimConnection connection() {
        return isReady() ? connection : null;
    }

    int inFlight() {
        return waiting.size() + (connection == null ? 0 : connection.underWay());
    }

    long backoffMs() {
        if (isReady() || connecting) {
            return 0;
        }
        long leftNs = nextAttemptNs - network.nowNs();
        return leftNs <= 0 ? 0 : (leftNs + 999_999) / 1_000_000;
    }

    // ---- connecting

    void connect() {
        if (isReady() || connecting || backoffMs() > 0 || network.isClosed()) {
            return;
        }
        connecting = true;
        long travelNs = 2 * network.conditions().latencyNs(random);
        network.loop().onLoopAt(network.nowNs() + travelNs, this::connected);
    }

    private void connected() {
        if (network.isClosed()) {
            connecting = false;
            return;
        }
        SimHost broker = network.hosts().hostAt(node.host(), node.port());
        if (broker == null
                || broker.condition() == ModelBroker.Condition.DOWN
                || random.nextDouble() < network.conditions().connectFailures()) {
            refused(new DisconnectedException(node + " refuses the connection"));
        } else if (broker.condition() == ModelBroker.Condition.PAUSED) {
            network.loop()
                    .schedule(
                            network.setupTimeoutMs(),
                            () -> refused(new TimedOutException(node + " does not react")));
        } else {
            opened(broker);
        }
    }

    private void refused(ClientException cause) {
        connecting = false;
        failures++;
        backOff();
        network.lost(node, cause, failures);
        planAttempt();
    }

    private void opened(SimHost broker) {
        connecting = false;
        failures = 0;
        SimConnection opened = new SimConnection(network, this, broker, random);
        connection = opened;
        network.opened(opened);
        long lifeMs = network.conditions().nextLifeMs(random);
        if (lifeMs >= 0) {
            network.loop()
                    .outside(
                            lifeMs,
                            () ->
                                    opened.end(
                                            new DisconnectedException(
                                                    "connection to " + node + " was reset")));
        }
        while (!waiting.isEmpty()) {
            opened.send(waiting.remove());
        }
        network.ready(node);
    }

    private void backOff() {
        int factor = 1 << Math.min(failures, Integer.numberOfTrailingZeros(LONGEST_BACKOFF_FACTOR));
        double spread = 0.8 + 0.4 * random.nextDouble();
        nextAttemptNs =
                network.nowNs()
                        + (long) (network.reconnectBackoffMs() * 1_000_000.0 * factor * spread);
    }

    private void planAttempt() {
        if (waiting.isEmpty() || attemptPlanned || network.isClosed()) {
            return;
        }
        attemptPlanned = true;
        network.loop()
                .schedule(
                        backoffMs(),
                        () -> {
                            attemptPlanned = false;
                            connect();
                            planAttempt();
                        });
    }

    // ---- calls

    void send(SimRequest<?> request) {
        SimConnection open = connection();
        if (open != null) {
            open.send(request);
            return;
        }
        waiting.add(request);
        request.deadline(
                network.loop().schedule(request.call().timeoutMs(), () -> waitedTooLong(request)));
        connect();
        if (!connecting) {
            planAttempt();
        }
    }

    private void waitedTooLong(SimRequest<?> request) {
        if (waiting.remove(request)) {
            request.fail(
                    new TimedOutException(
                            "no connection to "
                                    + node
                                    + " within "
                                    + request.call().timeoutMs()
                                    + " ms"));
            request.release();
        }
    }

    void failWaiting(ClientException cause) {
        while (!waiting.isEmpty()) {
            SimRequest<?> request = waiting.remove();
            request.fail(cause);
            request.release();
        }
    }

    // ---- the end

    void end(ClientException cause) {
        if (connection != null) {
            connection.end(cause);
        }
    }

    /** On the loop, later than whatever ended the connection. */
    void ended(SimConnection which, ClientException cause, Runnable failCalls) {
        if (connection == which) {
            connection = null;
        }
        backOff();
        failCalls.run();
        network.lost(node, cause, 0);
        planAttempt();
    }
}
