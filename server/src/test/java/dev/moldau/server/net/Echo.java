package dev.moldau.server.net;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.CloseConnectionException;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.SaslAuthenticateRequest;
import dev.moldau.protocol.message.SaslAuthenticateResponse;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A scripted API: answers with the bytes it got, which may be any number. The first byte says how:
 * at once, when the test {@linkplain #release says so}, never, or by closing the connection.
 */
final class Echo implements ApiHandler<SaslAuthenticateRequest, SaslAuthenticateResponse> {

    static final byte AT_ONCE = 0;
    static final byte WHEN_RELEASED = 1;
    static final byte CLOSE = 2;
    static final byte NO_ANSWER = 3;
    static final byte LARGE = 4;
    static final byte NO_ANSWER_WHEN_RELEASED = 5;

    static final int LARGE_BYTES = 1 << 20;

    final Queue<Integer> handled = new ConcurrentLinkedQueue<>();
    final Queue<Integer> abandoned = new ConcurrentLinkedQueue<>();
    private final Map<Integer, CompletableFuture<SaslAuthenticateResponse>> releases =
            new ConcurrentHashMap<>();

    @Override
    public ApiKey apiKey() {
        return ApiKey.SASL_AUTHENTICATE;
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
    public boolean isAnswered(SaslAuthenticateRequest request) {
        return first(request) != NO_ANSWER && first(request) != NO_ANSWER_WHEN_RELEASED;
    }

    @Override
    public CompletionStage<SaslAuthenticateResponse> handle(
            RequestContext context, SaslAuthenticateRequest request) {
        int id = context.correlationId();
        handled.add(id);
        return switch (first(request)) {
            case CLOSE -> CompletableFuture.failedFuture(new CloseConnectionException("asked to"));
            case LARGE ->
                    CompletableFuture.completedFuture(response(ByteBuffer.allocate(LARGE_BYTES)));
            case WHEN_RELEASED, NO_ANSWER_WHEN_RELEASED -> {
                CompletableFuture<SaslAuthenticateResponse> later = new CompletableFuture<>();
                context.onAbandon(
                        () -> {
                            abandoned.add(id);
                            later.complete(response(ByteBuffer.allocate(0)));
                        });
                ByteBuffer bytes = request.authBytes();
                releases.put(id, later);
                yield later.thenApply(ignored -> response(copy(bytes)));
            }
            default -> CompletableFuture.completedFuture(response(copy(request.authBytes())));
        };
    }

    /** Answers a request that waits; its bytes are read from the frame only now. */
    void release(int correlationId) {
        CompletableFuture<SaslAuthenticateResponse> waiting = releases.get(correlationId);
        if (waiting == null) {
            throw new IllegalStateException("no request " + correlationId + " waits");
        }
        waiting.complete(response(ByteBuffer.allocate(0)));
    }

    private static byte first(SaslAuthenticateRequest request) {
        ByteBuffer bytes = request.authBytes();
        return bytes.hasRemaining() ? bytes.get(bytes.position()) : AT_ONCE;
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
    }

    private static SaslAuthenticateResponse response(ByteBuffer bytes) {
        return new SaslAuthenticateResponse((short) 0, null, bytes, 0);
    }
}
