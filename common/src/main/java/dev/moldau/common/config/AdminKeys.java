package dev.moldau.common.config;

import java.util.List;
import java.util.stream.Stream;

/** What an admin client has beyond {@link ClientKeys}, or with other defaults than producers. */
public final class AdminKeys {

    public static final ConfigKey<Integer> DEFAULT_API_TIMEOUT_MS =
            ConfigKey.ofInt("default.api.timeout.ms")
                    .defaultsTo(60_000)
                    .atLeast(0)
                    .unit("ms")
                    .means(
                            "How long an operation may take with all its repetitions, where the"
                                    + " caller names no time.");

    public static final ConfigKey<Long> CONNECTIONS_MAX_IDLE_MS =
            ConfigKey.ofLong("connections.max.idle.ms")
                    .defaultsTo(300_000L)
                    .unit("ms")
                    .means("A connection without traffic for so long is closed; -1 means never.");

    public static final ConfigKey<Integer> RECEIVE_BUFFER_BYTES =
            ConfigKey.ofInt("receive.buffer.bytes")
                    .defaultsTo(65_536)
                    .atLeast(-1)
                    .unit("bytes")
                    .means("SO_RCVBUF of the connections; -1 leaves it to the system.");

    public static final ConfigKey<Boolean> ENABLE_METRICS_PUSH =
            ConfigKey.ofBoolean("enable.metrics.push")
                    .defaultsTo(false)
                    .withoutEffect("clients do not push their figures to brokers")
                    .means("Whether the client pushes its figures to brokers that ask for them.");

    public static final ConfigKey<List<String>> BOOTSTRAP_CONTROLLERS =
            ConfigKey.ofList("bootstrap.controllers")
                    .defaultsTo(List.of())
                    .only(
                            List.of(),
                            "without elements, for requests go through brokers: set"
                                    + " bootstrap.servers instead")
                    .withoutEffect("requests go through brokers")
                    .means(
                            "Controllers to talk to directly. Must be empty: set bootstrap.servers"
                                    + " instead.");

    private static final ConfigCatalogue CATALOGUE =
            new ConfigCatalogue(
                    Stream.of(own(), ClientKeys.all(), SecurityKeys.all())
                            .flatMap(List::stream)
                            .toList());

    private AdminKeys() {}

    /** Every key that an admin client understands, those without effect included. */
    public static ConfigCatalogue all() {
        return CATALOGUE;
    }

    static List<ConfigKey<?>> own() {
        return List.of(
                DEFAULT_API_TIMEOUT_MS,
                CONNECTIONS_MAX_IDLE_MS,
                RECEIVE_BUFFER_BYTES,
                ENABLE_METRICS_PUSH,
                BOOTSTRAP_CONTROLLERS);
    }
}
