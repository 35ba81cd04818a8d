package dev.moldau.server.net;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.NetworkKeys;

/**
 * How the sockets of one listener are set: these settings may differ from one to the next, with
 * {@code listener.name.<name>.} in front of their keys.
 *
 * @param maxIdleMs {@code connections.max.idle.ms}; negative means never
 * @param sendBufferBytes {@code socket.send.buffer.bytes}; -1 leaves it to the system
 * @param receiveBufferBytes {@code socket.receive.buffer.bytes}; -1 leaves it to the system
 * @param backlog {@code socket.listen.backlog.size}
 */
public record SocketSettings(
        long maxIdleMs, int sendBufferBytes, int receiveBufferBytes, int backlog) {

    /** What a broker's settings say about one of its listeners. */
    static SocketSettings of(BrokerConfig config, String listener) {
        return new SocketSettings(
                value(config, NetworkKeys.CONNECTIONS_MAX_IDLE_MS, listener),
                value(config, NetworkKeys.SOCKET_SEND_BUFFER_BYTES, listener),
                value(config, NetworkKeys.SOCKET_RECEIVE_BUFFER_BYTES, listener),
                value(config, NetworkKeys.SOCKET_LISTEN_BACKLOG_SIZE, listener));
    }

    private static <T> T value(BrokerConfig config, ConfigKey<T> key, String listener) {
        return config.find(key, listener).orElseGet(() -> config.get(key));
    }
}
