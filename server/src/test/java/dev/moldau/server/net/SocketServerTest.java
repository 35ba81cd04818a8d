package dev.moldau.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.moldau.common.SystemClock;
import dev.moldau.common.config.ListenerAddress;
import java.io.ByteArrayOutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class SocketServerTest {

    @Test
    void requestsAreAnsweredWhereverTheirBytesAreCut() throws Exception {
        byte[] request = RawClient.request(7, Echo.AT_ONCE, 20);
        try (TestServer server = TestServer.withDefaults();
                RawClient client = new RawClient(server.port)) {
            for (int cut = 1; cut < request.length; cut++) {
                client.send(request, 0, cut);
                client.send(request, cut, request.length);
                assertThat(client.receive(request)).isEqualTo(7);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "1000", "16384", "16500", "65536", "70000", "1048576", "40000000"})
    void requestsOfAnySizeComeBackAsTheyWent(int bytes) throws Exception {
        byte[] request = RawClient.request(1, Echo.AT_ONCE, bytes);
        byte[] small = RawClient.request(2, Echo.AT_ONCE, 10);
        try (TestServer server = TestServer.withDefaults();
                RawClient client = new RawClient(server.port)) {
            client.send(request);
            client.send(small);
            assertThat(client.receive(request)).isEqualTo(1);
            assertThat(client.receive(small)).isEqualTo(2);
            Waiting.until("memory is back", () -> server.sockets.queuedRequestBytes() == 0);
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrderWithFewFlushes() throws Exception {
        try (TestServer server = TestServer.withDefaults();
                RawClient client = new RawClient(server.port)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            List<byte[]> requests = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                requests.add(RawClient.request(i, Echo.AT_ONCE, i % 50));
                all.writeBytes(requests.get(i));
            }
            client.send(all.toByteArray());
            for (int i = 0; i < 1_000; i++) {
                assertThat(client.receive(requests.get(i))).isEqualTo(i);
            }
            assertThat(server.sockets.counters().requests()).isEqualTo(1_000);
            assertThat(server.sockets.counters().flushes()).isLessThan(200);
        }
    }

    @Test
    void aSlowRequestDoesNotStopTheHandlingOfThoseBehindItButTheirAnswersWait() throws Exception {
        byte[] slow = RawClient.request(1, Echo.WHEN_RELEASED, 100);
        byte[] quick = RawClient.request(2, Echo.AT_ONCE, 100);
        byte[] slower = RawClient.request(3, Echo.WHEN_RELEASED, 30_000);
        try (TestServer server = TestServer.withDefaults();
                RawClient client = new RawClient(server.port)) {
            client.send(slow);
            client.send(quick);
            client.send(slower);
            Waiting.until("all are handled", () -> server.echo.handled.size() == 3);
            assertThat(client.socket.getInputStream().available()).isZero();

            server.echo.release(3);
            server.echo.release(1);

            assertThat(client.receive(slow)).isEqualTo(1);
            assertThat(client.receive(quick)).isEqualTo(2);
            assertThat(client.receive(slower)).isEqualTo(3);
        }
    }

    @Test
    void requestsWithoutAnAnswerLeaveTheOrderAlone() throws Exception {
        byte[] silent = RawClient.request(1, Echo.NO_ANSWER, 10);
        byte[] answered = RawClient.request(2, Echo.AT_ONCE, 10);
        try (TestServer server = TestServer.withDefaults();
                RawClient client = new RawClient(server.port)) {
            client.send(silent);
            client.send(answered);
            client.send(silent);
            client.send(answered);
            assertThat(client.receive(answered)).isEqualTo(2);
            assertThat(client.receive(answered)).isEqualTo(2);
        }
    }

    @Test
    void aRequestThatCannotBeAnsweredClosesTheConnectionAfterTheAnswersBeforeIt() throws Exception {
        byte[] good = RawClient.request(1, Echo.WHEN_RELEASED, 10);
        byte[] bad = RawClient.request(2, Echo.CLOSE, 10);
        try (TestServer server = TestServer.withDefaults();
                LogLines log = new LogLines();
                RawClient client = new RawClient(server.port)) {
            client.send(good);
            client.send(bad);
            client.send(RawClient.request(3, Echo.AT_ONCE, 10));
            Waiting.until("all are handled", () -> server.echo.handled.size() == 3);
            server.echo.release(1);
            assertThat(client.receive(good)).isEqualTo(1);
            client.awaitClosed();
            assertThat(log.all()).hasSize(1).first().asString().contains("asked to");
        }
    }

    @ParameterizedTest(name = "field report 58: {0}")
    @CsvSource({
        "'GET / HTTP/1.1\r\nHost: x\r\n\r\n', speaks HTTP",
        "'\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', speaks TLS",
        "'\u007f\u00ff\u00ff\u00ff', announced a request of 2147483647 bytes",
        "'\u00ff\u00ff\u00ff\u00ff', sent -1 as the size of a request",
        "'hello there', announced a request of 1751477356 bytes",
        "'\u0000\u0000\u0000\u0000', less than a request header",
    })
    void strangersAreNamedInOneLineAndClosedWhileOthersGoOn(String sent, String said)
            throws Exception {
        byte[] request = RawClient.request(1, Echo.AT_ONCE, 10);
        byte[] bytes = new byte[sent.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) sent.charAt(i);
        }
        try (TestServer server = TestServer.withDefaults();
                LogLines log = new LogLines();
                RawClient other = new RawClient(server.port);
                RawClient stranger = new RawClient(server.port)) {
            other.send(request);
            assertThat(other.receive(request)).isEqualTo(1);

            stranger.send(bytes);
            stranger.awaitClosed();

            assertThat(log.all())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains(said)
                    .contains("127.0.0.1:" + stranger.socket.getLocalPort());
            assertThat(server.sockets.counters().badPeers()).isEqualTo(1);
            other.send(request);
            assertThat(other.receive(request)).isEqualTo(1);
        }
    }

    @Test
    void randomBytesCloseTheirConnectionAndNothingElse() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] request = RawClient.request(1, Echo.AT_ONCE, 10);
        try (TestServer server = TestServer.withDefaults();
                RawClient other = new RawClient(server.port)) {
            for (int round = 0; round < 200; round++) {
                byte[] noise = new byte[1 + random.nextInt(200)];
                random.nextBytes(noise);
                if (noise.length > 4 && random.nextBoolean()) {
                    // A plausible size, so that the noise gets as far as the header.
                    noise[0] = 0;
                    noise[1] = 0;
                    noise[2] = 0;
                    noise[3] = (byte) Math.max(8, noise.length - 4);
                }
                try (RawClient client = new RawClient(server.port)) {
                    client.send(noise);
                    client.socket.shutdownOutput();
                    client.socket.getInputStream().readAllBytes();
                } catch (java.net.SocketException reset) {
                    // As good an end as any.
                    assertThat(reset).isNotNull();
                }
                other.send(request);
                assertThat(other.receive(request)).describedAs("seed %d", seed).isEqualTo(1);
            }
            Waiting.until("one is left", () -> server.sockets.counters().open() == 1);
            assertThat(server.sockets.queuedRequestBytes()).isZero();
        }
    }

    @Test
    void floodOfBadPeersDoesNotFloodTheLog() throws Exception {
        try (TestServer server = TestServer.withDefaults();
                LogLines log = new LogLines()) {
            for (int i = 0; i < 100; i++) {
                try (RawClient client = new RawClient(server.port)) {
                    client.send(new byte[] {-1, -1, -1, -1});
                    client.awaitClosed();
                }
            }
            assertThat(server.sockets.counters().badPeers()).isEqualTo(100);
            assertThat(log.all()).hasSizeLessThanOrEqualTo(2 * PeerLog.LINES_PER_WINDOW + 1);
        }
    }

    @Test
    void aThousandConnectionsAreServedWhileHalfOfThemAreSilentInTheMiddleOfAFrame()
            throws Exception {
        byte[] request = RawClient.request(1, Echo.AT_ONCE, 500);
        List<RawClient> clients = new ArrayList<>();
        try (TestServer server = TestServer.withDefaults()) {
            for (int i = 0; i < 1_000; i++) {
                RawClient client = new RawClient(server.port);
                clients.add(client);
                if (i % 2 == 0) {
                    client.send(new byte[] {0x06, 0x40, 0, 0, 0, 36, 0, 0, 1, 2, 3});
                }
            }
            for (int round = 0; round < 3; round++) {
                for (int i = 1; i < 1_000; i += 2) {
                    clients.get(i).send(request);
                }
                for (int i = 1; i < 1_000; i += 2) {
                    assertThat(clients.get(i).receive(request)).isEqualTo(1);
                }
            }
            assertThat(server.sockets.counters().open()).isEqualTo(1_000);
            assertThat(server.sockets.queuedRequestBytes()).isLessThan(32 << 20);
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void requestMemoryIsBoundedAndEverythingIsServedInTheEnd() throws Exception {
        byte[] request = RawClient.request(1, Echo.WHEN_RELEASED, 300_000);
        long limit = 1 << 20;
        List<Thread> senders = new ArrayList<>();
        try (TestServer server = new TestServer(TestServer.settings().queuedRequestBytes(limit))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                RawClient client = new RawClient(server.port);
                clients.add(client);
                byte[] own = RawClient.request(i, Echo.WHEN_RELEASED, 300_000);
                senders.add(
                        Thread.ofVirtual()
                                .start(
                                        () -> {
                                            try {
                                                client.send(own);
                                            } catch (java.io.IOException e) {
                                                throw new java.io.UncheckedIOException(e);
                                            }
                                        }));
            }
            for (int answered = 0; answered < 20; answered++) {
                int handled = answered;
                Waiting.until("one more", () -> server.echo.handled.size() > handled);
                assertThat(server.sockets.queuedRequestBytes()).isLessThan(limit + (1 << 20));
                int id = List.copyOf(server.echo.handled).get(answered);
                server.echo.release(id);
                byte[] own = RawClient.request(id, Echo.WHEN_RELEASED, 300_000);
                assertThat(clients.get(id).receive(own)).isEqualTo(id);
            }
            assertThat(request).isNotEmpty();
            for (Thread sender : senders) {
                sender.join();
            }
            for (RawClient client : clients) {
                client.close();
            }
            Waiting.until("memory is back", () -> server.sockets.queuedRequestBytes() == 0);
        }
    }

    @Test
    void aStalledFrameIsClosedWhileMemoryIsShort() throws Exception {
        byte[] large = RawClient.request(1, Echo.AT_ONCE, 400_000);
        byte[] small = RawClient.request(2, Echo.AT_ONCE, 60_000);
        TestServer.SettingsBuilder settings =
                TestServer.settings()
                        .queuedRequestBytes(500_000)
                        .frameStallMs(200)
                        .maxIdleMs(60_000);
        try (TestServer server = new TestServer(settings);
                RawClient stalled = new RawClient(server.port);
                RawClient waiting = new RawClient(server.port)) {
            // Takes 400,000 of 500,000 bytes and more, and then goes silent.
            stalled.send(large, 0, large.length - 1);
            Waiting.until("it holds", () -> server.sockets.queuedRequestBytes() >= 400_000);
            byte[] own = RawClient.request(3, Echo.AT_ONCE, 350_000);
            waiting.send(own);
            waiting.send(small);

            assertThat(waiting.receive(own)).isEqualTo(3);
            assertThat(waiting.receive(small)).isEqualTo(2);
        }
    }

    @Test
    void aPeerThatDoesNotReadItsAnswersIsNotReadFurther() throws Exception {
        byte[] request = RawClient.request(1, Echo.LARGE, 1);
        try (TestServer server = TestServer.withDefaults();
                RawClient client = new RawClient(server.port)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 500; i++) {
                all.writeBytes(request);
            }
            client.send(all.toByteArray());
            Waiting.until("some are handled", () -> !server.echo.handled.isEmpty());
            byte[] other = RawClient.request(9, Echo.AT_ONCE, 10);
            try (RawClient neighbour = new RawClient(server.port)) {
                neighbour.send(other);
                assertThat(neighbour.receive(other)).isEqualTo(9);
            }
            // 500 answers of 1 MB are asked for; what is in flight and in the sockets is far less.
            assertThat(server.echo.handled.size()).isLessThan(220);
            for (int i = 0; i < 500; i++) {
                assertThat(client.receiveAny()).isGreaterThan(Echo.LARGE_BYTES);
            }
        }
    }

    /** Kafka's KAFKA-3703: a producer that wants no answers sends, closes, and trusts. */
    @ParameterizedTest
    @EnumSource(Transport.class)
    void whatWasSentBeforeAPeerClosedIsHandled(Transport transport) throws Exception {
        try (TestServer server = new TestServer(TestServer.settings().maxInFlight(2), transport)) {
            try (RawClient client = new RawClient(server.port)) {
                client.send(RawClient.request(0, Echo.NO_ANSWER_WHEN_RELEASED, 10));
                client.send(RawClient.request(1, Echo.NO_ANSWER_WHEN_RELEASED, 10));
                Waiting.until("two wait", () -> server.echo.handled.size() == 2);
                ByteArrayOutputStream rest = new ByteArrayOutputStream();
                for (int i = 2; i < 1_000; i++) {
                    rest.writeBytes(RawClient.request(i, Echo.NO_ANSWER, 1_000));
                }
                client.send(rest.toByteArray());
            }
            server.echo.release(0);
            server.echo.release(1);
            Waiting.until("all are handled", () -> server.echo.handled.size() == 1_000);
            Waiting.until("it is closed", () -> server.sockets.counters().open() == 0);
            Waiting.until("memory is back", () -> server.sockets.queuedRequestBytes() == 0);
        }
    }

    @Test
    void answersThatAreThereAtOnceDoNotPileUpForAPeerThatDoesNotRead() throws Exception {
        byte[] request = RawClient.request(1, Echo.LARGE, 1);
        try (TestServer server = TestServer.withDefaults();
                RawClient client = new RawClient(server.port)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int i = 0; i < 100; i++) {
                all.writeBytes(request);
            }
            client.send(all.toByteArray());
            Waiting.until("some are handled", () -> server.echo.handled.size() > 1);
            byte[] other = RawClient.request(9, Echo.AT_ONCE, 10);
            try (RawClient neighbour = new RawClient(server.port)) {
                for (int i = 0; i < 100; i++) {
                    neighbour.send(other);
                    assertThat(neighbour.receive(other)).isEqualTo(9);
                }
            }
            // An answer has 1 MB, and the two sockets hold a few MB.
            assertThat(server.echo.handled.stream().filter(id -> id == 1).count()).isLessThan(30);
        }
    }

    @Test
    void memoryIsChargedWithWhatFramesReallyHold() throws Exception {
        byte[] request = RawClient.request(1, Echo.WHEN_RELEASED, ReadBuffer.SLICE_FROM_BYTES);
        try (TestServer server = TestServer.withDefaults();
                RawClient client = new RawClient(server.port)) {
            client.send(request);
            Waiting.until("it waits", () -> !server.echo.handled.isEmpty());
            // Sent in one piece, it is a slice of a whole read buffer, or else a buffer of its own.
            assertThat(server.sockets.queuedRequestBytes())
                    .isIn((long) ReadBuffer.SIZE_BYTES, (long) request.length - Integer.BYTES);
            server.echo.release(1);
            assertThat(client.receive(request)).isEqualTo(1);
        }
    }

    @Test
    void whatPeersSaidMakesOneLine() throws Exception {
        try (TestServer server = TestServer.withDefaults();
                LogLines log = new LogLines();
                RawClient client = new RawClient(server.port)) {
            byte[] forging = RawClient.request(1, Echo.CLOSE, 10);
            forging[15] = '\n';
            client.send(forging);
            client.awaitClosed();
            assertThat(log.all()).hasSize(1).noneMatch(line -> line.contains("\n"));
        }
    }

    /** Field report 57. */
    @Test
    void aPeerOfAnotherAddressIsWarnedAboutWhenLoopbackIsAdvertised() throws Exception {
        InetAddress outside = anAddressOfThisMachine();
        assumeThat(outside).as("an address that is not loopback").isNotNull();
        try (LogLines log = new LogLines();
                SocketServer server =
                        new SocketServer(TestServer.settings().build(), new SystemClock())) {
            ListenerAddress everywhere = new ListenerAddress("PLAINTEXT", "PLAINTEXT", "", 0);
            int port = server.bind(TestServer.listener(everywhere, "127.0.0.1")).port();
            server.open(
                    (frame, connection) -> {
                        throw new AssertionError("nobody asks");
                    });
            try (Socket near = new Socket(InetAddress.getLoopbackAddress(), port)) {
                Waiting.until("it is there", () -> server.counters().accepted() == 1);
                assertThat(near.isConnected()).isTrue();
            }
            assertThat(log.all()).isEmpty();
            try (Socket far = new Socket(outside, port)) {
                Waiting.until("it is said", () -> !log.all().isEmpty());
                assertThat(far.isConnected()).isTrue();
            }
            assertThat(log.all())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("advertised.listeners", "loopback");
        }
    }

    private static @Nullable InetAddress anAddressOfThisMachine() throws Exception {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst()
                .orElse(null);
    }

    @Test
    void idleConnectionsAreClosedAndThoseThatWaitForAnAnswerAreNot() throws Exception {
        byte[] waiting = RawClient.request(1, Echo.WHEN_RELEASED, 10);
        try (TestServer server = new TestServer(TestServer.settings().maxIdleMs(300));
                RawClient idle = new RawClient(server.port);
                RawClient busy = new RawClient(server.port)) {
            busy.send(waiting);
            idle.awaitClosed();
            Waiting.until("counted", () -> server.sockets.counters().idleClosed() == 1);
            server.echo.release(1);
            assertThat(busy.receive(waiting)).isEqualTo(1);
        }
    }

    @Test
    void connectionsBeyondTheLimitAreTurnedAwayAndNamed() throws Exception {
        byte[] request = RawClient.request(1, Echo.AT_ONCE, 10);
        try (TestServer server = new TestServer(TestServer.settings().maxConnections(2));
                LogLines log = new LogLines()) {
            try (RawClient one = new RawClient(server.port);
                    RawClient two = new RawClient(server.port)) {
                one.send(request);
                two.send(request);
                assertThat(one.receive(request) + two.receive(request)).isEqualTo(2);
                try (RawClient three = new RawClient(server.port)) {
                    three.awaitClosed();
                }
                assertThat(log.all()).hasSize(1).first().asString().contains("max.connections=2");
                assertThat(server.sockets.counters().refused()).isEqualTo(1);
                one.send(request);
                assertThat(one.receive(request)).isEqualTo(1);
            }
            Waiting.until("both are gone", () -> server.sockets.counters().open() == 0);
            try (RawClient again = new RawClient(server.port)) {
                again.send(request);
                assertThat(again.receive(request)).isEqualTo(1);
            }
        }
    }

    @Test
    void oneAddressMayHaveALimitOfItsOwn() throws Exception {
        TestServer.SettingsBuilder settings =
                TestServer.settings().maxPerAddress(5, Map.of("127.0.0.1", 1));
        try (TestServer server = new TestServer(settings);
                LogLines log = new LogLines();
                RawClient one = new RawClient(server.port)) {
            byte[] request = RawClient.request(1, Echo.AT_ONCE, 10);
            one.send(request);
            assertThat(one.receive(request)).isEqualTo(1);
            try (RawClient two = new RawClient(server.port)) {
                two.awaitClosed();
            }
            assertThat(log.all()).first().asString().contains("max.connections.per.ip=1");
        }
    }

    @Test
    void whenAClientGoesAwayItsRequestsAreAbandonedAndItsMemoryComesBack() throws Exception {
        byte[] request = RawClient.request(1, Echo.WHEN_RELEASED, 50_000);
        try (TestServer server = TestServer.withDefaults()) {
            try (RawClient client = new RawClient(server.port)) {
                client.send(request);
                Waiting.until("handled", () -> !server.echo.handled.isEmpty());
            }
            Waiting.until("abandoned", () -> server.echo.abandoned.contains(1));
            Waiting.until("memory is back", () -> server.sockets.queuedRequestBytes() == 0);
            assertThat(server.sockets.counters().open()).isZero();
        }
    }

    @Test
    void stoppingAnswersWhatIsInFlight() throws Exception {
        byte[] request = RawClient.request(1, Echo.WHEN_RELEASED, 50_000);
        try (TestServer server = TestServer.withDefaults();
                RawClient client = new RawClient(server.port);
                RawClient idle = new RawClient(server.port)) {
            client.send(request);
            Waiting.until("handled", () -> !server.echo.handled.isEmpty());

            server.sockets.stopAccepting();
            idle.awaitClosed();
            server.echo.release(1);

            assertThat(client.receive(request)).isEqualTo(1);
            client.awaitClosed();
            assertThat(server.sockets.awaitDrained(10_000)).isTrue();
        }
    }

    @Test
    void aPortThatIsTakenIsNamedWithARemedy() throws Exception {
        try (TestServer server = TestServer.withDefaults();
                SocketServer second =
                        new SocketServer(TestServer.settings().build(), new SystemClock())) {
            ListenerAddress same =
                    new ListenerAddress("PLAINTEXT", "PLAINTEXT", "127.0.0.1", server.port);
            assertThatThrownBy(() -> second.bind(TestServer.listener(same, "")))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("127.0.0.1:" + server.port)
                    .hasMessageContaining("the port is in use")
                    .hasMessageContaining("--listen");
        }
    }
}
