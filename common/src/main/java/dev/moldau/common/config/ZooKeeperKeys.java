package dev.moldau.common.config;

import java.util.List;

/**
 * The ZooKeeper ensemble that keeps a cluster's metadata: where it is, how long to wait for it, how
 * to prove who we are. The names are those of Kafka 3; {@code zookeeper.digest.*} and {@code
 * zookeeper.jute.maxbuffer} are our own.
 */
public final class ZooKeeperKeys {

    public static final ConfigKey<String> ZOOKEEPER_CONNECT =
            ConfigKey.ofString("zookeeper.connect")
                    .means(
                            "The ZooKeeper ensemble of a cluster: host:port pairs with an optional"
                                    + " chroot at the end, such as zk1:2181,zk2:2181,zk3:2181/east."
                                    + " Port 2181 may be left out; an IPv6 address stands in"
                                    + " brackets. Clusters that share an ensemble each have a"
                                    + " chroot, which is made if it does not exist. Without this"
                                    + " setting the broker is a cluster of its own.");

    public static final ConfigKey<Integer> ZOOKEEPER_SESSION_TIMEOUT_MS =
            ConfigKey.ofInt("zookeeper.session.timeout.ms")
                    .defaultsTo(18_000)
                    .atLeast(1_000)
                    .unit("ms")
                    .means(
                            "How long ZooKeeper hears nothing from a broker before it takes it for"
                                    + " dead. The servers' tickTime bounds it: 2 to 20 ticks.");

    public static final ConfigKey<Integer> ZOOKEEPER_CONNECTION_TIMEOUT_MS =
            ConfigKey.ofInt("zookeeper.connection.timeout.ms")
                    .atLeast(1)
                    .unit("ms")
                    .means(
                            "How long the start, and every call after it, waits for ZooKeeper;"
                                    + " without it zookeeper.session.timeout.ms.");

    public static final ConfigKey<Integer> ZOOKEEPER_JUTE_MAXBUFFER =
            ConfigKey.ofInt("zookeeper.jute.maxbuffer")
                    .defaultsTo(1_048_575)
                    .atLeast(65_536)
                    .unit("bytes")
                    .means(
                            "What the ZooKeeper servers' jute.maxbuffer is: the most that one"
                                    + " transaction holds. Raise it on every server first, with"
                                    + " -Djute.maxbuffer, then here: a server cuts the connection"
                                    + " over a larger request.");

    public static final ConfigKey<Boolean> ZOOKEEPER_SET_ACL =
            ConfigKey.ofBoolean("zookeeper.set.acl")
                    .defaultsTo(false)
                    .means(
                            "Whether only this broker's identity may see and change what it makes"
                                    + " in ZooKeeper. All brokers of a cluster have the same"
                                    + " identity: zookeeper.digest.*, a TLS certificate, or the"
                                    + " Client section of a JAAS file"
                                    + " (-Djava.security.auth.login.config).");

    public static final ConfigKey<String> ZOOKEEPER_DIGEST_USERNAME =
            ConfigKey.ofString("zookeeper.digest.username")
                    .form("[^:]+", "without a colon")
                    .means(
                            "The name with which the broker presents itself to ZooKeeper (scheme"
                                    + " digest). Kafka has no such key and knows JAAS files only,"
                                    + " which work here too.");

    public static final ConfigKey<Password> ZOOKEEPER_DIGEST_PASSWORD =
            ConfigKey.ofPassword("zookeeper.digest.password")
                    .means("The password that belongs to zookeeper.digest.username.");

    public static final ConfigKey<Boolean> ZOOKEEPER_SSL_CLIENT_ENABLE =
            ConfigKey.ofBoolean("zookeeper.ssl.client.enable")
                    .defaultsTo(false)
                    .means(
                            "Whether to speak TLS with ZooKeeper; its secureClientPort is the port"
                                    + " to name in zookeeper.connect. zookeeper.clientCnxnSocket"
                                    + " need not be set.");

    public static final ConfigKey<String> ZOOKEEPER_SSL_KEYSTORE_LOCATION =
            ConfigKey.ofString("zookeeper.ssl.keystore.location")
                    .means(
                            "The file with the broker's certificate and key, where ZooKeeper asks"
                                    + " its clients for one.");

    public static final ConfigKey<Password> ZOOKEEPER_SSL_KEYSTORE_PASSWORD =
            ConfigKey.ofPassword("zookeeper.ssl.keystore.password")
                    .means("The password of the key store, and of the key in it.");

    public static final ConfigKey<String> ZOOKEEPER_SSL_KEYSTORE_TYPE =
            ConfigKey.ofString("zookeeper.ssl.keystore.type")
                    .oneOfIgnoringCase("JKS", "PKCS12", "PEM", "BCFKS")
                    .means("The form of the key store; without it the file's ending tells.");

    public static final ConfigKey<String> ZOOKEEPER_SSL_TRUSTSTORE_LOCATION =
            ConfigKey.ofString("zookeeper.ssl.truststore.location")
                    .means(
                            "The file with the certificates that sign ZooKeeper's; without it the"
                                    + " JVM's own.");

    public static final ConfigKey<Password> ZOOKEEPER_SSL_TRUSTSTORE_PASSWORD =
            ConfigKey.ofPassword("zookeeper.ssl.truststore.password")
                    .means("The password of the trust store.");

    public static final ConfigKey<String> ZOOKEEPER_SSL_TRUSTSTORE_TYPE =
            ConfigKey.ofString("zookeeper.ssl.truststore.type")
                    .oneOfIgnoringCase("JKS", "PKCS12", "PEM", "BCFKS")
                    .means("The form of the trust store; without it the file's ending tells.");

    public static final ConfigKey<String> ZOOKEEPER_SSL_PROTOCOL =
            ConfigKey.ofString("zookeeper.ssl.protocol")
                    .defaultsTo("TLSv1.2")
                    .means("The protocol of the TLS context, unless enabled.protocols says more.");

    public static final ConfigKey<List<String>> ZOOKEEPER_SSL_ENABLED_PROTOCOLS =
            ConfigKey.ofList("zookeeper.ssl.enabled.protocols")
                    .means("The TLS protocols to offer; without it zookeeper.ssl.protocol alone.");

    public static final ConfigKey<List<String>> ZOOKEEPER_SSL_CIPHER_SUITES =
            ConfigKey.ofList("zookeeper.ssl.cipher.suites")
                    .means("The cipher suites to offer; without it ZooKeeper's own choice.");

    public static final ConfigKey<String> ZOOKEEPER_SSL_ENDPOINT_IDENTIFICATION_ALGORITHM =
            ConfigKey.ofString("zookeeper.ssl.endpoint.identification.algorithm")
                    .defaultsTo("HTTPS")
                    .only("HTTPS", "HTTPS: a server's name is always checked")
                    .withoutEffect("the name in a server's certificate is always checked")
                    .means(
                            "That a server's certificate must name the host that was connected to."
                                    + " Netty 4.2 checks it whatever ZooKeeper's client says, so"
                                    + " that it cannot be switched off.");

    public static final ConfigKey<Boolean> ZOOKEEPER_SSL_CRL_ENABLE =
            ConfigKey.ofBoolean("zookeeper.ssl.crl.enable")
                    .defaultsTo(false)
                    .means("Whether certificates are looked for in revocation lists.");

    public static final ConfigKey<Boolean> ZOOKEEPER_SSL_OCSP_ENABLE =
            ConfigKey.ofBoolean("zookeeper.ssl.ocsp.enable")
                    .defaultsTo(false)
                    .means("Whether the issuer is asked if a certificate was revoked.");

    private ZooKeeperKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                ZOOKEEPER_CONNECT,
                ZOOKEEPER_SESSION_TIMEOUT_MS,
                ZOOKEEPER_CONNECTION_TIMEOUT_MS,
                ZOOKEEPER_JUTE_MAXBUFFER,
                ZOOKEEPER_SET_ACL,
                ZOOKEEPER_DIGEST_USERNAME,
                ZOOKEEPER_DIGEST_PASSWORD,
                ZOOKEEPER_SSL_CLIENT_ENABLE,
                ZOOKEEPER_SSL_KEYSTORE_LOCATION,
                ZOOKEEPER_SSL_KEYSTORE_PASSWORD,
                ZOOKEEPER_SSL_KEYSTORE_TYPE,
                ZOOKEEPER_SSL_TRUSTSTORE_LOCATION,
                ZOOKEEPER_SSL_TRUSTSTORE_PASSWORD,
                ZOOKEEPER_SSL_TRUSTSTORE_TYPE,
                ZOOKEEPER_SSL_PROTOCOL,
                ZOOKEEPER_SSL_ENABLED_PROTOCOLS,
                ZOOKEEPER_SSL_CIPHER_SUITES,
                ZOOKEEPER_SSL_ENDPOINT_IDENTIFICATION_ALGORITHM,
                ZOOKEEPER_SSL_CRL_ENABLE,
                ZOOKEEPER_SSL_OCSP_ENABLE);
    }
}
