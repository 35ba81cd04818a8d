package dev.moldau.server;

import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ListenerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The whole broker inside of a JVM, for tests and for applications that bring their own: on a free
 * port of the loopback address, with a data folder that it makes and removes, or with a given one.
 *
 * <pre>{@code
 * try (EmbeddedBroker broker = EmbeddedBroker.start()) {
 *     properties.put("bootstrap.servers", broker.bootstrapServers());
 * }
 * }</pre>
 *
 * <p>Several may run in one JVM. Started and closed by one thread at a time.
 */
public final class EmbeddedBroker implements AutoCloseable {

    private final MoldauServer server;
    private final Path data;
    private final boolean temporary;

    private EmbeddedBroker(MoldauServer server, Path data, boolean temporary) {
        this.server = server;
        this.data = data;
        this.temporary = temporary;
    }

    /**
     * Starts a broker with the default settings and a data folder that {@link #close} removes.
     *
     * @throws IllegalStateException if it cannot start
     */
    public static EmbeddedBroker start() {
        return start(Map.of());
    }

    /**
     * Starts a broker with a data folder that {@link #close} removes.
     *
     * @param settings keys and values as in server.properties, stronger than the defaults here
     * @throws IllegalStateException if it cannot start
     */
    public static EmbeddedBroker start(Map<String, String> settings) {
        return start(settings, null);
    }

    /**
     * Starts a broker on a data folder that stays.
     *
     * @throws IllegalStateException if it cannot start, for example because the folder is in use
     */
    public static EmbeddedBroker start(Path data, Map<String, String> settings) {
        return start(settings, data);
    }

    private static EmbeddedBroker start(Map<String, String> settings, @Nullable Path given) {
        Path data = given;
        try {
            if (data == null) {
                data = Files.createTempDirectory("moldau");
            }
            Map<String, String> all = new HashMap<>();
            all.put("listeners", "PLAINTEXT://127.0.0.1:0");
            all.put("log.dirs", data.toString());
            all.putAll(settings);
            BrokerConfig config = ConfigFile.load(Optional.empty(), all);
            // A bug has been logged already; the application sees requests that fail.
            MoldauServer server =
                    MoldauServer.start(config, LoggerLevels.NONE, (thread, bug) -> {});
            return new EmbeddedBroker(server, data, given == null);
        } catch (StartException | IOException e) {
            throw new IllegalStateException(
                    "the embedded broker did not start: " + e.getMessage(), e);
        }
    }

    /** What clients of the first listener put into {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return bootstrapServers(server.listeners().getFirst().name());
    }

    /**
     * What clients of a listener put into {@code bootstrap.servers}.
     *
     * @param listener its name
     * @throws IllegalArgumentException if there is no listener of that name
     */
    public String bootstrapServers(String listener) {
        for (ListenerAddress each : server.listeners()) {
            if (each.name().equalsIgnoreCase(listener)) {
                return bootstrap(each);
            }
        }
        throw new IllegalArgumentException(
                "there is no listener " + listener + ", only " + server.listeners());
    }

    private static String bootstrap(ListenerAddress listener) {
        String host = listener.isEveryAddress() ? "127.0.0.1" : listener.host();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + listener.port();
    }

    /** The port of the first listener. */
    public int port() {
        return server.listeners().getFirst().port();
    }

    /** The data folder. */
    public Path data() {
        return data;
    }

    /** The server, for what it counts. */
    public MoldauServer server() {
        return server;
    }

    /** Stops the broker in order, and removes the data folder if it was made for it. */
    @Override
    public void close() {
        server.close();
        if (temporary) {
            delete(data);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot remove the data folder " + folder, e);
        }
    }
}
