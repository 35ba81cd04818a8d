package dev.moldau.client.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.fake.FakeServerSocket;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.RequestFrame;
import dev.moldau.protocol.message.ApiVersionsResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** How a connection comes about, or does not, and what people are told meanwhile. */
@Timeout(60)
@ParameterizedClass
@MethodSource("dev.moldau.client.net.Transport#available")
class ConnectingTest {

    private final Transport transport;

    ConnectingTest(Transport transport) {
        this.transport = transport;
    }

    private static final short UNSUPPORTED = ErrorCode.UNSUPPORTED_VERSION.code();

    private static ApiVersionsResponse.Api versionsApi(int low, int high) {
        return new ApiVersionsResponse.Api(ApiKey.API_VERSIONS.id(), (short) low, (short) high);
    }

    /** A broker that refuses the first question, in version 0, and says this of itself. */
    private static ScriptedServer refusing(
            List<Integer> asked, List<ApiVersionsResponse.Api> serves) throws IOException {
        return new ScriptedServer(
                (c, nth) -> {
                    RequestFrame.Known first = c.read();
                    asked.add((int) first.header().version());
                    c.write(
                            ServerConnection.answer(
                                    first,
                                    ServerConnection.versions(UNSUPPORTED, serves),
                                    first.header().correlationId(),
                                    (short) 0));
                    RequestFrame.Known second = c.read();
                    asked.add((int) second.header().version());
                    c.write(ServerConnection.answer(second, ServerConnection.everything()));
                    c.serveAll();
                });
    }

    @Test
    void highestVersionIsAskedFirst() throws Exception {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        try (ScriptedServer server =
                        new ScriptedServer(
                                (c, nth) -> {
                                    RequestFrame.Known request = c.read();
                                    asked.add((int) request.header().version());
                                    c.write(
                                            ServerConnection.answer(
                                                    request, ServerConnection.everything()));
                                    c.awaitEnd();
                                });
                Client client = new Client(transport, Client.quick())) {
            client.run(() -> client.network.connect(server.node()));
            assertThat(client.nextEvent().cause()).isNull();
            assertThat(asked).containsExactly(4);
        }
    }

    @Test
    void brokerThatNamesItsRangeIsAskedInTheHighestCommonVersion() throws Exception {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        try (ScriptedServer server = refusing(asked, List.of(versionsApi(0, 2)));
                Client client = new Client(transport, Client.quick())) {
            Client.await(client.send(server.node(), RecordedCall.metadata(5000)).outcome);
            assertThat(asked).containsExactly(4, 2);
        }
    }

    @Test
    void brokerThatNamesNoRangeIsAskedInVersionZero() throws Exception {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        try (ScriptedServer server = refusing(asked, List.of());
                Client client = new Client(transport, Client.quick())) {
            Client.await(client.send(server.node(), RecordedCall.metadata(5000)).outcome);
            assertThat(asked).containsExactly(4, 0);
        }
    }

    @Test
    void brokerWithoutACommonVersionIsRefusedAndCallsDoNotWaitInVain() throws Exception {
        try (ScriptedServer server =
                        refusing(new CopyOnWriteArrayList<>(), List.of(versionsApi(6, 9)));
                Client client = new Client(transport, Client.quick())) {
            RecordedCall call = client.send(server.node(), RecordedCall.metadata(20_000));
            assertThat(Client.failure(call))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("versions 6 to 9 of ApiVersions")
                    .hasMessageContaining("0 to 4");
            Client.await(call.released);
            assertThat(client.nextEvent().attempts()).isEqualTo(1);
        }
    }

    @Test
    void brokerOlderThanThatIsRefusedByName() throws Exception {
        try (ScriptedServer server = new ScriptedServer((c, nth) -> c.read());
                Client client = new Client(transport, Client.quick())) {
            client.run(() -> client.network.connect(server.node()));
            assertThat(client.nextEvent().cause())
                    .isInstanceOf(DisconnectedException.class)
                    .hasMessageContaining(server.node().toString())
                    .hasMessageContaining("0.10 or newer");
        }
    }

    @Test
    void otherErrorInNegotiationIsToldWithItsCode() throws Exception {
        try (ScriptedServer server =
                        new ScriptedServer(
                                (c, nth) -> {
                                    c.write(
                                            ServerConnection.answer(
                                                    c.read(),
                                                    ServerConnection.versions(
                                                            ErrorCode.INVALID_REQUEST.code(),
                                                            List.of())));
                                    c.awaitEnd();
                                });
                Client client = new Client(transport, Client.quick())) {
            client.run(() -> client.network.connect(server.node()));
            ClientException cause = Objects.requireNonNull(client.nextEvent().cause());
            assertThat(cause).hasMessageContaining("INVALID_REQUEST");
            assertThat(cause.error()).contains(ErrorCode.INVALID_REQUEST);
        }
    }

    @Test
    void refusedConnectionBacksOffLongerEachTimeAndStartsAfreshOnceReady() throws Exception {
        int port = freePort();
        Node node = new Node(1, "127.0.0.1", port, null);
        try (Client client = new Client(transport, Client.quick())) {
            RecordedCall call = client.send(node, RecordedCall.metadata(20_000));
            for (int attempt = 1; attempt <= 4; attempt++) {
                Client.Event event = client.nextEvent();
                assertThat(event.attempts()).isEqualTo(attempt);
                assertThat(event.cause()).hasMessageContaining("connecting to " + node);
            }
            try (ScriptedServer server =
                    new ScriptedServer(
                            (c, nth) -> {
                                c.negotiate();
                                RequestFrame.Known request = c.read();
                                c.write(
                                        ServerConnection.answer(
                                                request, ServerConnection.metadata("x")));
                            },
                            port)) {
                Client.await(call.outcome);
                Client.Event event = client.nextEvent();
                while (event.cause() != null) {
                    event = client.nextEvent();
                }
                assertThat(server.accepted()).isEqualTo(1);
                // The script ends, and with it the connection.
                event = client.nextEvent();
                assertThat(event.cause()).hasMessageContaining("closed the connection");
                assertThat(event.attempts()).isZero();
            }
            client.send(node, RecordedCall.metadata(20_000));
            assertThat(client.nextEvent().attempts()).isEqualTo(1);
        }
    }

    @Test
    void waitingCallTimesOutAndSaysWhatTheNetworkWasWaitingFor() throws Exception {
        Node node = new Node(1, "127.0.0.1", freePort(), null);
        try (Client client = new Client(transport, Client.quick())) {
            RecordedCall call = client.send(node, RecordedCall.metadata(100));
            assertThat(Client.failure(call))
                    .isInstanceOf(TimedOutException.class)
                    .hasMessageContaining("no connection to " + node + " for Metadata")
                    .hasMessageContaining("100 ms")
                    .hasMessageContaining("last error: connecting to " + node);
            Client.await(call.released);
            assertThat(call.log).containsExactly("metadata failed", "metadata released");
        }
    }

    @Test
    void serverThatNeverAcceptsEndsTheAttemptAfterItsTimeLimit() throws Exception {
        NetworkSettings settings =
                new NetworkSettings("tester", 150, 300, 5, 40, -1, -1, -1, 1 << 20);
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Client client = new Client(transport, settings)) {
            Node node = new Node(1, "127.0.0.1", full.getLocalPort(), null);
            List<Socket> fillers = fillBacklog(full);
            long begin = System.nanoTime();
            client.run(() -> client.network.connect(node));
            Client.Event event = client.nextEvent();
            assertThat(event.cause())
                    .isInstanceOf(TimedOutException.class)
                    .hasMessageContaining("connecting to /127.0.0.1:" + full.getLocalPort());
            assertThat((System.nanoTime() - begin) / 1_000_000).isBetween(119L, 10_000L);
            assertThat(client.network.counters().failedAttempts()).isEqualTo(1);
            for (Socket filler : fillers) {
                filler.close();
            }
        }
    }

    /** Connects until the system lets nobody in any more. */
    private static List<Socket> fillBacklog(ServerSocket full) throws IOException {
        List<Socket> fillers = new ArrayList<>();
        while (fillers.size() < 64) {
            Socket socket = new Socket();
            fillers.add(socket);
            try {
                socket.connect(full.getLocalSocketAddress(), 200);
            } catch (IOException noRoom) {
                return fillers;
            }
        }
        throw new AssertionError("the backlog takes everybody");
    }

    @Test
    void brokerThatIsSilentInNegotiationEndsTheAttemptAfterItsTimeLimit() throws Exception {
        NetworkSettings settings =
                new NetworkSettings("tester", 100, 300, 5, 40, -1, -1, -1, 1 << 20);
        try (ScriptedServer server = new ScriptedServer((c, nth) -> c.awaitEnd());
                Client client = new Client(transport, settings)) {
            client.run(() -> client.network.connect(server.node()));
            assertThat(client.nextEvent().cause())
                    .isInstanceOf(TimedOutException.class)
                    .hasMessageContaining("negotiating versions with");
        }
    }

    @Test
    void allAddressesOfANameAreTriedInTurn() throws Exception {
        try (ScriptedServer server = new ScriptedServer((c, nth) -> c.serveAll());
                Client client =
                        new Client(
                                transport,
                                Client.quick(),
                                host -> List.of(loopback(2), loopback(3), loopback(1)))) {
            Node node = new Node(1, "broker.example", server.port(), null);
            RecordedCall call = client.send(node, RecordedCall.metadata(20_000));
            Client.await(call.outcome);
            assertThat(client.nextEvent().cause()).isNull();
            assertThat(client.network.counters().failedAttempts()).isZero();
        }
    }

    @Test
    void nameIsLookedUpOffTheLoopAndAWaitingCallSaysSo() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        AddressLookup slow =
                host -> {
                    try {
                        mayAnswer.await();
                    } catch (InterruptedException e) {
                        throw new UnknownHostException(host);
                    }
                    return List.of(InetAddress.getLoopbackAddress());
                };
        try (ScriptedServer server = new ScriptedServer((c, nth) -> c.serveAll());
                Client client = new Client(transport, Client.quick(), slow)) {
            Node node = new Node(1, "broker.example", server.port(), null);
            RecordedCall hasty = client.send(node, RecordedCall.metadata(100));
            assertThat(Client.failure(hasty))
                    .isInstanceOf(TimedOutException.class)
                    .hasMessageContaining("resolving broker.example since");
            RecordedCall patient = client.send(node, RecordedCall.metadata(20_000));
            mayAnswer.countDown();
            Client.await(patient.outcome);
        }
    }

    @Test
    void nameWithoutAddressFailsTheAttempt() throws Exception {
        try (Client client =
                new Client(
                        transport,
                        Client.quick(),
                        host -> {
                            throw new UnknownHostException(host + ": no such name");
                        })) {
            Node node = new Node(1, "broker.example", 9092, null);
            client.run(() -> client.network.connect(node));
            Client.Event event = client.nextEvent();
            assertThat(event.attempts()).isEqualTo(1);
            assertThat(event.cause()).hasMessageContaining("broker.example: no such name");
        }
    }

    @Test
    void connectionThatIsNotUsedIsClosedAndOpenedAgainWithoutAPause() throws Exception {
        NetworkSettings settings =
                new NetworkSettings("tester", 2000, 4000, 60_000, 60_000, -1, -1, 150, 1 << 20);
        try (ScriptedServer server = new ScriptedServer((c, nth) -> c.serveAll());
                Client client = new Client(transport, settings)) {
            Client.await(client.send(server.node(), RecordedCall.metadata(5000)).outcome);
            assertThat(client.nextEvent().cause()).isNull();
            Client.Event lost = client.nextEvent();
            assertThat(lost.cause()).hasMessageContaining("connections.max.idle.ms");
            assertThat(lost.attempts()).isZero();
            assertThat(client.network.counters().idleClosed()).isEqualTo(1);
            assertThat(client.ask(() -> client.network.backoffMs(server.node()))).isZero();
            Client.await(client.send(server.node(), RecordedCall.metadata(5000)).outcome);
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @Test
    void lostConnectionIsNotOpenedAgainBeforeItsPauseIsOver() throws Exception {
        NetworkSettings settings =
                new NetworkSettings("tester", 2000, 4000, 60_000, 60_000, -1, -1, -1, 1 << 20);
        try (ScriptedServer server = new ScriptedServer((c, nth) -> c.negotiate());
                Client client = new Client(transport, settings)) {
            client.run(() -> client.network.connect(server.node()));
            assertThat(client.nextEvent().cause()).isNull();
            assertThat(client.nextEvent().cause()).isNotNull();
            client.run(() -> client.network.connect(server.node()));
            assertThat(client.ask(() -> client.network.backoffMs(server.node())))
                    .isBetween(40_000L, 72_000L);
            assertThat(client.ask(() -> client.network.leastBusy(List.of(server.node()))))
                    .isEmpty();
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    private static InetAddress loopback(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = FakeServerSocket.onAnyPort("127.0.0.1")) {
            return socket.getLocalPort();
        }
    }
}
