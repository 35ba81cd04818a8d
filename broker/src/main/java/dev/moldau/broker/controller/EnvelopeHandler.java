package dev.moldau.broker.controller;

import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.api.Dispatcher;
import dev.moldau.broker.api.InFlightRequest;
import dev.moldau.broker.api.Reply;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.EnvelopeRequest;
import dev.moldau.protocol.message.EnvelopeResponse;
import dev.moldau.protocol.wire.WirePiece;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Carries out clients' requests that another broker hands on. They go through a dispatcher of their
 * own, whose handlers act here and never hand on again: two brokers that each take the other for
 * the controller must not play ball with a request.
 */
final class EnvelopeHandler extends BrokersOnly<EnvelopeRequest, EnvelopeResponse> {

    private static final int SIZE_BYTES = 4;

    private final ControllerOffice office;
    private final Dispatcher forwarded;

    /**
     * @param forwarded answers what may be handed on, and nothing else
     */
    EnvelopeHandler(ControllerOffice office, Dispatcher forwarded) {
        super(ApiKey.ENVELOPE, 0, 0);
        this.office = office;
        this.forwarded = forwarded;
    }

    @Override
    public CompletionStage<EnvelopeResponse> handle(
            RequestContext context, EnvelopeRequest request) {
        Optional<ControllerOffice.Acting> acting = office.acting();
        if (acting.isEmpty()) {
            return refused(context, ErrorCode.NOT_CONTROLLER);
        }
        Optional<String> principal = principal(request.requestPrincipal());
        if (principal.isEmpty()) {
            return refused(context, ErrorCode.PRINCIPAL_DESERIALIZATION_FAILURE);
        }
        Optional<InetAddress> host = address(request.clientHostAddress());
        if (host.isEmpty()) {
            return refused(context, ErrorCode.INVALID_REQUEST);
        }
        InFlightRequest handled =
                forwarded.dispatch(
                        request.requestData(), client(context, principal.get(), host.get()));
        context.onAbandon(handled::abandon);
        ImageSource images = acting.get().controller().images();
        return handled.reply().thenApply(reply -> response(context, reply, images));
    }

    private static CompletionStage<EnvelopeResponse> refused(
            RequestContext context, ErrorCode error) {
        return CompletableFuture.completedFuture(EnvelopeResponse.error(context.counted(error)));
    }

    /** The client, as far as the other broker tells of it; its connection is that broker's. */
    private static ConnectionInfo client(
            RequestContext context, String principal, InetAddress host) {
        ConnectionInfo broker = context.connection();
        return new ConnectionInfo(
                broker.id(),
                new InetSocketAddress(host, 0),
                broker.localAddress(),
                broker.listenerName(),
                principal);
    }

    private EnvelopeResponse response(RequestContext context, Reply reply, ImageSource images) {
        return switch (reply) {
            case Reply.Response answer ->
                    new EnvelopeResponse(
                            withoutSize(answer), ErrorCode.NONE.code(), images.current().version());
            case Reply.Nothing nothing -> impossible(context);
            case Reply.Close close -> impossible(context);
        };
    }

    /** A request that this broker would close its own client's connection for. */
    private static EnvelopeResponse impossible(RequestContext context) {
        return EnvelopeResponse.error(context.counted(ErrorCode.INVALID_REQUEST));
    }

    private static ByteBuffer withoutSize(Reply.Response answer) {
        ByteBuffer whole = ByteBuffer.allocate(Math.toIntExact(answer.sizeBytes()));
        for (WirePiece piece : answer.pieces()) {
            if (!(piece instanceof WirePiece.Bytes(ByteBuffer bytes))) {
                throw new IllegalStateException("an answer with records was handed on: " + piece);
            }
            whole.put(bytes.duplicate());
        }
        return whole.flip().position(SIZE_BYTES).slice();
    }

    private static Optional<String> principal(@Nullable ByteBuffer bytes) {
        if (bytes == null) {
            return Optional.empty();
        }
        String principal = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
        return Optional.of(principal).filter(name -> name.indexOf(':') > 0);
    }

    private static Optional<InetAddress> address(ByteBuffer bytes) {
        byte[] raw = new byte[bytes.remaining()];
        bytes.duplicate().get(raw);
        try {
            return Optional.of(InetAddress.getByAddress(raw));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
