package dev.moldau.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.SystemClock;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.ListenerAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is each listener's own: its limit, its counts, its name in the log. */
@Timeout(60)
class SeveralListenersTest {

    private static final long LONG = TestServer.LONG_IDLE_MS;
    private static final ListenerAddress INTERNAL =
            new ListenerAddress("INTERNAL", "PLAINTEXT", "127.0.0.1", 0);
    private static final ListenerAddress EXTERNAL =
            new ListenerAddress("EXTERNAL", "PLAINTEXT", "127.0.0.1", 0);

    @Test
    void aListenerHoldsNoMoreThanItsOwnLimit() throws Exception {
        try (LogLines log = new LogLines();
                Two server = new Two(10, limited(EXTERNAL, 1), limited(INTERNAL, 10));
                RawClient first = new RawClient(server.external)) {
            server.awaitOpen("EXTERNAL", 1);
            try (RawClient second = new RawClient(server.external)) {
                second.awaitClosed();
            }
            assertThat(log.all())
                    .singleElement()
                    .asString()
                    .contains("on EXTERNAL: ", "listener.name.external.max.connections=1");
            try (RawClient inside = new RawClient(server.internal)) {
                server.awaitOpen("INTERNAL", 1);
                assertThat(server.sockets.counters("EXTERNAL").refused()).isEqualTo(1);
                assertThat(server.sockets.counters("INTERNAL").refused()).isZero();
                assertThat(server.sockets.counters().open()).isEqualTo(2);
                assertThat(inside).isNotNull();
            }
            assertThat(first).isNotNull();
        }
    }

    @Test
    void aPlaceThatIsLeftMayBeTakenAgain() throws Exception {
        try (Two server = new Two(10, limited(EXTERNAL, 1), limited(INTERNAL, 1))) {
            for (int round = 0; round < 3; round++) {
                try (RawClient only = new RawClient(server.external)) {
                    server.awaitOpen("EXTERNAL", 1);
                    assertThat(only).isNotNull();
                }
                server.awaitOpen("EXTERNAL", 0);
            }
            assertThat(server.sockets.counters("EXTERNAL").accepted()).isEqualTo(3);
        }
    }

    @Test
    void clientsCannotLockBrokersOut() throws Exception {
        ListenerSettings brokers =
                new ListenerSettings(INTERNAL, "", 1, true, TestServer.sockets(LONG));
        try (LogLines log = new LogLines();
                Two server = new Two(1, limited(EXTERNAL, 10), brokers);
                RawClient client = new RawClient(server.external)) {
            server.awaitOpen("EXTERNAL", 1);
            try (RawClient broker = new RawClient(server.internal)) {
                server.awaitOpen("INTERNAL", 1);
                try (RawClient another = new RawClient(server.internal)) {
                    another.awaitClosed();
                }
                assertThat(log.all())
                        .singleElement()
                        .asString()
                        .contains("on INTERNAL: ", "max.connections=1");
                assertThat(broker).isNotNull();
            }
            server.awaitOpen("INTERNAL", 0);
            try (RawClient second = new RawClient(server.external)) {
                second.awaitClosed();
            }
            assertThat(log.all().getLast()).contains("on EXTERNAL: it would exceed max.conn");
            assertThat(client).isNotNull();
        }
    }

    @Test
    void eachListenerHasItsOwnIdleTime() throws Exception {
        ListenerSettings brief =
                new ListenerSettings(EXTERNAL, "", 10, false, TestServer.sockets(200));
        ListenerSettings forever =
                new ListenerSettings(INTERNAL, "", 10, false, TestServer.sockets(-1));
        try (Two server = new Two(10, brief, forever);
                RawClient stays = new RawClient(server.internal);
                RawClient goes = new RawClient(server.external)) {
            goes.awaitClosed();
            Waiting.until(
                    "it is counted", () -> server.sockets.counters("EXTERNAL").idleClosed() == 1);
            server.awaitOpen("INTERNAL", 1);
            assertThat(server.sockets.counters("INTERNAL").idleClosed()).isZero();
            assertThat(stays).isNotNull();
        }
    }

    @Test
    void whatIsSetForOneListenerIsStrongerThanWhatIsSetForAll() {
        BrokerConfig config =
                BrokerConfig.of(
                        Map.of(
                                "listeners", "PLAINTEXT://:1,EXTERNAL://:2",
                                "listener.security.protocol.map", "EXTERNAL:PLAINTEXT",
                                "connections.max.idle.ms", "1000",
                                "listener.name.external.connections.max.idle.ms", "2000",
                                "listener.name.external.socket.send.buffer.bytes", "3000",
                                "listener.name.external.socket.receive.buffer.bytes", "4000",
                                "listener.name.external.socket.listen.backlog.size", "5"));
        assertThat(SocketSettings.of(config, "EXTERNAL"))
                .isEqualTo(new SocketSettings(2_000, 3_000, 4_000, 5));
        assertThat(SocketSettings.of(config, "PLAINTEXT"))
                .isEqualTo(new SocketSettings(1_000, 102_400, 102_400, 50));
    }

    @Test
    void theListenerOfBrokersIsOnlyApartIfThereAreOthers() {
        BrokerConfig two =
                BrokerConfig.of(
                        Map.of(
                                "listeners", "PLAINTEXT://127.0.0.1:1,EXTERNAL://127.0.0.1:2",
                                "listener.security.protocol.map", "EXTERNAL:PLAINTEXT",
                                "max.connections", "9",
                                "listener.name.EXTERNAL.max.connections", "4"));
        assertThat(ListenerSettings.of(two, two.listeners().getFirst(), "").apart()).isTrue();
        assertThat(ListenerSettings.of(two, two.listeners().getFirst(), "").maxConnections())
                .isEqualTo(9);
        assertThat(ListenerSettings.of(two, two.listeners().getLast(), "").apart()).isFalse();
        assertThat(ListenerSettings.of(two, two.listeners().getLast(), "").maxConnections())
                .isEqualTo(4);
        BrokerConfig one = BrokerConfig.defaults();
        assertThat(ListenerSettings.of(one, one.listeners().getFirst(), "").apart()).isFalse();
    }

    @Test
    void aPortThatAnotherListenerOfOursHasIsSaidSo() throws Exception {
        try (Two server = new Two(10, limited(EXTERNAL, 10), limited(INTERNAL, 10))) {
            ListenerAddress same =
                    new ListenerAddress("THIRD", "PLAINTEXT", "127.0.0.1", server.internal);
            assertThatThrownBy(() -> server.sockets.bind(TestServer.listener(same, "")))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("cannot listen on THIRD://127.0.0.1:" + server.internal)
                    .hasMessageContaining("on INTERNAL://127.0.0.1:" + server.internal)
                    .hasMessageContaining("a port of its own");
        }
    }

    @Test
    void anUnknownListenerHasNoCounts() throws Exception {
        try (Two server = new Two(10, limited(EXTERNAL, 10), limited(INTERNAL, 10))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> server.sockets.counters("OTHER"))
                    .withMessageContaining("EXTERNAL");
        }
    }

    private static ListenerSettings limited(ListenerAddress address, int maxConnections) {
        return new ListenerSettings(address, "", maxConnections, false, TestServer.sockets(LONG));
    }

    /** A server with two listeners, of which nobody asks anything. */
    private static final class Two implements AutoCloseable {
        final SocketServer sockets;
        final int external;
        final int internal;

        Two(int maxConnections, ListenerSettings first, ListenerSettings second)
                throws BindException {
            sockets =
                    new SocketServer(
                            TestServer.settings().maxConnections(maxConnections).build(),
                            new SystemClock());
            external = sockets.bind(first).port();
            internal = sockets.bind(second).port();
            sockets.open(
                    (frame, connection) -> {
                        throw new AssertionError("nobody asks");
                    });
        }

        void awaitOpen(String listener, int connections) throws Exception {
            Waiting.until(
                    connections + " connections on " + listener,
                    () -> sockets.counters(listener).open() == connections);
        }

        @Override
        public void close() {
            sockets.close();
        }
    }
}
