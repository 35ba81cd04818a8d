package dev.moldau.broker.follow;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.net.Call;
import dev.moldau.client.net.Network;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;

/** Brokers in virtual time, each a function; messages go through their codecs. */
public final class FakeNetwork implements Network {

    /** A broker. */
    @FunctionalInterface
    public interface Server {
        /** What it answers, now or later. */
        CompletionStage<? extends ApiMessage> answer(ApiMessage request);
    }

    /** A call that is under way. */
    private static final class Way<R extends ApiMessage> {
        private final Node node;
        private final Call<R> call;
        private boolean over;

        private Way(Node node, Call<R> call) {
            this.node = node;
            this.call = call;
        }
    }

    private final ManualLoop loop;
    private final Map<Integer, Server> servers = new HashMap<>();
    private final Set<Integer> unreachable = new HashSet<>();
    private final List<ApiMessage> requests = new ArrayList<>();
    private final List<Way<?>> ways = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final List<Node> connects = new ArrayList<>();
    private IntSupplier delayMs = () -> 1;
    private int answersToLose;

    /** No broker is there yet. */
    public FakeNetwork(ManualLoop loop) {
        this.loop = loop;
    }

    /** Where a broker is. */
    public static Node node(int id) {
        return new Node(id, "host-" + id, 9_000 + id, null);
    }

    /** A broker is there. */
    public void serve(int id, Server server) {
        servers.put(id, server);
    }

    /** How long each way takes. */
    public void delay(IntSupplier ms) {
        delayMs = ms;
    }

    /** So many of the next answers never arrive. */
    public void loseAnswers(int count) {
        answersToLose = count;
    }

    /** The broker dies, or is cut off: its connections end. */
    public void cut(int id) {
        unreachable.add(id);
        disconnect(node(id), new DisconnectedException("broker " + id + " is gone"));
    }

    /** The broker can be reached again. */
    public void mend(int id) {
        unreachable.remove(id);
    }

    /** The brokers to which a connection was wanted before there was anything to send, in order. */
    public List<Node> connects() {
        return connects;
    }

    /** A connection, or the attempt to open one, has ended. */
    public void lose(Node node, int attempts) {
        listeners.forEach(
                listener -> listener.lost(node, new DisconnectedException("lost"), attempts));
    }

    /** All requests that have arrived. */
    public List<ApiMessage> requests() {
        return requests;
    }

    @Override
    public <R extends ApiMessage> void send(Node node, Call<R> call) {
        Way<R> way = new Way<>(node, call);
        ways.add(way);
        loop.schedule(
                call.timeoutMs(), () -> fail(way, new TimedOutException("no answer from " + node)));
        loop.schedule(delayMs.getAsInt(), () -> arrive(way));
    }

    private <R extends ApiMessage> void arrive(Way<R> way) {
        int id = way.node.id();
        if (way.over) {
            return;
        }
        if (unreachable.contains(id) || !servers.containsKey(id)) {
            fail(way, new DisconnectedException("connection refused by " + way.node));
            return;
        }
        ApiKey api = way.call.api();
        short version = way.call.highestVersion();
        ApiMessage request =
                copied(ApiCodecs.request(api).orElseThrow(), way.call.message(version), version);
        requests.add(request);
        servers.get(id)
                .answer(request)
                .thenAccept(
                        answer ->
                                loop.schedule(
                                        delayMs.getAsInt(), () -> answered(way, answer, version)));
    }

    // The server answers with what the API's codec writes.
    @SuppressWarnings("unchecked")
    private <R extends ApiMessage> void answered(Way<R> way, ApiMessage answer, short version) {
        if (way.over) {
            return;
        }
        if (answersToLose > 0) {
            answersToLose--;
            return;
        }
        end(way);
        MessageCodec<?> codec = ApiCodecs.response(way.call.api()).orElseThrow();
        way.call.answered((R) copied(codec, answer, version), version);
    }

    @SuppressWarnings("unchecked")
    private static <M extends ApiMessage> ApiMessage copied(
            MessageCodec<?> codec, M message, short version) {
        WireWriter out = new WireWriter();
        ((MessageCodec<M>) codec).write(message, out, version);
        return codec.read(new WireReader(out.toBuffer()), version);
    }

    private void fail(Way<?> way, ClientException cause) {
        if (!way.over) {
            end(way);
            way.call.failed(cause);
        }
    }

    private void end(Way<?> way) {
        way.over = true;
        ways.remove(way);
    }

    @Override
    public void disconnect(Node node, ClientException cause) {
        List.copyOf(ways).stream()
                .filter(way -> way.node.equals(node))
                .forEach(way -> fail(way, cause));
    }

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public void connect(Node node) {
        connects.add(node);
    }

    @Override
    public boolean isReady(Node node) {
        return !unreachable.contains(node.id());
    }

    @Override
    public long backoffMs(Node node) {
        return 0;
    }

    @Override
    public int inFlight(Node node) {
        return (int) ways.stream().filter(way -> way.node.equals(node)).count();
    }

    @Override
    public OptionalInt highestVersion(Node node, ApiKey api) {
        return OptionalInt.empty();
    }

    @Override
    public Optional<Node> leastBusy(Collection<Node> nodes) {
        return nodes.stream().findFirst();
    }

    @Override
    public void close() {
        List.copyOf(ways).forEach(way -> fail(way, new DisconnectedException("closed")));
    }
}
