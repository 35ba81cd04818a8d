package dev.moldau.broker.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.header.ResponseHeader;
import dev.moldau.protocol.message.ApiVersionsRequest;
import dev.moldau.protocol.message.ApiVersionsRequestCodec;
import dev.moldau.protocol.message.ApiVersionsResponse;
import dev.moldau.protocol.message.ApiVersionsResponseCodec;
import dev.moldau.protocol.message.FollowImageRequest;
import dev.moldau.protocol.message.FollowImageRequestCodec;
import dev.moldau.protocol.message.FollowImageResponse;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.protocol.wire.WirePiece;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What brokers say among themselves does not exist for anybody else. */
class BrokersOnlyTest {

    private static final class Follows
            implements ApiHandler<FollowImageRequest, FollowImageResponse> {
        @Override
        public ApiKey apiKey() {
            return ApiKey.FOLLOW_IMAGE;
        }

        @Override
        public short lowestVersion() {
            return 0;
        }

        @Override
        public short highestVersion() {
            return 0;
        }

        @Override
        public Audience audience() {
            return Audience.BROKERS;
        }

        @Override
        public CompletionStage<FollowImageResponse> handle(
                RequestContext context, FollowImageRequest request) {
            return CompletableFuture.completedFuture(
                    new FollowImageResponse((short) 0, 1, 7, List.of()));
        }
    }

    private static Dispatcher dispatcher(HandlerRegistry registry) {
        return new Dispatcher(
                registry, new ManualTimer(), WireBuffers.HEAP, RequestElements.ofHeap(256L << 20));
    }

    private final Dispatcher dispatcher =
            dispatcher(
                    HandlerRegistry.of(
                            List.of(new Follows()),
                            OldVersions.SERVED,
                            "INTERNAL",
                            served -> new ApiVersionsHandler(served, "c", 1)));

    private static ConnectionInfo through(String listener) {
        return new ConnectionInfo(
                1,
                new InetSocketAddress("10.0.0.7", 5000),
                new InetSocketAddress("10.0.0.1", 9092),
                listener,
                ConnectionInfo.ANONYMOUS);
    }

    private static Reply reply(Dispatcher dispatcher, ByteBuffer frame, String listener) {
        return dispatcher
                .dispatch(frame.duplicate().position(4).slice(), through(listener))
                .reply()
                .toCompletableFuture()
                .join();
    }

    private static ByteBuffer poll() {
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(
                new RequestHeader(ApiKey.FOLLOW_IMAGE, (short) 0, 5, "c"),
                FollowImageRequestCodec.INSTANCE,
                new FollowImageRequest(2, 1, 0, 100, List.of()),
                out);
        return out.toBuffer();
    }

    private static List<Short> told(Dispatcher dispatcher, String listener) {
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(
                new RequestHeader(ApiKey.API_VERSIONS, (short) 0, 5, "c"),
                ApiVersionsRequestCodec.INSTANCE,
                new ApiVersionsRequest("", "", null, -1),
                out);
        Reply.Response reply = (Reply.Response) reply(dispatcher, out.toBuffer(), listener);
        ByteBuffer bytes = ((WirePiece.Bytes) reply.pieces().getFirst()).buffer();
        WireReader in = new WireReader(bytes.duplicate().position(4).slice());
        ResponseHeader.read(in, ApiKey.API_VERSIONS, ApiVersionsResponseCodec.INSTANCE, (short) 0);
        ApiVersionsResponse response = ApiVersionsResponseCodec.INSTANCE.read(in, (short) 0);
        return response.apiKeys().stream().map(ApiVersionsResponse.Api::apiKey).toList();
    }

    @Test
    void theListenerBetweenBrokersServesThem() {
        assertThat(told(dispatcher, "INTERNAL")).containsExactly((short) 18, (short) 127);
        assertThat(reply(dispatcher, poll(), "INTERNAL")).isInstanceOf(Reply.Response.class);
    }

    @Test
    void otherListenersNeitherTellOfThemNorAnswer() {
        assertThat(told(dispatcher, "EXTERNAL")).containsExactly((short) 18);
        assertThat(reply(dispatcher, poll(), "EXTERNAL"))
                .isEqualTo(new Reply.Close("API FollowImage is not served"));
    }

    @Test
    void aBrokerWithoutOthersServesThemNowhere() {
        Dispatcher alone =
                dispatcher(
                        HandlerRegistry.of(
                                List.of(new Follows()),
                                OldVersions.SERVED,
                                served -> new ApiVersionsHandler(served, "c", 1)));
        assertThat(told(alone, "INTERNAL")).containsExactly((short) 18);
        assertThat(reply(alone, poll(), "INTERNAL")).isInstanceOf(Reply.Close.class);
        assertThat(reply(alone, poll(), "")).isInstanceOf(Reply.Close.class);
    }
}
