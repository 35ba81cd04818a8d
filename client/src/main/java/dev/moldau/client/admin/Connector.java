package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.net.Network;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Connects to a broker before it is asked, so that an operation hears at once that a broker cannot
 * be reached and can look for another place, rather than wait in the network's queue. Confined to
 * the loop.
 */
final class Connector implements Network.Listener {

    private final Network network;
    private final Map<Node, List<CompletableFuture<Node>>> waiting = new HashMap<>();

    Connector(Network network) {
        this.network = network;
    }

    /** Completes with the node once it is connected, or with why the attempt failed. */
    CompletableFuture<Node> open(Node node) {
        CompletableFuture<Node> open = new CompletableFuture<>();
        if (network.isReady(node)) {
            open.complete(node);
        } else if (network.backoffMs(node) > 0) {
            open.completeExceptionally(
                    new DisconnectedException(
                            "the last attempt to connect to " + node + " has just failed"));
        } else {
            waiting.computeIfAbsent(node, ignored -> new ArrayList<>()).add(open);
            network.connect(node);
        }
        return open;
    }

    @Override
    public void ready(Node node) {
        take(node).forEach(open -> open.complete(node));
    }

    @Override
    public void lost(Node node, ClientException cause, int attempts) {
        take(node).forEach(open -> open.completeExceptionally(cause));
    }

    private List<CompletableFuture<Node>> take(Node node) {
        List<CompletableFuture<Node>> taken = waiting.remove(node);
        return taken == null ? List.of() : taken;
    }
}
