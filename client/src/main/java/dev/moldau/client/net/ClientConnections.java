package dev.moldau.client.net;

import dev.moldau.client.Node;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKeys;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * A client's loop and network as its configuration wants them, for whoever wires the client.
 *
 * @param loop runs already
 * @param network has no connections yet
 * @param bootstrap the addresses to begin with
 */
public record ClientConnections(NettyLoop loop, NettyNetwork network, List<Node> bootstrap) {

    /**
     * Looks the bootstrap names up, which may take as long as the system's resolver does, and
     * starts a loop.
     *
     * @param nameless what the client is called if {@code client.id} is not set
     * @param random for the loop's pauses
     * @throws dev.moldau.common.config.InvalidConfigException if no bootstrap address is usable
     */
    public static ClientConnections open(
            ClientConfig config, String nameless, RandomGenerator random) {
        DnsMode mode =
                DnsMode.valueOf(config.get(ClientKeys.CLIENT_DNS_LOOKUP).toUpperCase(Locale.ROOT));
        List<Node> bootstrap = new Bootstrap(mode).nodes(config.get(ClientKeys.BOOTSTRAP_SERVERS));
        String asked = config.get(ClientKeys.CLIENT_ID);
        NetworkSettings settings = settings(config, asked.isEmpty() ? nameless : asked);
        NettyLoop loop = new NettyLoop(settings.clientId());
        NettyNetwork network = new NettyNetwork(loop, settings, AddressLookup.SYSTEM, random);
        return new ClientConnections(loop, network, bootstrap);
    }

    /** Puts what the network counts among the client's figures; once. */
    public void declareFigures(ClientMetrics metrics) {
        NetworkFigures.declare(metrics, network.counters());
    }

    private static NetworkSettings settings(ClientConfig config, String clientId) {
        return new NetworkSettings(
                clientId,
                config.get(ClientKeys.SOCKET_CONNECTION_SETUP_TIMEOUT_MS),
                config.get(ClientKeys.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS),
                config.get(ClientKeys.RECONNECT_BACKOFF_MS),
                config.get(ClientKeys.RECONNECT_BACKOFF_MAX_MS),
                bufferSize(config.get(ClientKeys.SEND_BUFFER_BYTES)),
                bufferSize(config.get(config.kind().receiveBufferBytes())),
                config.get(config.kind().connectionsMaxIdleMs()),
                NetworkSettings.MAX_ANSWER_BYTES);
    }

    /** Kafka accepts 0 too, and then leaves the size to the system as for -1. */
    private static int bufferSize(int asked) {
        return asked == 0 ? -1 : asked;
    }
}
