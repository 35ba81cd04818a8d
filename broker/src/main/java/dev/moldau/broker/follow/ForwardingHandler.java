package dev.moldau.broker.follow;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Answers an API here while this broker is controller, and hands its requests on while another one
 * is. What the controller did is in force here too when the client is answered.
 */
final class ForwardingHandler<Q extends ApiMessage, R extends ApiMessage>
        implements ApiHandler<Q, R> {

    /** Clients give up after 30 seconds unless told otherwise. */
    private static final long TIMEOUT_MS = 25_000;

    /** The change is made, whatever comes; a client is not kept longer than that for this. */
    private static final long IN_FORCE_MS = 5_000;

    private final Forwarding forwarding;
    private final ApiHandler<Q, R> local;
    private final ApiHandler<Q, R> unreachable;
    private final ApiHandler<Q, R> lost;
    private final MessageCodec<Q> requests;
    private final MessageCodec<R> responses;

    // The catalogue's codecs are those of the handler's messages.
    @SuppressWarnings("unchecked")
    ForwardingHandler(
            Forwarding forwarding,
            ApiHandler<Q, R> local,
            ApiHandler<Q, R> unreachable,
            ApiHandler<Q, R> lost) {
        this.forwarding = forwarding;
        this.local = local;
        this.unreachable = unreachable;
        this.lost = lost;
        this.requests = (MessageCodec<Q>) ApiCodecs.request(local.apiKey()).orElseThrow();
        this.responses = (MessageCodec<R>) ApiCodecs.response(local.apiKey()).orElseThrow();
    }

    @Override
    public ApiKey apiKey() {
        return local.apiKey();
    }

    @Override
    public short lowestVersion() {
        return local.lowestVersion();
    }

    @Override
    public short highestVersion() {
        return local.highestVersion();
    }

    @Override
    public Optional<R> failed(RequestContext context, Q request, ErrorCode error) {
        return local.failed(context, request, error);
    }

    @Override
    public CompletionStage<R> handle(RequestContext context, Q request) {
        if (forwarding.actsHere().getAsBoolean() || Forwarding.staysHere(request)) {
            return local.handle(context, request);
        }
        return forwarding
                .channel()
                .send(enveloped(context, request), TIMEOUT_MS)
                .thenCompose(this::whenInForce)
                .exceptionallyCompose(failure -> refused(context, request, failure));
    }

    private Enveloped<R> enveloped(RequestContext context, Q request) {
        RequestHeader header =
                new RequestHeader(
                        context.apiKey(),
                        context.apiVersion(),
                        context.correlationId(),
                        context.clientId());
        return Enveloped.of(
                header,
                requests,
                responses,
                request,
                new Enveloped.Asker(
                        context.principal(), host(context.connection().remoteAddress())),
                context.apiKey() == ApiKey.LIST_PARTITION_REASSIGNMENTS);
    }

    private static InetAddress host(InetSocketAddress client) {
        InetAddress address = client.getAddress();
        return address == null ? InetAddress.getLoopbackAddress() : address;
    }

    private CompletableFuture<R> whenInForce(Forwarded<R> answer) {
        return Bounded.within(
                        forwarding.timer(),
                        IN_FORCE_MS,
                        forwarding.inForce().at(answer.imageVersion()))
                .thenApply(seen -> answer.response());
    }

    private CompletionStage<R> refused(RequestContext context, Q request, Throwable failure) {
        Throwable cause = failure instanceof CompletionException e ? e.getCause() : failure;
        if (!(cause instanceof ControllerUnavailableException unavailable)) {
            return CompletableFuture.failedFuture(failure);
        }
        return unavailable.error() == ErrorCode.REQUEST_TIMED_OUT
                ? lost.handle(context, request)
                : unreachable.handle(context, request);
    }
}
