package dev.moldau.client.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.header.RequestFrame;
import dev.moldau.protocol.message.ApiVersionsResponse;
import dev.moldau.protocol.message.MetadataResponse;
import dev.moldau.protocol.message.ProduceRequest;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and answers over real sockets, and what ends a connection. */
@Timeout(60)
@ParameterizedClass
@MethodSource("dev.moldau.client.net.Transport#available")
class NettyNetworkTest {

    private final Client client;

    NettyNetworkTest(Transport transport) {
        client = new Client(transport, Client.quick());
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void callIsSentAsSoonAsTheConnectionIsReadyAndAnswered() throws Exception {
        try (ScriptedServer server = new ScriptedServer((c, nth) -> c.serveAll())) {
            RecordedCall call = client.send(server.node(), RecordedCall.metadata(5000));

            MetadataResponse answer = (MetadataResponse) Client.await(call.outcome);

            assertThat(answer.clusterId()).isEqualTo("cluster");
            Client.await(call.released);
            assertThat(call.log)
                    .containsExactlyInAnyOrder(
                            "metadata message", "metadata answered", "metadata released");
            assertThat(client.nextEvent().cause()).isNull();
            assertThat(client.ask(() -> client.network.isReady(server.node()))).isTrue();
            assertThat(client.ask(() -> client.network.inFlight(server.node()))).isZero();
            assertThat(
                            client.ask(
                                    () ->
                                            client.network.highestVersion(
                                                    server.node(), ApiKey.METADATA)))
                    .isEqualTo(OptionalInt.of(13));
            assertThat(client.ask(() -> client.network.highestVersion(server.node(), ApiKey.FETCH)))
                    .isEmpty();
            assertThat(client.network.counters().opened()).isEqualTo(1);
            assertThat(client.network.counters().requests()).isEqualTo(2);
            assertThat(client.network.counters().answers()).isEqualTo(2);
            assertThat(client.network.counters().bytesIn()).isPositive();
            assertThat(client.network.counters().bytesOut()).isPositive();
        }
    }

    @Test
    void recordsOfAnySizeArriveAsTheyAreAndInOrder() throws Exception {
        List<String> wrong = new CopyOnWriteArrayList<>();
        CountDownLatch arrived = new CountDownLatch(6);
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            while (true) {
                                RequestFrame.Known request = c.read();
                                checkRecords((ProduceRequest) request.readBody(), wrong);
                                arrived.countDown();
                                c.write(
                                        ServerConnection.answer(
                                                request, ServerConnection.bodyFor(ApiKey.PRODUCE)));
                            }
                        })) {
            List<RecordedCall> calls = new ArrayList<>();
            client.run(
                    () -> {
                        int number = 1;
                        for (int size : new int[] {1, 4096, 4097, 16_384, 1_000_000, 5}) {
                            calls.add(produce(number++, size));
                        }
                        calls.forEach(call -> client.network.send(server.node(), call));
                    });
            calls.forEach(call -> Client.await(call.outcome));
            calls.forEach(call -> Client.await(call.released));
            assertThat(wrong).isEmpty();
            // Negotiation, and all six calls at once.
            assertThat(client.network.counters().flushes()).isEqualTo(2);
        }
    }

    private static RecordedCall produce(int number, int size) {
        ByteBuffer records = ByteBuffer.allocateDirect(size);
        while (records.hasRemaining()) {
            records.put((byte) number);
        }
        return RecordedCall.produce(
                Integer.toString(number), 5000, 1, records.flip(), new ArrayList<>());
    }

    private static void checkRecords(ProduceRequest request, List<String> wrong) {
        ProduceRequest.Topic topic = request.topicData().get(0);
        ByteBuffer bytes = ServerConnection.records(topic);
        byte expected = Byte.parseByte(topic.name());
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            if (bytes.get(i) != expected) {
                wrong.add("byte " + i + " of " + topic.name() + " is " + bytes.get(i));
                return;
            }
        }
    }

    @Test
    void requestWithoutAnswerIsDoneWhenItHasLeftAndTheNextAnswerStillMatches() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            c.read();
                            c.serveAll();
                        })) {
            List<String> log = new CopyOnWriteArrayList<>();
            RecordedCall sent =
                    RecordedCall.produce("silent", 5000, 0, ByteBuffer.allocateDirect(9000), log);
            RecordedCall asked = RecordedCall.metadata("asked", 5000, log);
            client.run(
                    () -> {
                        client.network.send(server.node(), sent);
                        client.network.send(server.node(), asked);
                    });
            Client.await(asked.outcome);
            assertThat(log)
                    .containsSubsequence("silent sent", "asked answered")
                    .containsOnlyOnce("silent sent", "silent released", "asked released");
            assertThat(client.ask(() -> client.network.inFlight(server.node()))).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 8, 9, 11, 13})
    void answersAreTheSameHoweverTheyAreSplit(int pieceBytes) throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            ByteBuffer all = ByteBuffer.allocate(4096);
                            for (int i = 0; i < 3; i++) {
                                all.put(
                                        ServerConnection.answer(
                                                c.read(), ServerConnection.metadata("c" + i)));
                            }
                            all.flip();
                            while (all.hasRemaining()) {
                                int count = Math.min(pieceBytes, all.remaining());
                                c.write(all.slice(all.position(), count));
                                all.position(all.position() + count);
                            }
                            c.awaitEnd();
                        })) {
            List<RecordedCall> calls =
                    List.of(
                            RecordedCall.metadata(5000),
                            RecordedCall.metadata(5000),
                            RecordedCall.metadata(5000));
            client.run(() -> calls.forEach(call -> client.network.send(server.node(), call)));
            for (int i = 0; i < 3; i++) {
                MetadataResponse answer = (MetadataResponse) Client.await(calls.get(i).outcome);
                assertThat(answer.clusterId()).isEqualTo("c" + i);
            }
        }
    }

    @Test
    void answersOfAllSizesComeWholeOneBehindTheOther() throws Exception {
        int[] sizes = {10, 25_000, 20_000, 27_000, 1, 28_000, 5};
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            for (int brokers : sizes) {
                                c.write(ServerConnection.answer(c.read(), manyBrokers(brokers)));
                            }
                            c.awaitEnd();
                        })) {
            List<RecordedCall> calls = new ArrayList<>();
            for (int ignored : sizes) {
                calls.add(RecordedCall.metadata(20_000));
            }
            client.run(() -> calls.forEach(call -> client.network.send(server.node(), call)));
            for (int i = 0; i < sizes.length; i++) {
                MetadataResponse answer = (MetadataResponse) Client.await(calls.get(i).outcome);
                assertThat(answer.brokers()).isEqualTo(manyBrokers(sizes[i]).brokers());
            }
        }
    }

    private static MetadataResponse manyBrokers(int count) {
        List<MetadataResponse.Broker> brokers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            brokers.add(new MetadataResponse.Broker(i, "a-rather-long-name-" + i, 9092, null));
        }
        return new MetadataResponse(0, brokers, "c", 1, List.of(), Integer.MIN_VALUE, (short) 0);
    }

    @Test
    void wrongCorrelationIdEndsTheConnectionAndNamesBothIds() throws Exception {
        ClientException cause =
                failureAfter(
                        (request, c) ->
                                c.write(
                                        ServerConnection.answer(
                                                request,
                                                ServerConnection.metadata("x"),
                                                77,
                                                request.header().version())));
        assertThat(cause)
                .isInstanceOf(DisconnectedException.class)
                .hasMessageContaining("1 (127.0.0.1:")
                .hasMessageContaining("correlation id 77")
                .hasMessageContaining("Metadata version 12 with correlation id 1");
    }

    @Test
    void answerThatNobodyAskedForEndsTheConnection() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            c.write(ByteBuffer.allocate(8).putInt(4).putInt(9).flip());
                            c.awaitEnd();
                        })) {
            client.run(() -> client.network.connect(server.node()));
            assertThat(client.nextEvent().cause()).isNull();
            assertThat(client.nextEvent().cause())
                    .hasMessageContaining("correlation id 9 where no answer was next");
        }
    }

    @Test
    void malformedAnswerEndsTheConnection() throws Exception {
        ClientException cause =
                failureAfter(
                        (request, c) ->
                                c.write(
                                        ByteBuffer.allocate(20)
                                                .putInt(16)
                                                .putInt(request.header().correlationId())
                                                .put((byte) 0)
                                                .putInt(0)
                                                .putInt(-1)
                                                .rewind()));
        assertThat(cause)
                .isInstanceOf(DisconnectedException.class)
                .hasMessageContaining("Metadata version 12 with correlation id 1")
                .hasMessageContaining("cannot be read");
    }

    @Test
    void oversizedAnswerEndsTheConnectionBeforeAnythingIsAllocated() throws Exception {
        ClientException cause =
                failureAfter(
                        (request, c) ->
                                c.write(
                                        ByteBuffer.allocate(8)
                                                .putInt(Integer.MAX_VALUE)
                                                .putInt(5)
                                                .flip()));
        assertThat(cause)
                .hasMessageContaining("2147483647 bytes with correlation id 5")
                .hasMessageContaining("Metadata version 12 with correlation id 1");
    }

    @Test
    void negativeSizeEndsTheConnection() throws Exception {
        assertThat(
                        failureAfter(
                                (request, c) ->
                                        c.write(
                                                ByteBuffer.allocate(8)
                                                        .putInt(-5)
                                                        .putInt(1)
                                                        .flip())))
                .hasMessageContaining("-5 bytes");
    }

    @Test
    void httpServerIsRecognized() throws Exception {
        assertThat(
                        failureAfter(
                                (request, c) ->
                                        c.write(
                                                ByteBuffer.wrap(
                                                        "HTTP/1.1 400 Bad"
                                                                .getBytes(
                                                                        StandardCharsets.UTF_8)))))
                .hasMessageContaining("this is an HTTP server");
    }

    @Test
    void connectionCutInTheMiddleOfAnAnswerFailsTheCall() throws Exception {
        ClientException cause =
                failureAfter(
                        (request, c) -> {
                            ByteBuffer whole =
                                    ServerConnection.answer(
                                            request, ServerConnection.metadata("x"));
                            c.write(whole.limit(whole.limit() - 3));
                            throw new EOFException();
                        });
        assertThat(cause)
                .isInstanceOf(DisconnectedException.class)
                .hasMessageContaining("in the middle of an answer");
    }

    private interface Misdeed {
        void commit(RequestFrame.Known request, ServerConnection c) throws IOException;
    }

    private ClientException failureAfter(Misdeed misdeed) throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            if (nth == 0) {
                                misdeed.commit(c.read(), c);
                                c.awaitEnd();
                            }
                            c.serveAll();
                        })) {
            RecordedCall call = client.send(server.node(), RecordedCall.metadata(5000));
            RecordedCall second = RecordedCall.metadata(5000);
            client.run(() -> client.network.send(server.node(), second));
            ClientException cause = Client.failure(call);
            Client.await(call.released);
            // A new connection serves later calls.
            Client.await(client.send(server.node(), RecordedCall.metadata(5000)).outcome);
            assertThat(call.log).containsOnlyOnce("metadata failed", "metadata released");
            return cause;
        }
    }

    @Test
    void timeOutEndsTheConnectionAndFailsAllThatWasUnderWayEachWithItsOwnCause() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            c.awaitEnd();
                        })) {
            List<String> log = new CopyOnWriteArrayList<>();
            RecordedCall patient = RecordedCall.metadata("patient", 20_000, log);
            RecordedCall hasty = RecordedCall.metadata("hasty", 100, log);
            RecordedCall last = RecordedCall.metadata("last", 20_000, log);
            client.run(
                    () -> {
                        client.network.send(server.node(), patient);
                        client.network.send(server.node(), hasty);
                        client.network.send(server.node(), last);
                    });
            assertThat(Client.failure(hasty))
                    .isInstanceOf(TimedOutException.class)
                    .hasMessageContaining("1 (127.0.0.1:")
                    .hasMessageContaining("Metadata version 12 with correlation id 2")
                    .hasMessageContaining("100 ms");
            assertThat(Client.failure(patient))
                    .isInstanceOf(DisconnectedException.class)
                    .hasMessageContaining("Metadata version 12 with correlation id 1")
                    .hasMessageContaining("correlation id 2 within 100 ms");
            assertThat(Client.failure(last)).isInstanceOf(DisconnectedException.class);
            assertThat(log)
                    .containsSubsequence("patient failed", "hasty failed", "last failed")
                    .containsOnlyOnce("patient released", "hasty released", "last released");
            assertThat(client.network.counters().timeouts()).isEqualTo(1);
        }
    }

    @Test
    void timeIsCountedFromSendingForEachCallAndNotStretchedByLaterOnes() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            c.awaitEnd();
                        })) {
            client.run(() -> client.network.connect(server.node()));
            client.nextEvent();
            long begin = System.nanoTime();
            RecordedCall first = client.send(server.node(), RecordedCall.metadata(15_000));
            RecordedCall second = client.send(server.node(), RecordedCall.metadata(200));
            assertThat(Client.failure(second)).isInstanceOf(TimedOutException.class);
            long tookMs = (System.nanoTime() - begin) / 1_000_000;
            assertThat(tookMs).isBetween(199L, 10_000L);
            assertThat(Client.failure(first)).isInstanceOf(DisconnectedException.class);
        }
    }

    @Test
    void callThatTheBrokerHasNoVersionForIsRefusedAndTheConnectionStays() throws Exception {
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            RequestFrame.Known request = c.read();
                            c.write(
                                    ServerConnection.answer(
                                            request,
                                            ServerConnection.versions(
                                                    (short) 0,
                                                    List.of(
                                                            new ApiVersionsResponse.Api(
                                                                    ApiKey.METADATA.id(),
                                                                    (short) 0,
                                                                    (short) 5)))));
                            c.serveAll();
                        })) {
            RecordedCall tooNew = client.send(server.node(), RecordedCall.atLeast(7));
            assertThat(Client.failure(tooNew))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("versions 0 to 5 of Metadata")
                    .hasMessageContaining("7 to 12");
            Client.await(tooNew.released);
            Client.await(client.send(server.node(), RecordedCall.atLeast(1)).outcome);
            assertThat(server.accepted()).isEqualTo(1);
        }
    }

    @Test
    void closeFailsWhatIsUnderWayThenWhatWaitsAndLaterCallsAtOnce() throws Exception {
        CompletableFuture<Boolean> got = new CompletableFuture<>();
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            c.read();
                            got.complete(true);
                            c.awaitEnd();
                        })) {
            List<String> log = new CopyOnWriteArrayList<>();
            RecordedCall underWay = RecordedCall.metadata("under way", 20_000, log);
            client.send(server.node(), underWay);
            Client.await(got);
            RecordedCall waits = RecordedCall.metadata("waits", 20_000, log);
            RecordedCall late = RecordedCall.metadata("late", 20_000, log);
            client.run(
                    () -> {
                        client.network.send(server.node(), waits);
                        client.network.close();
                        client.network.send(server.node(), late);
                        log.add("back");
                    });
            for (RecordedCall call : List.of(underWay, waits, late)) {
                assertThat(Client.failure(call)).isInstanceOf(FatalException.class);
                Client.await(call.released);
            }
            assertThat(log)
                    .containsSubsequence("back", "under way failed", "waits failed", "late failed");
        }
    }

    @Test
    void disconnectFailsCallsWithTheCauseGiven() throws Exception {
        CompletableFuture<Boolean> got = new CompletableFuture<>();
        try (ScriptedServer server =
                new ScriptedServer(
                        (c, nth) -> {
                            c.negotiate();
                            c.read();
                            got.complete(true);
                            c.awaitEnd();
                        })) {
            RecordedCall call = client.send(server.node(), RecordedCall.metadata(20_000));
            Client.await(got);
            FatalException cause = new FatalException("gone");
            client.run(() -> client.network.disconnect(server.node(), cause));
            assertThat(Client.failure(call)).isSameAs(cause);
            assertThat(client.nextEvent().cause()).isNull();
            assertThat(client.nextEvent().cause()).isSameAs(cause);
        }
    }

    @Test
    void nodeThatMovesIsCalledAtItsNewAddress() throws Exception {
        CompletableFuture<Boolean> got = new CompletableFuture<>();
        try (ScriptedServer before =
                        new ScriptedServer(
                                (c, nth) -> {
                                    c.negotiate();
                                    c.read();
                                    got.complete(true);
                                    c.awaitEnd();
                                });
                ScriptedServer after = new ScriptedServer((c, nth) -> c.serveAll())) {
            RecordedCall underWay = client.send(before.node(), RecordedCall.metadata(20_000));
            Client.await(got);
            RecordedCall later = client.send(after.node(), RecordedCall.metadata(20_000));
            assertThat(Client.failure(underWay))
                    .isInstanceOf(DisconnectedException.class)
                    .hasMessageContaining("has moved to 127.0.0.1:" + after.port());
            Client.await(later.outcome);
            assertThat(client.ask(() -> client.network.isReady(before.node()))).isFalse();
            assertThat(client.ask(() -> client.network.isReady(after.node()))).isTrue();
        }
    }

    @Test
    void faultInACallbackEndsTheClientAndEveryCallHearsOfIt() throws Exception {
        try (ScriptedServer server = new ScriptedServer((c, nth) -> c.serveAll())) {
            CompletableFuture<Throwable> told = new CompletableFuture<>();
            client.loop.onFault(told::complete);
            RuntimeException bug = new IllegalStateException("a bug");
            RecordedCall waits = RecordedCall.metadata(20_000);
            RecordedCall good = RecordedCall.metadata(20_000);
            Call<ApiMessage> bad = new FaultyCall(good, bug);
            client.run(
                    () -> {
                        client.network.send(server.node(), bad);
                        client.network.send(server.node(), waits);
                    });
            assertThat(Client.await(told)).isSameAs(bug);
            assertThat(Client.failure(waits)).isInstanceOf(FatalException.class).hasCause(bug);
            Client.await(waits.released);
            assertThatThrownBy(() -> client.loop.execute(() -> {}))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasCause(bug);
        } finally {
            client.loop.close();
        }
    }

    @Test
    void leastBusyPrefersReadyNodesWithFewRequests() throws Exception {
        ScriptedServer.Script silent =
                (c, nth) -> {
                    c.negotiate();
                    c.awaitEnd();
                };
        try (ScriptedServer one = new ScriptedServer(silent);
                ScriptedServer two = new ScriptedServer(silent)) {
            Node first = new Node(1, "127.0.0.1", one.port(), null);
            Node second = new Node(2, "127.0.0.1", two.port(), null);
            Node unknown = new Node(3, "127.0.0.1", 1, null);
            client.run(() -> client.network.connect(first));
            client.nextEvent();
            client.run(() -> client.network.connect(second));
            client.nextEvent();
            client.send(first, RecordedCall.metadata(20_000));
            List<Node> all = List.of(first, unknown, second);
            assertThat(client.ask(() -> client.network.leastBusy(all))).contains(second);
            client.send(second, RecordedCall.metadata(20_000));
            client.send(second, RecordedCall.metadata(20_000));
            assertThat(client.ask(() -> client.network.leastBusy(all))).contains(first);
            assertThat(client.ask(() -> client.network.leastBusy(List.of(unknown))))
                    .contains(unknown);
            assertThat(client.ask(() -> client.network.leastBusy(List.of()))).isEmpty();
        }
    }
}
