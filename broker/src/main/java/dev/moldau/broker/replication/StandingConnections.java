package dev.moldau.broker.replication;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Network;
import java.util.Collection;
import java.util.Set;

/**
 * Keeps a connection to each broker that is there: whoever of them is elected can be fetched from
 * at once, while producers wait for that. Confined to the loop.
 *
 * <p>A connection that ends is made again once. If that fails, the broker is gone or cut off; then
 * whoever has something to say to it connects, or the image that says that it is there again.
 */
final class StandingConnections implements Network.Listener {

    private final Network network;
    private Set<Node> wanted = Set.of();
    private boolean listens;

    /**
     * May be called by any thread.
     *
     * @param network whose connections these are; listened to for its life, from the first wish on
     */
    StandingConnections(Network network) {
        this.network = network;
    }

    /** Those are there, and nobody else. Connections to others are left as they are. */
    void want(Collection<Node> nodes) {
        if (!listens) {
            listens = true;
            network.listen(this);
        }
        wanted = Set.copyOf(nodes);
        // Not in the set's order, which is another one in each process.
        nodes.forEach(network::connect);
    }

    @Override
    public void lost(Node node, ClientException cause, int attempts) {
        if (attempts == 0 && wanted.contains(node)) {
            network.connect(node);
        }
    }
}
