package dev.moldau.broker.api;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Answers one API. A handler translates: it turns a request into commands to the owner of the
 * state, and the outcome into a response. It holds no state of its own.
 *
 * <p>Called on the event loop of the connection, so it never waits: not for a disk, a lock or
 * another thread. Requests of one connection are handled without waiting for the one before; the
 * server puts the responses into the order of the requests.
 *
 * @param <Q> the request
 * @param <R> the response
 */
public interface ApiHandler<Q extends ApiMessage, R extends ApiMessage> {

    /** The API this handler answers. */
    ApiKey apiKey();

    /** The lowest version served. */
    short lowestVersion();

    /** The highest version served. */
    short highestVersion();

    /** Who may call it. */
    default Audience audience() {
        return Audience.ALL;
    }

    /**
     * Handles one request.
     *
     * <p>Protocol errors are values in the response. The stage completes exceptionally with {@link
     * CloseConnectionException} to close the connection, and with anything else only for a bug; the
     * same holds for what the method throws.
     *
     * <p>Bytes and records in the request are slices of the request's frame. They are valid until
     * the returned stage completes, so a handler does not complete it before it is done with them.
     *
     * @param context who asks, in which version, from where
     * @param request the decoded request
     * @return a stage that any thread may complete
     */
    CompletionStage<R> handle(RequestContext context, Q request);

    /**
     * Whether the client waits for an answer to this request. Only a produce with {@code acks=0}
     * says no: its outcome is awaited for the lifetime of the frame and then dropped.
     */
    default boolean isAnswered(Q request) {
        return true;
    }

    /**
     * Whether requests are slices of their frames, so that the frame must last until the stage
     * completes. A handler whose requests wait for long and have no bytes or records says no, so
     * that waiting requests hold no frames.
     */
    default boolean keepsFrame() {
        return true;
    }

    /**
     * The response that says that this request failed as a whole, used when {@link #handle} fails
     * with a bug.
     *
     * @return empty if the response cannot express it; the connection is then closed
     */
    default Optional<R> failed(RequestContext context, Q request, ErrorCode error) {
        return Optional.empty();
    }
}
