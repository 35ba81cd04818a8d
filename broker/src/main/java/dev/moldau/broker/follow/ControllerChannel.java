package dev.moldau.broker.follow;

import dev.moldau.client.Node;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.protocol.ApiMessage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to whoever is controller. While there is none, or the one that is known says that
 * it is not, a request waits and tries again, until its time is up. Confined to the loop, but for
 * {@link #send} and {@link #controllerChanged}.
 *
 * <p>Answers on a connection come in the order of the requests, so that a channel must not share
 * its network with a long poll, nor leaders' proposals theirs with clients' requests that may wait.
 */
public final class ControllerChannel {

    private final ClientLoop loop;
    private final Network network;
    private final Supplier<Optional<Node>> controller;
    private final RandomGenerator random;

    /** The controller that was last sent to. */
    private @Nullable Node last;

    /**
     * @param loop where it lives
     * @param network its connections, of its own
     * @param controller the controller's address between brokers, as far as it is known; asked on
     *     the loop, so it must not wait
     * @param random for the pauses between attempts; used on the loop
     */
    public ControllerChannel(
            ClientLoop loop,
            Network network,
            Supplier<Optional<Node>> controller,
            RandomGenerator random) {
        this.loop = loop;
        this.network = network;
        this.controller = controller;
        this.random = random;
    }

    /**
     * Sends a request; any thread.
     *
     * @param timeoutMs how long to try and to wait for the answer
     * @return completed on the loop; fails with {@link
     *     dev.moldau.cluster.controller.ControllerUnavailableException} alone, with {@link
     *     dev.moldau.protocol.ErrorCode#REQUEST_TIMED_OUT} where the request may have been carried
     *     out
     */
    <R extends ApiMessage, T> CompletableFuture<T> send(
            ControllerRequest<R, T> request, long timeoutMs) {
        ControllerSearch<R, T> search = new ControllerSearch<>(this, loop, random, request);
        loop.execute(() -> search.begin(timeoutMs));
        return search.outcome();
    }

    /** Another broker may be controller: what waits for the one before looks anew. Any thread. */
    public void controllerChanged() {
        loop.execute(
                () -> {
                    Node before = last;
                    if (before != null && !controller.get().equals(Optional.of(before))) {
                        last = null;
                        network.disconnect(
                                before,
                                new DisconnectedException(before + " is controller no longer"));
                    }
                });
    }

    /** The controller to send to. */
    Optional<Node> controller() {
        Optional<Node> found = controller.get();
        last = found.orElse(null);
        return found;
    }

    Network network() {
        return network;
    }
}
