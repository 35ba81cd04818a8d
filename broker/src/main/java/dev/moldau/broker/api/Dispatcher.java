package dev.moldau.broker.api;

import dev.moldau.broker.api.HandlerRegistry.Entry;
import dev.moldau.common.Clock;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestFrame;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.message.ApiVersionsResponseCodec;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.ValueTooLongException;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns frames into calls of handlers, and their outcomes into replies. The server's only way into
 * the broker. Immutable; safe for use by any thread.
 *
 * <p>What a client can do wrong ends in {@link Reply.Close} with a reason: an API or version that
 * is not served, or bytes that are not the message they claim to be. A request for versions above
 * ours is answered in version 0 with everything that is served, so that newer clients find out. A
 * bug in a handler is counted, logged with its request, and answered if the response can say so.
 */
public final class Dispatcher {

    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private static final int RESPONSE_INITIAL_BYTES = 256;

    private final HandlerRegistry registry;
    private final Clock clock;
    private final WireBuffers buffers;
    private final RequestElements elements;

    /**
     * @param registry what is served
     * @param clock measures the time requests take
     * @param buffers where responses are encoded; called on the thread that completes a request
     * @param elements bounds what decoded requests take
     */
    public Dispatcher(
            HandlerRegistry registry, Clock clock, WireBuffers buffers, RequestElements elements) {
        this.registry = registry;
        this.clock = clock;
        this.buffers = buffers;
        this.elements = elements;
    }

    /** What is served, and the counters. */
    public HandlerRegistry registry() {
        return registry;
    }

    /**
     * Handles one request. Never throws and never waits.
     *
     * @param frame the frame behind its size; see {@link InFlightRequest} for how long it must last
     * @param connection whom it came from
     */
    public InFlightRequest dispatch(ByteBuffer frame, ConnectionInfo connection) {
        long receivedNs = clock.monotonicNs();
        try {
            return begin(frame, connection, receivedNs);
        } catch (MalformedMessageException | CloseConnectionException e) {
            return closed(null, String.valueOf(e.getMessage()));
        }
    }

    private InFlightRequest begin(ByteBuffer frame, ConnectionInfo connection, long receivedNs) {
        return switch (RequestFrame.read(frame, elements.limit())) {
            case RequestFrame.UnknownApi unknown ->
                    closed(
                            null,
                            ApiKey.of(unknown.apiKey())
                                    .map(Dispatcher::notServed)
                                    .orElse("no API has the number " + unknown.apiKey()));
            case RequestFrame.UnsupportedVersion other -> {
                Entry<?, ?> entry = entry(other.header().api(), frame, connection);
                yield otherVersion(entry, other.header(), connection, receivedNs);
            }
            case RequestFrame.Known known -> {
                RequestHeader header = known.header();
                Entry<?, ?> entry = entry(header.api(), frame, connection);
                yield entry.versions().contains(header.version())
                        ? handle(entry, header, known.body(), connection, receivedNs)
                        : otherVersion(entry, header, connection, receivedNs);
            }
        };
    }

    private Entry<?, ?> entry(ApiKey api, ByteBuffer frame, ConnectionInfo connection) {
        Entry<?, ?> entry = registry.find(api, connection.listenerName());
        if (entry == null) {
            throw new CloseConnectionException(notServed(api));
        }
        entry.metrics().requested(frame.remaining());
        return entry;
    }

    private static String notServed(ApiKey api) {
        return "API " + api.wireName() + " is not served";
    }

    private InFlightRequest otherVersion(
            Entry<?, ?> entry, RequestHeader header, ConnectionInfo connection, long receivedNs) {
        VersionRange versions = entry.versions();
        if (versions.api() == ApiKey.API_VERSIONS && header.version() > versions.highest()) {
            entry.metrics().erred(ErrorCode.UNSUPPORTED_VERSION);
            InFlightRequest request = new InFlightRequest(null, false);
            request.complete(
                    encode(
                            entry.metrics(),
                            ApiKey.API_VERSIONS,
                            ApiVersionsResponseCodec.INSTANCE,
                            (short) 0,
                            header.correlationId(),
                            registry.apiVersions().versionAboveOurs(connection.listenerName()),
                            receivedNs));
            return request;
        }
        return closed(
                entry.metrics(),
                versions.api().wireName()
                        + " version "
                        + header.version()
                        + " is not served, versions "
                        + versions.lowest()
                        + " to "
                        + versions.highest()
                        + " are");
    }

    private <Q extends ApiMessage, R extends ApiMessage> InFlightRequest handle(
            Entry<Q, R> entry,
            RequestHeader header,
            WireReader body,
            ConnectionInfo connection,
            long receivedNs) {
        Q message;
        try {
            message = entry.requests().read(body, header.version());
        } catch (MalformedMessageException e) {
            String name = header.api().wireName() + " v" + header.version();
            return closed(entry.metrics(), name + ": " + e.getMessage());
        }
        RequestContext context =
                new RequestContext(
                        header.api(),
                        header.version(),
                        header.correlationId(),
                        header.clientId(),
                        connection,
                        receivedNs,
                        entry.metrics()::erred);
        int taken = body.elements();
        if (!elements.take(taken)) {
            return closed(
                    entry.metrics(),
                    context
                            + ": with its "
                            + taken
                            + " elements the requests in flight would have more than "
                            + elements.limit());
        }
        InFlightRequest request = new InFlightRequest(context, entry.handler().keepsFrame());
        call(entry, context, message, request, taken);
        return request;
    }

    // A handler may throw anything; whatever it is becomes the outcome of this one request.
    @SuppressWarnings("CatchAndPrintStackTrace")
    private <Q extends ApiMessage, R extends ApiMessage> void call(
            Entry<Q, R> entry,
            RequestContext context,
            Q message,
            InFlightRequest request,
            int taken) {
        try {
            entry.handler()
                    .handle(context, message)
                    .whenComplete(
                            (response, failure) -> {
                                Reply reply = reply(entry, context, message, response, failure);
                                elements.give(taken);
                                request.complete(reply);
                            });
        } catch (Throwable failure) {
            Reply reply = reply(entry, context, message, null, failure);
            elements.give(taken);
            request.complete(reply);
        }
    }

    private <Q extends ApiMessage, R extends ApiMessage> Reply reply(
            Entry<Q, R> entry,
            RequestContext context,
            Q message,
            @Nullable R response,
            @Nullable Throwable failure) {
        try {
            if (response != null) {
                return answer(entry, context, message, response);
            }
            return failed(entry, context, message, unwrap(failure));
        } catch (ValueTooLongException e) {
            entry.metrics().failed();
            return new Reply.Close(context + ": cannot be answered: " + e.getMessage());
        } catch (Throwable bug) {
            return bug(entry.metrics(), context, bug);
        }
    }

    private <Q extends ApiMessage, R extends ApiMessage> Reply answer(
            Entry<Q, R> entry, RequestContext context, Q message, R response) {
        if (!entry.handler().isAnswered(message)) {
            entry.metrics().answered(0, clock.monotonicNs() - context.receivedNs());
            return Reply.Nothing.INSTANCE;
        }
        return encode(entry, context, response);
    }

    private <R extends ApiMessage> Reply encode(
            Entry<?, R> entry, RequestContext context, R response) {
        return encode(
                entry.metrics(),
                context.apiKey(),
                entry.responses(),
                context.apiVersion(),
                context.correlationId(),
                response,
                context.receivedNs());
    }

    private <R extends ApiMessage> Reply encode(
            ApiMetrics metrics,
            ApiKey api,
            MessageCodec<R> codec,
            short version,
            int correlationId,
            R response,
            long receivedNs) {
        WireWriter out = new WireWriter(buffers, RESPONSE_INITIAL_BYTES);
        FrameWriter.writeResponse(api, codec, version, correlationId, response, out);
        long size = out.sizeBytes();
        metrics.answered(size, clock.monotonicNs() - receivedNs);
        return new Reply.Response(out.pieces(), size);
    }

    private <Q extends ApiMessage, R extends ApiMessage> Reply failed(
            Entry<Q, R> entry, RequestContext context, Q message, Throwable failure) {
        if (failure instanceof CloseConnectionException close) {
            entry.metrics().failed();
            return new Reply.Close(context + ": " + close.getMessage());
        }
        Reply closing = bug(entry.metrics(), context, failure);
        if (!entry.handler().isAnswered(message)) {
            return closing;
        }
        Optional<R> response =
                entry.handler().failed(context, message, ErrorCode.UNKNOWN_SERVER_ERROR);
        return response.isPresent() ? encode(entry, context, response.get()) : closing;
    }

    private static Reply bug(ApiMetrics metrics, RequestContext context, Throwable bug) {
        metrics.failed();
        LOG.error("{} failed because of a bug", context, bug);
        return new Reply.Close(context + " failed because of a bug");
    }

    private static Throwable unwrap(@Nullable Throwable failure) {
        if (failure == null) {
            return new IllegalStateException("the handler completed without a response");
        }
        if (failure instanceof CompletionException && failure.getCause() != null) {
            return failure.getCause();
        }
        return failure;
    }

    private static InFlightRequest closed(@Nullable ApiMetrics metrics, String reason) {
        if (metrics != null) {
            metrics.failed();
        }
        InFlightRequest request = new InFlightRequest(null, false);
        request.complete(new Reply.Close(reason));
        return request;
    }
}
