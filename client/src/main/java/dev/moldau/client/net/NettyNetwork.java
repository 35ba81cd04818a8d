package dev.moldau.client.net;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The network over TCP. All methods but the constructor and {@link #counters} belong to the loop.
 *
 * <p>Nothing is called back from within a call to the network: outcomes, listeners and the writing
 * of requests wait for the next turn of the loop. If the loop ends by a fault, every call still
 * gets its outcome, a {@link FatalException}.
 *
 * <p>A node is known by its id. Whoever sends to it with another host or port than before moves it:
 * calls under way at the old address fail, those that were not sent yet go to the new one. Callers
 * therefore pass nodes of their newest view of the cluster.
 */
public final class NettyNetwork implements Network {

    private final NettyLoop loop;
    private final RandomGenerator random;
    private final NetworkCounters counters = new NetworkCounters();
    private final Turns turns;
    private final Listeners listeners;
    private final Resolver resolver;
    private final NetworkContext context;
    private final IntObjectMap<Peer> peers = new IntObjectHashMap<>();

    /** Why nothing can be sent any more; null as long as it can. */
    private @Nullable ClientException closed;

    /**
     * A network without connections.
     *
     * @param loop whose thread it lives on
     * @param settings times and sizes
     * @param lookup finds the addresses of brokers' names, off the loop
     * @param random spreads pauses and choices; used on the loop only
     */
    public NettyNetwork(
            NettyLoop loop,
            NetworkSettings settings,
            AddressLookup lookup,
            RandomGenerator random) {
        this(loop, settings, lookup, ChannelSecurity.PLAINTEXT, random);
    }

    NettyNetwork(
            NettyLoop loop,
            NetworkSettings settings,
            AddressLookup lookup,
            ChannelSecurity security,
            RandomGenerator random) {
        this.loop = loop;
        this.random = random;
        this.turns = new Turns(loop);
        this.listeners = new Listeners(turns);
        this.resolver = new Resolver(loop, lookup);
        this.context =
                new NetworkContext(
                        loop,
                        turns,
                        settings,
                        counters,
                        resolver,
                        security,
                        new Backoff(
                                settings.reconnectBackoffMs(),
                                settings.reconnectBackoffMaxMs(),
                                random),
                        new Backoff(
                                settings.connectTimeoutMs(),
                                settings.connectTimeoutMaxMs(),
                                random),
                        listeners);
        loop.onFault(fault -> close(new FatalException("the client has ended by a fault", fault)));
    }

    /** What the network has done so far. Any thread. */
    public NetworkCounters counters() {
        return counters;
    }

    @Override
    public void listen(Listener listener) {
        onLoop();
        listeners.add(listener);
    }

    @Override
    public void connect(Node node) {
        onLoop();
        if (closed == null) {
            peer(node).connect();
        }
    }

    @Override
    public boolean isReady(Node node) {
        Peer peer = find(node);
        return peer != null && peer.isReady();
    }

    @Override
    public long backoffMs(Node node) {
        Peer peer = find(node);
        return peer == null ? 0 : peer.backoffMs();
    }

    @Override
    public int inFlight(Node node) {
        Peer peer = find(node);
        return peer == null ? 0 : peer.inFlight();
    }

    @Override
    public OptionalInt highestVersion(Node node, ApiKey api) {
        Peer peer = find(node);
        Optional<MessageCodec<?>> codec = ApiCodecs.request(api);
        return peer == null || codec.isEmpty()
                ? OptionalInt.empty()
                : peer.highestVersion(
                        api, codec.get().lowestVersion(), codec.get().highestVersion());
    }

    /**
     * {@inheritDoc}
     *
     * <p>Among those not ready, nodes that nobody is connecting to go first, then by the number of
     * attempts that have failed in a row, so that an address that cannot be reached does not keep
     * others from being tried. Chance decides between equals.
     */
    @Override
    public Optional<Node> leastBusy(Collection<Node> nodes) {
        onLoop();
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        List<Node> all = List.copyOf(nodes);
        int start = random.nextInt(all.size());
        Node best = null;
        long bestRank = UNUSABLE;
        for (int i = 0; i < all.size(); i++) {
            Node node = all.get((start + i) % all.size());
            long rank = rank(node);
            if (rank < bestRank) {
                best = node;
                bestRank = rank;
            }
        }
        return Optional.ofNullable(best);
    }

    private static final long UNUSABLE = Long.MAX_VALUE;
    private static final long CONNECTABLE = 1L << 32;
    private static final long CONNECTING = 2L << 32;

    private long rank(Node node) {
        Peer peer = find(node);
        if (peer == null) {
            return CONNECTABLE;
        }
        if (peer.isReady()) {
            return peer.inFlight();
        }
        if (peer.isTrying()) {
            return CONNECTING + peer.failures();
        }
        return peer.backoffMs() == 0 ? CONNECTABLE + peer.failures() : UNUSABLE;
    }

    @Override
    public <R extends ApiMessage> void send(Node node, Call<R> call) {
        onLoop();
        Pending<R> pending = new Pending<>(call, loop);
        if (closed == null) {
            peer(node).send(pending);
        } else {
            refuse(pending, closed);
        }
    }

    private void refuse(Pending<?> pending, ClientException cause) {
        turns.later(
                () -> {
                    try {
                        pending.failed(cause);
                    } finally {
                        pending.released();
                    }
                });
    }

    @Override
    public void disconnect(Node node, ClientException cause) {
        Peer peer = find(node);
        if (peer != null) {
            peer.disconnect(cause);
        }
    }

    @Override
    public void close() {
        onLoop();
        close(new FatalException("the client is closed"));
    }

    private void close(ClientException cause) {
        if (closed != null) {
            return;
        }
        closed = cause;
        resolver.close();
        peers.values().forEach(peer -> peer.close(cause));
        peers.clear();
    }

    private Peer peer(Node node) {
        Peer peer = peers.get(node.id());
        if (peer == null) {
            peer = new Peer(context, node);
            peers.put(node.id(), peer);
        } else if (!peer.isAt(node)) {
            peer.moveTo(node);
        }
        return peer;
    }

    /** Null also if the node is known at another address. */
    private @Nullable Peer find(Node node) {
        onLoop();
        Peer peer = peers.get(node.id());
        return peer != null && peer.isAt(node) ? peer : null;
    }

    private void onLoop() {
        if (!loop.isCurrent()) {
            throw new IllegalStateException(
                    "the network belongs to " + loop.name() + ", not to " + Thread.currentThread());
        }
    }
}
