package dev.moldau.client.scripted;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.net.Call;
import dev.moldau.client.net.Network;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A network in virtual time whose brokers answer by a function. */
public final class ScriptedNetwork implements Network {

    /** A request as a broker gets it. */
    public record Request(Node node, ApiKey api, short version, ApiMessage message, long atMs) {}

    private static final class Link {
        private boolean ready;
        private boolean opening;
        private int attempts;
        private long notBeforeMs;
        private final List<Waiting<?>> calls = new ArrayList<>();
    }

    private record Waiting<R extends ApiMessage>(Call<R> call) {}

    private final VirtualLoop loop;
    private final List<Listener> listeners = new ArrayList<>();
    private final Map<String, Link> links = new HashMap<>();
    private final Set<String> dead = new HashSet<>();
    private final Set<String> holes = new HashSet<>();
    private final Map<ApiKey, Integer> highest = new HashMap<>();
    private final List<Request> requests = new ArrayList<>();
    private final List<String> attempts = new ArrayList<>();
    private Function<Request, Reply> script = request -> new Reply.Silence();
    private long connectMs = 1;
    private boolean closed;

    /** A network in which every address can be reached and nobody answers. */
    public ScriptedNetwork(VirtualLoop loop) {
        this.loop = loop;
    }

    /** Sets what brokers answer. */
    public void answer(Function<Request, Reply> newScript) {
        script = newScript;
    }

    /** Connections to the address are refused from now on, and the present one ends. */
    public void kill(Node node) {
        dead.add(key(node));
        Link link = link(node);
        if (link.ready) {
            lose(node, new DisconnectedException("broker went away: " + node));
        }
    }

    /** Connections to the address are possible again. */
    public void revive(Node node) {
        dead.remove(key(node));
        holes.remove(key(node));
    }

    /** Attempts to connect to the address get no answer for ten seconds. */
    public void blackHole(Node node) {
        holes.add(key(node));
    }

    /** The highest version of an API that brokers speak; 0 or more. Negative: not at all. */
    public void highest(ApiKey api, int version) {
        highest.put(api, version);
    }

    /** What was sent so far. */
    public List<Request> requests() {
        return requests;
    }

    /** What was sent so far for one API. */
    public List<Request> requests(ApiKey api) {
        return requests.stream().filter(request -> request.api() == api).toList();
    }

    /** The addresses to which connections were attempted, in order. */
    public List<String> attempts() {
        return attempts;
    }

    @Override
    public void listen(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public void connect(Node node) {
        Link link = link(node);
        if (closed || link.ready || link.opening || loop.nowMs() < link.notBeforeMs) {
            return;
        }
        link.opening = true;
        attempts.add(key(node));
        loop.schedule(holes.contains(key(node)) ? 10_000 : connectMs, () -> opened(node));
    }

    private void opened(Node node) {
        Link link = link(node);
        if (!link.opening) {
            return;
        }
        if (dead.contains(key(node)) || holes.contains(key(node))) {
            lose(node, new DisconnectedException("connection refused by " + node));
            return;
        }
        link.opening = false;
        link.ready = true;
        link.attempts = 0;
        List<Waiting<?>> waiting = List.copyOf(link.calls);
        tell(listener -> listener.ready(node));
        waiting.forEach(call -> deliver(node, call));
    }

    private void lose(Node node, ClientException cause) {
        Link link = link(node);
        link.attempts = link.ready ? 0 : link.attempts + 1;
        int attempt = link.attempts;
        link.ready = false;
        link.opening = false;
        link.notBeforeMs = loop.nowMs() + 50;
        List<Waiting<?>> failed = List.copyOf(link.calls);
        link.calls.clear();
        for (Waiting<?> waiting : failed) {
            waiting.call().failed(cause);
            waiting.call().released();
        }
        tell(listener -> listener.lost(node, cause, attempt));
    }

    private void tell(Consumer<Listener> news) {
        loop.execute(() -> List.copyOf(listeners).forEach(news));
    }

    @Override
    public boolean isReady(Node node) {
        return link(node).ready;
    }

    @Override
    public long backoffMs(Node node) {
        Link link = link(node);
        return link.ready || link.opening ? 0 : Math.max(0, link.notBeforeMs - loop.nowMs());
    }

    @Override
    public int inFlight(Node node) {
        return link(node).calls.size();
    }

    @Override
    public OptionalInt highestVersion(Node node, ApiKey api) {
        int version = speaks(api);
        return isReady(node) && version >= 0 ? OptionalInt.of(version) : OptionalInt.empty();
    }

    @Override
    public Optional<Node> leastBusy(Collection<Node> nodes) {
        Optional<Node> ready =
                nodes.stream().filter(this::isReady).min(Comparator.comparingInt(this::inFlight));
        return ready.isPresent()
                ? ready
                : nodes.stream().filter(node -> backoffMs(node) == 0).findFirst();
    }

    @Override
    public <R extends ApiMessage> void send(Node node, Call<R> call) {
        Link link = link(node);
        Waiting<R> waiting = new Waiting<>(call);
        if (closed) {
            loop.execute(() -> call.failed(new DisconnectedException("the client is closed")));
            return;
        }
        link.calls.add(waiting);
        loop.schedule(
                call.timeoutMs(),
                () -> {
                    if (link.calls.contains(waiting)) {
                        lose(
                                node,
                                new TimedOutException(
                                        "no answer to " + call.api() + " from " + node));
                    }
                });
        if (link.ready) {
            loop.execute(
                    () -> {
                        if (link.calls.contains(waiting)) {
                            deliver(node, waiting);
                        }
                    });
        } else {
            connect(node);
        }
    }

    private <R extends ApiMessage> void deliver(Node node, Waiting<R> waiting) {
        Call<R> call = waiting.call();
        int common = Math.min(call.highestVersion(), speaks(call.api()));
        if (common < call.lowestVersion()) {
            link(node).calls.remove(waiting);
            call.failed(
                    new RefusedException(
                            node
                                    + " speaks "
                                    + call.api()
                                    + " up to version "
                                    + common
                                    + ", but "
                                    + call.lowestVersion()
                                    + " is needed",
                            ErrorCode.UNSUPPORTED_VERSION,
                            null));
            call.released();
            return;
        }
        short version = (short) common;
        Request request =
                new Request(
                        node,
                        call.api(),
                        version,
                        Wire.request(call.api(), version, call.message(version)),
                        loop.nowMs());
        requests.add(request);
        Reply reply = script.apply(request);
        if (reply instanceof Reply.Answer answer) {
            loop.schedule(
                    answer.afterMs(),
                    () ->
                            arrive(
                                    node,
                                    waiting,
                                    Wire.response(call.api(), version, answer.message()),
                                    version));
        } else if (reply instanceof Reply.Cut cut) {
            loop.schedule(
                    cut.afterMs(),
                    () -> lose(node, new DisconnectedException(node + " cut the connection")));
        }
    }

    @SuppressWarnings("unchecked")
    private <R extends ApiMessage> void arrive(
            Node node, Waiting<R> waiting, ApiMessage message, short version) {
        if (link(node).calls.remove(waiting)) {
            waiting.call().released();
            waiting.call().answered((R) message, version);
        }
    }

    @Override
    public void disconnect(Node node, ClientException cause) {
        if (link(node).ready || link(node).opening) {
            lose(node, cause);
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Link link : links.values()) {
            List<Waiting<?>> calls = List.copyOf(link.calls);
            link.calls.clear();
            calls.forEach(
                    waiting ->
                            waiting.call()
                                    .failed(new DisconnectedException("the client is closed")));
        }
    }

    private int speaks(ApiKey api) {
        return highest.getOrDefault(api, Wire.highest(api));
    }

    private Link link(Node node) {
        return links.computeIfAbsent(key(node), ignored -> new Link());
    }

    private static String key(@Nullable Node node) {
        return node == null ? "" : node.host() + ":" + node.port();
    }
}
