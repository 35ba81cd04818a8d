package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.net.Call;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ProduceRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A network that does nothing by itself: requests lie where they are until the test answers, fails
 * or releases them. Connections are open unless the test closes them.
 */
final class ManualNetwork implements Network {

    /** A request and what the test has done with it. */
    static final class Sent {
        final Node node;
        final Call<? extends ApiMessage> call;
        final ApiMessage message;
        final short version;
        final long atMs;
        boolean over;
        boolean released;

        Sent(Node node, Call<? extends ApiMessage> call, short version, long atMs) {
            this.node = node;
            this.call = call;
            this.version = version;
            this.message = call.message(version);
            this.atMs = atMs;
        }

        ProduceRequest produce() {
            return (ProduceRequest) message;
        }

        @SuppressWarnings("unchecked")
        void answer(ApiMessage response) {
            end();
            release();
            ((Call<ApiMessage>) call).answered(response, version);
        }

        @SuppressWarnings("unchecked")
        void answerButHold(ApiMessage response) {
            end();
            ((Call<ApiMessage>) call).answered(response, version);
        }

        void fail(ClientException cause) {
            end();
            call.failed(cause);
            release();
        }

        void failButHold(ClientException cause) {
            end();
            call.failed(cause);
        }

        void written() {
            end();
            call.sentWithoutAnswer();
            release();
        }

        void release() {
            if (!released) {
                released = true;
                call.released();
            }
        }

        private void end() {
            if (over) {
                throw new AssertionError("a request has two ends");
            }
            over = true;
        }
    }

    private final ClientLoop loop;
    private final List<Listener> listeners = new ArrayList<>();
    private final Set<Integer> closed = new HashSet<>();
    private final Map<ApiKey, Short> versions = new HashMap<>();
    private final Map<Integer, Long> backoff = new HashMap<>();

    /** Everything that was sent. */
    final List<Sent> sent = new ArrayList<>();

    /** Which brokers a connection was asked for. */
    final List<Integer> connects = new ArrayList<>();

    ManualNetwork(ClientLoop loop) {
        this.loop = loop;
    }

    /** Requests of one API that have no end yet, in order. */
    List<Sent> open(ApiKey api) {
        List<Sent> open = new ArrayList<>();
        for (Sent each : sent) {
            if (!each.over && each.call.api() == api) {
                open.add(each);
            }
        }
        return open;
    }

    List<Sent> open() {
        return open(ApiKey.PRODUCE);
    }

    void highest(ApiKey api, int version) {
        versions.put(api, (short) version);
    }

    /** The connection is gone, and so are the requests under way. */
    void cut(Node node) {
        DisconnectedException cause = new DisconnectedException("cut off from " + node);
        closed.add(node.id());
        List<Sent> failed = new ArrayList<>();
        for (Sent each : sent) {
            if (!each.over && each.node.id() == node.id()) {
                failed.add(each);
            }
        }
        failed.forEach(each -> each.fail(cause));
        tellLost(node);
    }

    /** Listeners are told that there is no connection; nothing was under way. */
    void tellLost(Node node) {
        DisconnectedException cause = new DisconnectedException("cut off from " + node);
        listeners.forEach(each -> each.lost(node, cause, 0));
    }

    void backoff(Node node, long untilMs) {
        backoff.put(node.id(), untilMs);
    }

    void close(Node node) {
        closed.add(node.id());
    }

    void open(Node node) {
        closed.remove(node.id());
        listeners.forEach(each -> each.ready(node));
    }

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public void connect(Node node) {
        connects.add(node.id());
    }

    @Override
    public boolean isReady(Node node) {
        return !closed.contains(node.id());
    }

    @Override
    public long backoffMs(Node node) {
        return Math.max(0, backoff.getOrDefault(node.id(), 0L) - loop.clock().monotonicMs());
    }

    @Override
    public int inFlight(Node node) {
        return (int) sent.stream().filter(each -> !each.over && each.node.equals(node)).count();
    }

    @Override
    public OptionalInt highestVersion(Node node, ApiKey api) {
        return OptionalInt.of(versions.getOrDefault(api, Short.MAX_VALUE));
    }

    @Override
    public Optional<Node> leastBusy(Collection<Node> nodes) {
        return nodes.stream().filter(this::isReady).findFirst();
    }

    @Override
    public <R extends ApiMessage> void send(Node node, Call<R> call) {
        short version =
                (short)
                        Math.min(
                                call.highestVersion(),
                                versions.getOrDefault(call.api(), Short.MAX_VALUE));
        sent.add(new Sent(node, call, version, loop.clock().monotonicMs()));
    }

    @Override
    public void disconnect(Node node, ClientException cause) {
        cut(node);
    }

    @Override
    public void close() {
        for (Sent each : List.copyOf(sent)) {
            if (!each.over) {
                each.fail(new DisconnectedException("the client is closed"));
            }
        }
    }
}
