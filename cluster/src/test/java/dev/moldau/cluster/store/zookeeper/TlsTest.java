package dev.moldau.cluster.store.zookeeper;

import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.A;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.creation;
import static dev.moldau.cluster.store.zookeeper.StoresUnderTest.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreUnavailableException;
import dev.moldau.common.config.InvalidConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.auth.X509AuthenticationProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS to ZooKeeper, both sides with certificates that keytool makes. */
class TlsTest {

    private static final String PASSWORD = "secret-of-the-test";

    private static final String CERTIFICATES_AS_IDENTITIES = "zookeeper.authProvider.x509";

    @TempDir static Path folder;

    private static EmbeddedZooKeeper server;
    private final StoresUnderTest stores = new StoresUnderTest();

    @BeforeAll
    static void startServer() throws Exception {
        makeKey("server", "ip:127.0.0.1,dns:localhost");
        makeKey("elsewhere", "dns:elsewhere");
        makeKey("broker", "dns:broker");
        makeKey("stranger", "ip:127.0.0.1,dns:localhost");
        trust("brokers-trust", "server");
        trust("brokers-trust", "elsewhere");
        trust("servers-trust", "broker");
        trust("wrong-trust", "stranger");
        // The server knows no other way to be told.
        serverProperties().forEach(System::setProperty);
        ProviderRegistry.initialize();
        ProviderRegistry.addOrUpdateProvider(CERTIFICATES_AS_IDENTITIES);
        server = EmbeddedZooKeeper.startSecure(folder.resolve("data"));
    }

    private static Map<String, String> serverProperties() {
        return Map.of(
                CERTIFICATES_AS_IDENTITIES,
                X509AuthenticationProvider.class.getName(),
                "zookeeper.ssl.keyStore.location",
                file("server"),
                "zookeeper.ssl.keyStore.password",
                PASSWORD,
                "zookeeper.ssl.trustStore.location",
                file("servers-trust"),
                "zookeeper.ssl.trustStore.password",
                PASSWORD,
                // Brokers come from anywhere: whose certificate it is counts, not from where.
                "zookeeper.ssl.clientHostnameVerification",
                "false");
    }

    @AfterAll
    static void stopServer() {
        server.close();
        serverProperties().keySet().forEach(System::clearProperty);
    }

    @AfterEach
    void closeStores() {
        stores.close();
    }

    private static String file(String name) {
        return folder.resolve(name + ".p12").toString();
    }

    private static void makeKey(String name, String alternativeName) throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=" + alternativeName,
                "-keystore",
                file(name));
        keytool("-exportcert", "-alias", name, "-keystore", file(name), "-file", certificate(name));
    }

    private static String certificate(String name) {
        return folder.resolve(name + ".cer").toString();
    }

    private static void trust(String store, String name) throws Exception {
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                name,
                "-keystore",
                file(store),
                "-file",
                certificate(name));
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD, "-storetype", "PKCS12"));
        Process process = start(command);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("keytool ends").isTrue();
        assertThat(process.exitValue()).as(String.join(" ", command)).isZero();
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
    }

    private static Map<String, String> settings(String trust) {
        Map<String, String> settings = new HashMap<>();
        settings.put("zookeeper.ssl.client.enable", "true");
        settings.put("zookeeper.ssl.keystore.location", file("broker"));
        settings.put("zookeeper.ssl.keystore.password", PASSWORD);
        settings.put("zookeeper.ssl.keystore.type", "PKCS12");
        settings.put("zookeeper.ssl.truststore.location", file(trust));
        settings.put("zookeeper.ssl.truststore.password", PASSWORD);
        settings.put("zookeeper.connection.timeout.ms", "15000");
        return settings;
    }

    @Test
    void aStoreWorksOverTlsAndItsCertificateIsTheIdentityOfItsRights() {
        Map<String, String> settings = settings("brokers-trust");
        settings.put("zookeeper.set.acl", "true");
        settings.put("zookeeper.ssl.enabled.protocols", "TLSv1.3,TLSv1.2");
        ClusterStore store = stores.open(server.connect() + "/east", settings);
        store.commit(List.of(creation(A, "1")));
        ClusterStore second = stores.open(server.connect() + "/east", settings);
        assertThat(value(second, A)).isEqualTo("1@0");
    }

    @Test
    void aServerWhoseCertificateIsNotTrustedIsNotSpokenWith() {
        Map<String, String> settings = settings("wrong-trust");
        settings.put("zookeeper.connection.timeout.ms", "2000");
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> stores.open(server.connect(), settings))
                .withMessageContaining("zookeeper.ssl.*");
    }

    @Test
    void aCertificateMustNameTheServer() {
        String property = "zookeeper.ssl.keyStore.location";
        System.setProperty(property, file("elsewhere"));
        try {
            Map<String, String> settings = settings("brokers-trust");
            settings.put("zookeeper.connection.timeout.ms", "2000");
            assertThatExceptionOfType(StoreUnavailableException.class)
                    .isThrownBy(() -> stores.open(server.connect(), settings));
            settings.put("zookeeper.ssl.endpoint.identification.algorithm", "");
            assertThatExceptionOfType(InvalidConfigException.class)
                    .isThrownBy(() -> stores.open(server.connect(), settings))
                    .withMessageContaining("always checked");
        } finally {
            System.setProperty(property, file("server"));
        }
    }

    @Test
    void aServerThatIsSpokenWithWithoutTlsIsNamedWithTheSetting() {
        Map<String, String> plain = Map.of("zookeeper.connection.timeout.ms", "1500");
        assertThatExceptionOfType(StoreUnavailableException.class)
                .isThrownBy(() -> stores.open(server.connect(), plain))
                .withMessageContaining("zookeeper.ssl.client.enable");
    }
}
