package dev.moldau.broker.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ApiVersionsResponse;
import dev.moldau.protocol.message.ApiVersionsResponseCodec;
import dev.moldau.protocol.message.HeartbeatRequest;
import dev.moldau.protocol.message.HeartbeatRequestCodec;
import dev.moldau.protocol.message.HeartbeatResponse;
import dev.moldau.protocol.message.HeartbeatResponseCodec;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.protocol.wire.WireLimits;
import dev.moldau.protocol.wire.WirePiece;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class DispatcherTest {

    private static final ConnectionInfo CONNECTION =
            new ConnectionInfo(
                    1,
                    new InetSocketAddress("10.0.0.7", 5000),
                    new InetSocketAddress("10.0.0.1", 9092),
                    "PLAINTEXT",
                    ConnectionInfo.ANONYMOUS);

    private BiFunction<RequestContext, HeartbeatRequest, CompletionStage<HeartbeatResponse>>
            behaviour =
                    (context, request) ->
                            CompletableFuture.completedFuture(new HeartbeatResponse(0, (short) 0));

    private final HandlerRegistry registry =
            HandlerRegistry.of(
                    List.of(new Heartbeats()),
                    OldVersions.SERVED,
                    ranges -> new ApiVersionsHandler(ranges, "cluster", 1));
    private final Dispatcher dispatcher =
            new Dispatcher(
                    registry,
                    new ManualTimer(),
                    WireBuffers.HEAP,
                    RequestElements.ofHeap(256L << 20));

    @Test
    void aRequestIsAnsweredUnderItsCorrelationId() {
        for (short version = 0; version <= 4; version++) {
            WireReader in = response(heartbeat(version, 77));
            assertThat(in.readInt32()).isEqualTo(77);
            if (version == 4) {
                in.skipTaggedFields();
            }
            assertThat(HeartbeatResponseCodec.INSTANCE.read(in, version).errorCode()).isZero();
            assertThat(in.remaining()).isZero();
        }
        assertThat(registry.metrics(ApiKey.HEARTBEAT).orElseThrow().requests()).isEqualTo(5);
    }

    @Test
    void anUnsupportedVersionClosesTheConnection() {
        assertThat(closeReason(heartbeat((short) 5, 1)))
                .isEqualTo("Heartbeat version 5 is not served, versions 0 to 4 are");
    }

    @Test
    void anUnknownOrUnservedApiClosesTheConnection() {
        assertThat(closeReason(header(999, 0, 1).toBuffer()))
                .isEqualTo("no API has the number 999");
        assertThat(closeReason(header(ApiKey.VOTE.id(), 0, 1).toBuffer()))
                .isEqualTo("API Vote is not served");
        assertThat(closeReason(ByteBuffer.allocate(3))).startsWith("malformed message at byte 2");
    }

    /** FIELD-REPORTS row 64: a newer client learns all that is served, from a version 0 body. */
    @Test
    void apiVersionsAboveOursIsAnsweredInVersionZeroWithEveryRange() {
        WireReader in = response(header(ApiKey.API_VERSIONS.id(), 42, 9).toBuffer());
        assertThat(in.readInt32()).isEqualTo(9);
        ApiVersionsResponse response = ApiVersionsResponseCodec.INSTANCE.read(in, (short) 0);
        assertThat(in.remaining()).isZero();
        assertThat(response.errorCode()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION.code());
        assertThat(response.apiKeys())
                .containsExactly(
                        new ApiVersionsResponse.Api((short) 12, (short) 0, (short) 4),
                        new ApiVersionsResponse.Api((short) 18, (short) 0, (short) 5));
    }

    @Test
    void anApiVersionsResponseNeverHasAFlexibleHeader() {
        WireWriter out = header(ApiKey.API_VERSIONS.id(), 3, 5);
        out.writeUnsignedVarint(0);
        out.writeString(true, "moldau-test", "name");
        out.writeString(true, "1.0", "version");
        out.writeUnsignedVarint(0);
        WireReader in = response(out.toBuffer());
        assertThat(in.readInt32()).isEqualTo(5);
        assertThat(ApiVersionsResponseCodec.INSTANCE.read(in, (short) 3).errorCode()).isZero();
        assertThat(in.remaining()).isZero();
    }

    @Test
    void aMalformedBodyClosesTheConnectionAndIsCounted() {
        WireWriter out = header(ApiKey.HEARTBEAT.id(), 0, 1);
        out.writeInt16((short) 30_000);
        assertThat(closeReason(out.toBuffer())).startsWith("Heartbeat v0: malformed message");
        assertThat(registry.metrics(ApiKey.HEARTBEAT).orElseThrow().failures()).isEqualTo(1);
    }

    @Test
    void randomBytesNeverDoMoreThanCloseTheConnection() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            if (bytes.length > 3) {
                bytes[0] = 0;
                bytes[1] = (byte) (random.nextBoolean() ? 12 : 18);
                bytes[2] = 0;
                bytes[3] = (byte) random.nextInt(8);
            }
            InFlightRequest request = dispatcher.dispatch(ByteBuffer.wrap(bytes), CONNECTION);
            assertThat(request.isDone()).isTrue();
        }
    }

    @Test
    void aBugIsAnsweredWhereTheResponseCanSaySo() {
        behaviour =
                (context, request) -> {
                    throw new IllegalStateException("on purpose");
                };
        WireReader in = response(heartbeat((short) 0, 3));
        in.readInt32();
        assertThat(HeartbeatResponseCodec.INSTANCE.read(in, (short) 0).errorCode())
                .isEqualTo(ErrorCode.UNKNOWN_SERVER_ERROR.code());
        assertThat(registry.metrics(ApiKey.HEARTBEAT).orElseThrow().failures()).isEqualTo(1);
    }

    @Test
    void aHandlerCanCloseTheConnection() {
        behaviour =
                (context, request) ->
                        CompletableFuture.failedFuture(new CloseConnectionException("no more"));
        assertThat(closeReason(heartbeat((short) 0, 3))).endsWith(": no more");
    }

    @Test
    void anAbandonedRequestTellsItsHandler() {
        CompletableFuture<HeartbeatResponse> pending = new CompletableFuture<>();
        behaviour =
                (context, request) -> {
                    context.onAbandon(() -> pending.complete(new HeartbeatResponse(0, (short) 0)));
                    return pending;
                };
        InFlightRequest request = dispatcher.dispatch(heartbeat((short) 0, 1), CONNECTION);
        assertThat(request.isDone()).isFalse();
        request.abandon();
        assertThat(request.isDone()).isTrue();
    }

    /** FIELD-REPORTS row 58: what decoded requests take is bounded, for one and for all. */
    @Test
    void requestsInFlightHaveABoundedNumberOfElements() {
        Dispatcher bounded =
                new Dispatcher(
                        registry, new ManualTimer(), WireBuffers.HEAP, new RequestElements(1_000));
        CompletableFuture<HeartbeatResponse> pending = new CompletableFuture<>();
        behaviour = (context, request) -> pending;
        ByteBuffer long600 = heartbeat("g".repeat(600 * WireLimits.STRING_BYTES_PER_ELEMENT / 2));
        InFlightRequest first = bounded.dispatch(long600, CONNECTION);
        InFlightRequest second = bounded.dispatch(long600, CONNECTION);
        InFlightRequest third = bounded.dispatch(long600, CONNECTION);
        InFlightRequest fourth = bounded.dispatch(long600, CONNECTION);
        assertThat(first.isDone() || second.isDone() || third.isDone()).isFalse();
        assertThat(fourth.reply().toCompletableFuture().join())
                .isInstanceOfSatisfying(
                        Reply.Close.class,
                        close -> assertThat(close.reason()).contains("300 elements", "1000"));
        pending.complete(new HeartbeatResponse(0, (short) 0));
        assertThat(bounded.dispatch(long600, CONNECTION).isDone()).isTrue();
        assertThat(bounded.dispatch(heartbeat("g".repeat(32_000)), CONNECTION).isDone()).isTrue();
    }

    @Test
    void namesOfClientsMakeNoLinesOfTheirOwn() {
        assertThat(Printable.line("me\n2026 ERROR\u2028\u0007x")).isEqualTo("me?2026 ERROR??x");
        assertThat(Printable.line("x".repeat(40_000))).hasSizeLessThan(600).endsWith("...");
    }

    @Test
    void metricsSayHowLongRequestsTook() {
        assertThat(ApiMetrics.bucket(0)).isZero();
        assertThat(ApiMetrics.bucket(1_500)).isEqualTo(1);
        assertThat(ApiMetrics.bucket(1_000_000)).isEqualTo(10);
        assertThat(ApiMetrics.bucket(Long.MAX_VALUE)).isEqualTo(ApiMetrics.BUCKETS - 1);
    }

    @Test
    void anApiHasOneHandler() {
        assertThatThrownBy(
                        () ->
                                HandlerRegistry.of(
                                        List.of(new Heartbeats(), new Heartbeats()),
                                        OldVersions.SERVED,
                                        ranges -> new ApiVersionsHandler(ranges, "c", 1)))
                .hasMessageContaining("two handlers for Heartbeat");
    }

    private String closeReason(ByteBuffer frame) {
        Reply reply = reply(frame);
        assertThat(reply).isInstanceOf(Reply.Close.class);
        return ((Reply.Close) reply).reason();
    }

    private WireReader response(ByteBuffer frame) {
        Reply.Response response = (Reply.Response) reply(frame);
        assertThat(response.pieces()).hasSize(1);
        ByteBuffer bytes = ((WirePiece.Bytes) response.pieces().getFirst()).buffer();
        assertThat(bytes.getInt(bytes.position())).isEqualTo(bytes.remaining() - 4);
        return new WireReader(bytes.slice(4, bytes.remaining() - 4));
    }

    private Reply reply(ByteBuffer frame) {
        InFlightRequest request = dispatcher.dispatch(frame, CONNECTION);
        assertThat(request.isDone()).isTrue();
        return request.reply().toCompletableFuture().join();
    }

    private static ByteBuffer heartbeat(short version, int correlationId) {
        WireWriter out = header(ApiKey.HEARTBEAT.id(), version, correlationId);
        if (version >= 4) {
            out.writeUnsignedVarint(0);
        }
        short written = (short) Math.min(version, 4);
        HeartbeatRequestCodec.INSTANCE.write(
                new HeartbeatRequest("group", 1, "member", null), out, written);
        return out.toBuffer();
    }

    private static ByteBuffer heartbeat(String group) {
        WireWriter out = header(ApiKey.HEARTBEAT.id(), 0, 1);
        HeartbeatRequestCodec.INSTANCE.write(
                new HeartbeatRequest(group, 1, "member", null), out, (short) 0);
        return out.toBuffer();
    }

    private static WireWriter header(int api, int version, int correlationId) {
        WireWriter out = new WireWriter();
        out.writeInt16((short) api);
        out.writeInt16((short) version);
        out.writeInt32(correlationId);
        out.writeString(false, "test", "clientId");
        return out;
    }

    private final class Heartbeats implements ApiHandler<HeartbeatRequest, HeartbeatResponse> {
        @Override
        public ApiKey apiKey() {
            return ApiKey.HEARTBEAT;
        }

        @Override
        public short lowestVersion() {
            return 0;
        }

        @Override
        public short highestVersion() {
            return 4;
        }

        @Override
        public CompletionStage<HeartbeatResponse> handle(
                RequestContext context, HeartbeatRequest request) {
            return behaviour.apply(context, request);
        }

        @Override
        public Optional<HeartbeatResponse> failed(
                RequestContext context, HeartbeatRequest request, ErrorCode error) {
            return Optional.of(new HeartbeatResponse(0, error.code()));
        }
    }
}
