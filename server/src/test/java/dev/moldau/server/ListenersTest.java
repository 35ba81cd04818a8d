package dev.moldau.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.moldau.common.config.ListenerAddress;
import dev.moldau.server.net.LogLines;
import dev.moldau.server.net.SocketServer;
import dev.moldau.server.net.Waiting;
import java.net.Inet6Address;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several listeners, each with its own clients: Kafka's client judges what it is told. */
@Timeout(90)
class ListenersTest {

    private static final String MAP = "INTERNAL:PLAINTEXT,EXTERNAL:PLAINTEXT";
    private static final long DEADLINE_S = 30;

    /** Two listeners on one machine, told under different names of it. */
    private static final Map<String, String> TWO =
            Map.of(
                    "listeners", "INTERNAL://127.0.0.1:0,external://127.0.0.1:0",
                    "listener.security.protocol.map", MAP,
                    "advertised.listeners", "EXTERNAL://localhost:0",
                    "inter.broker.listener.name", "INTERNAL",
                    "group.initial.rebalance.delay.ms", "0");

    /** Field report 57. */
    @Test
    void eachClientSeesTheAddressesOfTheListenerItCameBy() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(TWO);
                Admin inside = admin(broker, "INTERNAL");
                Admin outside = admin(broker, "EXTERNAL")) {
            inside.createTopics(List.of(new NewTopic("t", 1, (short) 1)))
                    .all()
                    .get(DEADLINE_S, TimeUnit.SECONDS);
            String internal = broker.bootstrapServers("INTERNAL");
            String external = broker.bootstrapServers("EXTERNAL").replace("127.0.0.1", "localhost");
            assertThat(internal).startsWith("127.0.0.1:").isNotEqualTo(external);
            assertThat(addressesOf(inside)).containsExactly(internal);
            assertThat(addressesOf(outside)).containsExactly(external);
            assertThat(leader(inside)).isEqualTo(internal);
            assertThat(leader(outside)).isEqualTo(external);
            assertThat(coordinator(inside, broker, "INTERNAL")).isEqualTo(internal);
            assertThat(coordinator(outside, broker, "EXTERNAL")).isEqualTo(external);
        }
    }

    @Test
    void whatComesInByOneGoesOutByTheOther() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(TWO)) {
            produce(broker, "INTERNAL");
            assertThat(consume(broker, "EXTERNAL")).isEqualTo(1);
            SocketServer sockets = broker.server().sockets();
            assertThat(sockets.counters("INTERNAL").requests()).isPositive();
            assertThat(sockets.counters("EXTERNAL").requests()).isPositive();
            assertThat(sockets.counters("INTERNAL").requests())
                    .isLessThan(sockets.counters().requests());
            assertThat(broker.server().listeners().toString())
                    .contains("INTERNAL://127.0.0.1:", "EXTERNAL://127.0.0.1:");
        }
    }

    @Test
    void anIpv6ListenerIsToldInItsOwnForm() throws Exception {
        assumeThat(hasIpv6()).as("IPv6 on loopback").isTrue();
        Map<String, String> settings =
                Map.of(
                        "listeners",
                        "INTERNAL://127.0.0.1:0,EXTERNAL://[::1]:0",
                        "listener.security.protocol.map",
                        MAP);
        try (EmbeddedBroker broker = EmbeddedBroker.start(settings);
                Admin outside = admin(broker, "EXTERNAL")) {
            assertThat(broker.bootstrapServers("EXTERNAL")).startsWith("[::1]:");
            Node node =
                    outside.describeCluster()
                            .nodes()
                            .get(DEADLINE_S, TimeUnit.SECONDS)
                            .iterator()
                            .next();
            assertThat(node.host()).isEqualTo("::1");
        }
    }

    @Test
    void theSamePortMayServeIpv4AndIpv6() throws Exception {
        assumeThat(hasIpv6()).as("IPv6 on loopback").isTrue();
        int port;
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            port = broker.port();
        }
        Map<String, String> settings =
                Map.of(
                        "listeners",
                        "INTERNAL://127.0.0.1:" + port + ",EXTERNAL://[::1]:" + port,
                        "listener.security.protocol.map",
                        MAP);
        try (EmbeddedBroker broker = EmbeddedBroker.start(settings)) {
            assertThat(broker.server().listeners())
                    .extracting(ListenerAddress::port)
                    .containsOnly(port);
        }
    }

    @Test
    void aListenerThatCannotBeServedYetIsRefused() {
        assertThatThrownBy(
                        () -> EmbeddedBroker.start(Map.of("listeners", "PLAINTEXT://:0,SSL://:0")))
                .hasMessageContaining("SSL://:0")
                .hasMessageContaining("use PLAINTEXT");
    }

    @Test
    void aCombinationThatCannotBeIsRefusedWithItsKey() {
        Map<String, String> settings = new HashMap<>(TWO);
        settings.put("inter.broker.listener.name", "BROKERS");
        assertThatThrownBy(() -> EmbeddedBroker.start(settings))
                .hasMessageContaining("inter.broker.listener.name is BROKERS")
                .hasMessageContaining("INTERNAL, EXTERNAL");
    }

    /** Field report 57. */
    @Test
    void anAddressThatNobodyOutsideCanReachIsSaidAtTheStart() throws Exception {
        Map<String, String> settings =
                Map.of(
                        "listeners", "INTERNAL://127.0.0.1:0,EXTERNAL://:0",
                        "listener.security.protocol.map", MAP,
                        "advertised.listeners", "INTERNAL://127.0.0.1:0,EXTERNAL://127.0.0.1:9094");
        try (LogLines log = new LogLines();
                EmbeddedBroker broker = EmbeddedBroker.start(settings)) {
            assertThat(broker.port()).isPositive();
            Waiting.until(
                    "it is said",
                    () -> log.all().stream().anyMatch(line -> line.contains("loopback")));
            assertThat(log.all().stream().filter(line -> line.contains("loopback")))
                    .singleElement()
                    .asString()
                    .contains("EXTERNAL://127.0.0.1:9094", "set advertised.listeners");
        }
    }

    private static List<String> addressesOf(Admin admin) throws Exception {
        Collection<Node> nodes = admin.describeCluster().nodes().get(DEADLINE_S, TimeUnit.SECONDS);
        return nodes.stream().map(ListenersTest::address).toList();
    }

    private static String leader(Admin admin) throws Exception {
        Map<String, TopicDescription> topics =
                admin.describeTopics(List.of("t"))
                        .allTopicNames()
                        .get(DEADLINE_S, TimeUnit.SECONDS);
        return address(requireNonNull(topics.get("t")).partitions().getFirst().leader());
    }

    private static String coordinator(Admin admin, EmbeddedBroker broker, String listener)
            throws Exception {
        produce(broker, listener);
        consume(broker, listener);
        String group = "group-" + listener;
        Map<String, ConsumerGroupDescription> groups =
                admin.describeConsumerGroups(List.of(group))
                        .all()
                        .get(DEADLINE_S, TimeUnit.SECONDS);
        return address(requireNonNull(groups.get(group)).coordinator());
    }

    private static String address(Node node) {
        return node.host() + ":" + node.port();
    }

    private static void produce(EmbeddedBroker broker, String listener) throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers(listener)),
                        new StringSerializer(),
                        new StringSerializer())) {
            producer.send(new ProducerRecord<>("t", "value")).get(DEADLINE_S, TimeUnit.SECONDS);
        }
    }

    private static int consume(EmbeddedBroker broker, String listener) {
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        Map.of(
                                "bootstrap.servers",
                                broker.bootstrapServers(listener),
                                "group.id",
                                "group-" + listener,
                                "auto.offset.reset",
                                "earliest"),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            consumer.subscribe(List.of("t"));
            ConsumerRecords<String, String> records = consumer.poll(Duration.ZERO);
            while (records.isEmpty()) {
                // The class's time-out is the deadline.
                records = consumer.poll(Duration.ofMillis(200));
            }
            return records.count();
        }
    }

    private static Admin admin(EmbeddedBroker broker, String listener) {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers(listener)));
    }

    private static boolean hasIpv6() throws Exception {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .anyMatch(
                        address -> address instanceof Inet6Address && address.isLoopbackAddress());
    }
}
