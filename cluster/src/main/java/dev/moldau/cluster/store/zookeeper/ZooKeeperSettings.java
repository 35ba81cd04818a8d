package dev.moldau.cluster.store.zookeeper;

import static dev.moldau.common.config.ZooKeeperKeys.ZOOKEEPER_CONNECTION_TIMEOUT_MS;
import static dev.moldau.common.config.ZooKeeperKeys.ZOOKEEPER_SESSION_TIMEOUT_MS;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.common.config.ZooKeeperConnect;
import dev.moldau.common.config.ZooKeeperKeys;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.zookeeper.client.ZKClientConfig;

/** What a broker's settings say about its ZooKeeper ensemble. Immutable. */
final class ZooKeeperSettings {

    /** Where a JVM is told of its JAAS file, which ZooKeeper's client reads by itself. */
    private static final String JAAS_FILE = "java.security.auth.login.config";

    private final BrokerConfig config;
    private final ZooKeeperConnect connect;

    private ZooKeeperSettings(BrokerConfig config, ZooKeeperConnect connect) {
        this.config = config;
        this.connect = connect;
    }

    /**
     * @throws InvalidConfigException if zookeeper.connect is missing or wrong, or settings do not
     *     fit together
     */
    static ZooKeeperSettings of(BrokerConfig config) {
        ZooKeeperConnect connect =
                config.zooKeeperConnect()
                        .orElseThrow(
                                () ->
                                        wrong(
                                                ZooKeeperKeys.ZOOKEEPER_CONNECT.name(),
                                                "is not set, and a store on ZooKeeper needs it"));
        ZooKeeperSettings settings = new ZooKeeperSettings(config, connect);
        settings.check();
        return settings;
    }

    private void check() {
        boolean named = config.isSet(ZooKeeperKeys.ZOOKEEPER_DIGEST_USERNAME);
        if (named != config.isSet(ZooKeeperKeys.ZOOKEEPER_DIGEST_PASSWORD)) {
            throw wrong(
                    "zookeeper.digest.username",
                    "and zookeeper.digest.password belong together: set both or none");
        }
        boolean certified = secure() && config.isSet(ZooKeeperKeys.ZOOKEEPER_SSL_KEYSTORE_LOCATION);
        boolean jaas = System.getProperty(JAAS_FILE) != null;
        if (setAcl() && !named && !certified && !jaas) {
            throw wrong(
                    "zookeeper.set.acl",
                    "is true, but this broker has no identity to give the rights to: set"
                            + " zookeeper.digest.username and zookeeper.digest.password, or"
                            + " zookeeper.ssl.keystore.location, or a JAAS file with a Client section"
                            + " by -D"
                            + JAAS_FILE);
        }
    }

    private static InvalidConfigException wrong(String key, String problem) {
        return new InvalidConfigException(key, key + " " + problem + ".");
    }

    ZooKeeperConnect connect() {
        return connect;
    }

    int sessionTimeoutMs() {
        return config.get(ZOOKEEPER_SESSION_TIMEOUT_MS);
    }

    /** How long a call may take, the wait for a connection included. */
    int callTimeoutMs() {
        return config.find(ZOOKEEPER_CONNECTION_TIMEOUT_MS).orElse(sessionTimeoutMs());
    }

    /** How large a request the servers read. */
    int maxRequestBytes() {
        return config.get(ZooKeeperKeys.ZOOKEEPER_JUTE_MAXBUFFER);
    }

    boolean setAcl() {
        return config.get(ZooKeeperKeys.ZOOKEEPER_SET_ACL);
    }

    /** Name and password as ZooKeeper's scheme "digest" takes them. */
    Optional<byte[]> digest() {
        return config.find(ZooKeeperKeys.ZOOKEEPER_DIGEST_USERNAME)
                .map(
                        name ->
                                name
                                        + ":"
                                        + config.get(ZooKeeperKeys.ZOOKEEPER_DIGEST_PASSWORD)
                                                .value())
                .map(both -> both.getBytes(StandardCharsets.UTF_8));
    }

    boolean secure() {
        return config.get(ZooKeeperKeys.ZOOKEEPER_SSL_CLIENT_ENABLE);
    }

    /** What ZooKeeper's client is to know, for one handle. */
    ZKClientConfig clientConfig() {
        return ClientProperties.of(config, callTimeoutMs());
    }
}
