package dev.moldau.client.net;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A loop with a network, driven from a test's thread. */
final class Client implements AutoCloseable {

    private static final long DEADLINE_MS = 20_000;

    /** What a listener heard: null cause for ready. */
    record Event(Node node, @Nullable ClientException cause, int attempts) {}

    final NettyLoop loop;
    final NettyNetwork network;
    final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final boolean ownsLoop;

    Client(Transport transport, NetworkSettings settings) {
        this(transport, settings, AddressLookup.SYSTEM);
    }

    Client(Transport transport, NetworkSettings settings, AddressLookup lookup) {
        this(new NettyLoop("test", transport), true, settings, lookup, 1);
    }

    Client(
            NettyLoop loop,
            boolean ownsLoop,
            NetworkSettings settings,
            AddressLookup lookup,
            long seed) {
        this.loop = loop;
        this.ownsLoop = ownsLoop;
        this.network =
                new NettyNetwork(loop, settings, lookup, new java.util.SplittableRandom(seed));
        run(
                () ->
                        network.listen(
                                new Network.Listener() {
                                    @Override
                                    public void ready(Node node) {
                                        events.add(new Event(node, null, 0));
                                    }

                                    @Override
                                    public void lost(
                                            Node node, ClientException cause, int attempts) {
                                        events.add(new Event(node, cause, attempts));
                                    }
                                }));
    }

    /** Short times, so that tests are. */
    static NetworkSettings quick() {
        return new NetworkSettings("tester", 2000, 4000, 5, 40, -1, -1, -1, 1 << 20);
    }

    void run(Runnable command) {
        Object ignored =
                ask(
                        () -> {
                            command.run();
                            return true;
                        });
    }

    <T> T ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        loop.execute(
                () -> {
                    try {
                        answer.complete(question.get());
                    } catch (RuntimeException e) {
                        answer.completeExceptionally(e);
                    }
                });
        return await(answer);
    }

    RecordedCall send(Node node, RecordedCall call) {
        run(() -> network.send(node, call));
        return call;
    }

    Event nextEvent() throws InterruptedException {
        Event event = events.poll(DEADLINE_MS, TimeUnit.MILLISECONDS);
        if (event == null) {
            throw new AssertionError("nothing was heard for " + DEADLINE_MS + " ms");
        }
        return event;
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(DEADLINE_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("no outcome within " + DEADLINE_MS + " ms", e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The failure of a call that must fail. */
    static ClientException failure(RecordedCall call) {
        try {
            Object answer = call.outcome.get(DEADLINE_MS, TimeUnit.MILLISECONDS);
            throw new AssertionError("answered: " + answer);
        } catch (ExecutionException e) {
            return (ClientException) Objects.requireNonNull(e.getCause());
        } catch (TimeoutException | InterruptedException e) {
            throw new AssertionError("no outcome within " + DEADLINE_MS + " ms", e);
        }
    }

    @Override
    public void close() {
        try {
            run(network::close);
        } catch (RejectedExecutionException ended) {
            // By a fault, which has closed the network.
            return;
        } finally {
            if (ownsLoop) {
                loop.close();
            }
        }
    }
}
