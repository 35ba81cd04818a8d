package dev.moldau.cli.laptop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a cluster on one machine is made of. All of it listens on the loopback.
 *
 * @param brokers how many brokers, at least one
 * @param folder where their data, settings and logs are
 * @param port the first broker's; the others follow
 * @param zooKeeperPort ZooKeeper's
 * @param overrides settings of all brokers, stronger than those chosen here
 */
public record LaptopSettings(
        int brokers, Path folder, int port, int zooKeeperPort, Map<String, String> overrides) {

    private static final int MAX_PORT = 65_535;

    /** Of how many brokers each partition is kept on three, if there are that many. */
    private static final int REPLICAS = 3;

    public LaptopSettings {
        if (brokers < 1) {
            throw new IllegalArgumentException("a cluster has at least one broker, not " + brokers);
        }
        if (port < 1 || port + brokers - 1 > MAX_PORT) {
            throw new IllegalArgumentException(
                    "the ports of "
                            + brokers
                            + " brokers from "
                            + port
                            + " on are not between 1 and "
                            + MAX_PORT);
        }
        if (zooKeeperPort >= port && zooKeeperPort < port + brokers) {
            throw new IllegalArgumentException(
                    "port " + zooKeeperPort + " cannot be ZooKeeper's and a broker's");
        }
        folder = folder.toAbsolutePath().normalize();
        overrides = Map.copyOf(overrides);
    }

    String bootstrapServers() {
        return IntStream.range(0, brokers)
                .mapToObj(i -> "127.0.0.1:" + (port + i))
                .collect(Collectors.joining(","));
    }

    String zooKeeper() {
        return "127.0.0.1:" + zooKeeperPort;
    }

    String zooKeeperConnect() {
        return zooKeeper() + "/moldau";
    }

    Path zooKeeperData() {
        return folder.resolve("zookeeper");
    }

    Path log(String name) {
        return folder.resolve(name + ".log");
    }

    /** Writes a broker's settings down, so that it can also be started alone. */
    Path writeBroker(int id) throws IOException {
        Path file = folder.resolve("broker-" + id + ".properties");
        String lines =
                broker(id).entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue() + "\n")
                        .collect(Collectors.joining());
        return Files.writeString(
                file,
                "# Written anew by each 'bin/moldau cluster start'. To start this broker alone:\n"
                        + "# bin/moldau start --config "
                        + file
                        + "\n"
                        + lines);
    }

    private Map<String, String> broker(int id) {
        int replicas = Math.min(REPLICAS, brokers);
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("node.id", Integer.toString(id));
        settings.put("listeners", "PLAINTEXT://127.0.0.1:" + (port + id - 1));
        settings.put("log.dirs", folder.resolve("broker-" + id).toString());
        settings.put("zookeeper.connect", zooKeeperConnect());
        settings.put("zookeeper.session.timeout.ms", "6000");
        // All start at once, which keeps a small machine busy.
        settings.put("zookeeper.connection.timeout.ms", "30000");
        settings.put("default.replication.factor", Integer.toString(replicas));
        settings.put("offsets.topic.replication.factor", Integer.toString(replicas));
        settings.put("min.insync.replicas", Integer.toString(Math.max(1, replicas - 1)));
        settings.putAll(overrides);
        return settings;
    }
}
