package dev.moldau.client.fake;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.net.Call;
import dev.moldau.client.net.Network;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A network in virtual time between one client and brokers, of a model or real ones. Requests and
 * answers are really encoded and decoded; the bytes of a request are read from the client's memory
 * as late as a socket with a full buffer would, and released no earlier than {@link Call} allows,
 * so that memory that is reused too early shows as damaged or wrong records.
 */
public final class SimNetwork implements Network {

    private static final String CLIENT_ID = "sim";
    private static final int RECONNECT_BACKOFF_MS = 20;
    private static final int SETUP_TIMEOUT_MS = 500;

    private final SimLoop loop;
    private final SimHosts hosts;
    private final RandomGenerator random;
    private final Map<Integer, SimPeer> peers = new LinkedHashMap<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final List<SimConnection> connections = new ArrayList<>();
    private final Map<ApiKey, Integer> mostUnderWay = new HashMap<>();
    private SimConditions conditions = SimConditions.GOOD;
    private boolean closed;

    /** A client's network; brokers that stop and pause are noticed by it. */
    public SimNetwork(SimLoop loop, SimHosts hosts, RandomGenerator random) {
        this.loop = loop;
        this.hosts = hosts;
        this.random = random;
        hosts.listen((host, condition) -> loop.outside(0, () -> changed(host, condition)));
    }

    /** Changes how well it works, for all that is sent from now on. */
    public void conditions(SimConditions next) {
        conditions = next;
    }

    private void changed(SimHost host, ModelBroker.Condition condition) {
        connections.removeIf(SimConnection::isForgotten);
        for (SimConnection connection : List.copyOf(connections)) {
            if (!connection.host().equals(host)) {
                continue;
            }
            if (condition == ModelBroker.Condition.DOWN) {
                connection.brokerDied();
            } else {
                connection.resumed();
            }
        }
    }

    void opened(SimConnection connection) {
        connections.add(connection);
    }

    /** Ends all connections, as a switch that is restarted would. */
    public void cutAll() {
        for (SimPeer peer : List.copyOf(peers.values())) {
            peer.end(new DisconnectedException("connection to " + peer.node() + " was cut"));
        }
    }

    /** The most requests of an API that were under way on one connection at a time. */
    public int mostUnderWay(ApiKey api) {
        return mostUnderWay.getOrDefault(api, 0);
    }

    // ---- the port

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public void connect(Node node) {
        peer(node).connect();
    }

    @Override
    public boolean isReady(Node node) {
        SimPeer peer = find(node);
        return peer != null && peer.isReady();
    }

    @Override
    public long backoffMs(Node node) {
        SimPeer peer = find(node);
        return peer == null ? 0 : peer.backoffMs();
    }

    @Override
    public int inFlight(Node node) {
        SimPeer peer = find(node);
        return peer == null ? 0 : peer.inFlight();
    }

    @Override
    public OptionalInt highestVersion(Node node, ApiKey api) {
        SimPeer peer = find(node);
        SimConnection connection = peer == null ? null : peer.connection();
        Optional<MessageCodec<?>> codec = ApiCodecs.request(api);
        if (connection == null || codec.isEmpty()) {
            return OptionalInt.empty();
        }
        return connection
                .host()
                .highestCommon(api, codec.get().lowestVersion(), codec.get().highestVersion());
    }

    @Override
    public Optional<Node> leastBusy(Collection<Node> nodes) {
        Node best = null;
        // In an order that does not depend on the JVM: one seed, one run.
        List<Node> inOrder = nodes.stream().sorted(Comparator.comparingInt(Node::id)).toList();
        for (Node node : inOrder) {
            if (isReady(node) && (best == null || inFlight(node) < inFlight(best))) {
                best = node;
            }
        }
        if (best != null) {
            return Optional.of(best);
        }
        List<Node> connectable = inOrder.stream().filter(node -> backoffMs(node) == 0).toList();
        return connectable.isEmpty()
                ? Optional.empty()
                : Optional.of(connectable.get(random.nextInt(connectable.size())));
    }

    @Override
    public <R extends ApiMessage> void send(Node node, Call<R> call) {
        SimRequest<R> request = new SimRequest<>(call);
        if (closed) {
            loop.execute(
                    () -> {
                        request.fail(new FatalException("the client is closed"));
                        request.release();
                    });
            return;
        }
        peer(node).send(request);
    }

    @Override
    public void disconnect(Node node, ClientException cause) {
        SimPeer peer = peers.get(node.id());
        if (peer != null) {
            peer.end(cause);
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        FatalException cause = new FatalException("the client closes");
        for (SimPeer peer : List.copyOf(peers.values())) {
            peer.end(cause);
            loop.execute(() -> peer.failWaiting(cause));
        }
    }

    /** What there is at this very address. */
    private @Nullable SimPeer find(Node node) {
        SimPeer peer = peers.get(node.id());
        return peer != null && peer.node().equals(node) ? peer : null;
    }

    private SimPeer peer(Node node) {
        SimPeer peer = peers.get(node.id());
        if (peer != null && peer.node().equals(node)) {
            return peer;
        }
        if (peer != null) {
            SimPeer moved = peer;
            DisconnectedException cause = new DisconnectedException(node + " has moved");
            moved.end(cause);
            loop.execute(() -> moved.failWaiting(cause));
        }
        SimPeer fresh = new SimPeer(this, node, random);
        peers.put(node.id(), fresh);
        return fresh;
    }

    // ---- for its parts

    SimLoop loop() {
        return loop;
    }

    SimHosts hosts() {
        return hosts;
    }

    SimConditions conditions() {
        return conditions;
    }

    long nowNs() {
        return loop.clock().monotonicNs();
    }

    String clientId() {
        return CLIENT_ID;
    }

    int reconnectBackoffMs() {
        return RECONNECT_BACKOFF_MS;
    }

    int setupTimeoutMs() {
        return SETUP_TIMEOUT_MS;
    }

    boolean isClosed() {
        return closed;
    }

    void sent(SimRequest<?> request, SimConnection connection) {
        ApiKey api = request.call().api();
        mostUnderWay.merge(api, connection.underWay(api), Math::max);
    }

    void ready(Node node) {
        loop.execute(() -> List.copyOf(listeners).forEach(listener -> listener.ready(node)));
    }

    void lost(Node node, ClientException cause, int attempts) {
        loop.execute(() -> List.copyOf(listeners).forEach(l -> l.lost(node, cause, attempts)));
    }
}
