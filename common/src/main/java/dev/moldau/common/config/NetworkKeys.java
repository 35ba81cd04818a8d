package dev.moldau.common.config;

import java.util.List;

/** A broker's listeners, connections, sockets and threads. */
public final class NetworkKeys {

    public static final ConfigKey<List<String>> LISTENERS =
            ConfigKey.ofList("listeners")
                    .defaultsTo(List.of("PLAINTEXT://:9092"))
                    .means(
                            "Where to listen: NAME://host:port, separated by commas, an IPv6"
                                    + " address in brackets. An empty host means every address;"
                                    + " port 0 means any free port. Names are the owner's choice"
                                    + " and told apart without regard to case. Some keys can be"
                                    + " set for one listener with listener.name.NAME. in front:"
                                    + " max.connections, connections.max.idle.ms,"
                                    + " socket.send.buffer.bytes, socket.receive.buffer.bytes and"
                                    + " socket.listen.backlog.size.");

    public static final ConfigKey<List<String>> ADVERTISED_LISTENERS =
            ConfigKey.ofList("advertised.listeners")
                    .means(
                            "The addresses that clients are told, each under the name of the"
                                    + " listener it is for: a client is told the addresses of the"
                                    + " listener it came by. A listener that is not named here is"
                                    + " told as it is if it has a host, and if not as the address"
                                    + " through which the client came (of several brokers: as an"
                                    + " address of the machine). Port 0 means the listener's.");

    public static final ConfigKey<List<String>> LISTENER_SECURITY_PROTOCOL_MAP =
            ConfigKey.ofList("listener.security.protocol.map")
                    .defaultsTo(
                            List.of(
                                    "SASL_SSL:SASL_SSL",
                                    "PLAINTEXT:PLAINTEXT",
                                    "SSL:SSL",
                                    "SASL_PLAINTEXT:SASL_PLAINTEXT"))
                    .form("[^:]+:[^:]+", "NAME:PROTOCOL pairs")
                    .means(
                            "Which security protocol each listener name speaks. PLAINTEXT, SSL,"
                                    + " SASL_PLAINTEXT and SASL_SSL are known as names without it;"
                                    + " this release speaks PLAINTEXT only.");

    public static final ConfigKey<String> INTER_BROKER_LISTENER_NAME =
            ConfigKey.ofString("inter.broker.listener.name")
                    .means(
                            "The listener that brokers use among themselves; without it, the one"
                                    + " named like security.inter.broker.protocol, else the first"
                                    + " that speaks it. Only one of the two keys may be set.");

    public static final ConfigKey<String> SECURITY_INTER_BROKER_PROTOCOL =
            ConfigKey.ofString("security.inter.broker.protocol")
                    .defaultsTo("PLAINTEXT")
                    .oneOf("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
                    .means(
                            "The security protocol that brokers use among themselves, where"
                                    + " inter.broker.listener.name does not name a listener.");

    public static final ConfigKey<Boolean> OLD_PROTOCOL_VERSIONS_ENABLE =
            ConfigKey.ofBoolean("old.protocol.versions.enable")
                    .defaultsTo(true)
                    .means(
                            "Whether clients are served that speak only versions which Kafka 4.0"
                                    + " removed, such as Produce 0 to 2 or OffsetCommit 1. A key of"
                                    + " Moldau's own: false gives Kafka 4's surface exactly.");

    public static final ConfigKey<Integer> NUM_NETWORK_THREADS =
            ConfigKey.ofInt("num.network.threads")
                    .atLeast(1)
                    .means(
                            "How many event loops serve all connections; without it, one per"
                                    + " processor, at most 8.");

    public static final ConfigKey<Integer> NUM_IO_THREADS =
            ConfigKey.ofInt("num.io.threads")
                    .atLeast(1)
                    .means(
                            "How many lanes own the partitions and write their logs; without it,"
                                    + " half as many as there are processors.");

    public static final ConfigKey<Integer> SOCKET_REQUEST_MAX_BYTES =
            ConfigKey.ofInt("socket.request.max.bytes")
                    .defaultsTo(104_857_600)
                    .atLeast(1)
                    .unit("bytes")
                    .means("The largest request; a larger one closes its connection.");

    public static final ConfigKey<Integer> SOCKET_SEND_BUFFER_BYTES =
            ConfigKey.ofInt("socket.send.buffer.bytes")
                    .defaultsTo(102_400)
                    .atLeast(-1)
                    .unit("bytes")
                    .perListener()
                    .means("SO_SNDBUF of client connections; -1 leaves it to the system.");

    public static final ConfigKey<Integer> SOCKET_RECEIVE_BUFFER_BYTES =
            ConfigKey.ofInt("socket.receive.buffer.bytes")
                    .defaultsTo(102_400)
                    .atLeast(-1)
                    .unit("bytes")
                    .perListener()
                    .means("SO_RCVBUF of client connections; -1 leaves it to the system.");

    public static final ConfigKey<Integer> SOCKET_LISTEN_BACKLOG_SIZE =
            ConfigKey.ofInt("socket.listen.backlog.size")
                    .defaultsTo(50)
                    .atLeast(1)
                    .perListener()
                    .means("How many connections the system may hold until they are accepted.");

    public static final ConfigKey<Long> CONNECTIONS_MAX_IDLE_MS =
            ConfigKey.ofLong("connections.max.idle.ms")
                    .defaultsTo(600_000L)
                    .unit("ms")
                    .perListener()
                    .means("A connection without traffic for so long is closed; -1 means never.");

    public static final ConfigKey<Integer> MAX_CONNECTIONS =
            ConfigKey.ofInt("max.connections")
                    .defaultsTo(Integer.MAX_VALUE)
                    .atLeast(0)
                    .perListener()
                    .means(
                            "How many connections a broker holds; further ones are closed. With"
                                    + " listener.name.NAME. in front: how many one listener"
                                    + " holds. Connections of the listener that brokers use among"
                                    + " themselves are counted apart where there are others, so"
                                    + " that clients cannot lock brokers out.");

    public static final ConfigKey<Integer> MAX_CONNECTIONS_PER_IP =
            ConfigKey.ofInt("max.connections.per.ip")
                    .defaultsTo(Integer.MAX_VALUE)
                    .atLeast(0)
                    .means("How many connections one address may hold; further ones are closed.");

    public static final ConfigKey<List<String>> MAX_CONNECTIONS_PER_IP_OVERRIDES =
            ConfigKey.ofList("max.connections.per.ip.overrides")
                    .defaultsTo(List.of())
                    .form(".+:\\d+", "address:count pairs")
                    .means("Limits for single addresses that differ from max.connections.per.ip.");

    public static final ConfigKey<Long> QUEUED_MAX_REQUEST_BYTES =
            ConfigKey.ofLong("queued.max.request.bytes")
                    .defaultsTo(-1L)
                    .atLeast(-1)
                    .unit("bytes")
                    .means(
                            "How many bytes of requests may be in work at once; reading from"
                                    + " sockets pauses at the limit. -1 means a share of the heap.");

    private NetworkKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                LISTENERS,
                ADVERTISED_LISTENERS,
                LISTENER_SECURITY_PROTOCOL_MAP,
                INTER_BROKER_LISTENER_NAME,
                SECURITY_INTER_BROKER_PROTOCOL,
                OLD_PROTOCOL_VERSIONS_ENABLE,
                NUM_NETWORK_THREADS,
                NUM_IO_THREADS,
                SOCKET_REQUEST_MAX_BYTES,
                SOCKET_SEND_BUFFER_BYTES,
                SOCKET_RECEIVE_BUFFER_BYTES,
                SOCKET_LISTEN_BACKLOG_SIZE,
                CONNECTIONS_MAX_IDLE_MS,
                MAX_CONNECTIONS,
                MAX_CONNECTIONS_PER_IP,
                MAX_CONNECTIONS_PER_IP_OVERRIDES,
                QUEUED_MAX_REQUEST_BYTES);
    }
}
