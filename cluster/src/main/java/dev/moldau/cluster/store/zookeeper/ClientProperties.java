package dev.moldau.cluster.store.zookeeper;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.Password;
import dev.moldau.common.config.ZooKeeperKeys;
import java.util.List;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * A broker's settings under the names that ZooKeeper's own client gives them. They are given to the
 * handle, not to the JVM, so that several stores of one process do not mix.
 */
final class ClientProperties {

    /**
     * The largest answer that is read: the names of a collection come in one. Servers do not bound
     * their answers by what they take as requests.
     */
    private static final int MAX_ANSWER_BYTES = 64 * 1_024 * 1_024;

    private static final String TLS_SOCKET = "org.apache.zookeeper.ClientCnxnSocketNetty";

    private final BrokerConfig config;
    private final ZKClientConfig properties = new ZKClientConfig();

    private ClientProperties(BrokerConfig config) {
        this.config = config;
    }

    static ZKClientConfig of(BrokerConfig config, int requestTimeoutMs) {
        ClientProperties made = new ClientProperties(config);
        made.set("jute.maxbuffer", MAX_ANSWER_BYTES);
        // Bounds the one call that waits within ZooKeeper's client: the end of a session.
        made.set(ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, requestTimeoutMs);
        if (config.get(ZooKeeperKeys.ZOOKEEPER_SSL_CLIENT_ENABLE)) {
            made.setTls();
        }
        return made.properties;
    }

    private void setTls() {
        set(ZKClientConfig.SECURE_CLIENT, true);
        set(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, TLS_SOCKET);
        copy("keyStore.location", ZooKeeperKeys.ZOOKEEPER_SSL_KEYSTORE_LOCATION);
        copy("keyStore.password", ZooKeeperKeys.ZOOKEEPER_SSL_KEYSTORE_PASSWORD);
        copy("keyStore.type", ZooKeeperKeys.ZOOKEEPER_SSL_KEYSTORE_TYPE);
        copy("trustStore.location", ZooKeeperKeys.ZOOKEEPER_SSL_TRUSTSTORE_LOCATION);
        copy("trustStore.password", ZooKeeperKeys.ZOOKEEPER_SSL_TRUSTSTORE_PASSWORD);
        copy("trustStore.type", ZooKeeperKeys.ZOOKEEPER_SSL_TRUSTSTORE_TYPE);
        copy("protocol", ZooKeeperKeys.ZOOKEEPER_SSL_PROTOCOL);
        copy("enabledProtocols", ZooKeeperKeys.ZOOKEEPER_SSL_ENABLED_PROTOCOLS);
        copy("ciphersuites", ZooKeeperKeys.ZOOKEEPER_SSL_CIPHER_SUITES);
        copy("crl", ZooKeeperKeys.ZOOKEEPER_SSL_CRL_ENABLE);
        copy("ocsp", ZooKeeperKeys.ZOOKEEPER_SSL_OCSP_ENABLE);
    }

    private void copy(String name, ConfigKey<?> key) {
        config.find(key).ifPresent(value -> set("zookeeper.ssl." + name, text(value)));
    }

    private static String text(Object value) {
        return switch (value) {
            case Password password -> password.value();
            case List<?> list -> String.join(",", list.stream().map(Object::toString).toList());
            default -> value.toString();
        };
    }

    private void set(String name, Object value) {
        properties.setProperty(name, value.toString());
    }
}
