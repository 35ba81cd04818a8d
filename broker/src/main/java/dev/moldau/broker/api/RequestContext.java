package dev.moldau.broker.api;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way: who asks, in which version, from where.
 *
 * <p>It also stands for the lifetime of the request's frame. Bytes and records of the request are
 * slices of the frame, valid until the handler's stage completes.
 *
 * <p>The accessors are immutable. {@link #onAbandon} is called by the handler, {@link #abandon} by
 * the server, each on any thread.
 */
public final class RequestContext {

    private final ApiKey apiKey;
    private final short apiVersion;
    private final int correlationId;
    private final @Nullable String clientId;
    private final ConnectionInfo connection;
    private final long receivedNs;
    private final Consumer<ErrorCode> errors;

    /** Guarded by this, as is the next. */
    private @Nullable Runnable abandonAction;

    private boolean abandoned;

    /**
     * @param receivedNs when the frame was complete, on the monotonic clock
     * @param errors counts protocol errors
     */
    public RequestContext(
            ApiKey apiKey,
            short apiVersion,
            int correlationId,
            @Nullable String clientId,
            ConnectionInfo connection,
            long receivedNs,
            Consumer<ErrorCode> errors) {
        this.apiKey = apiKey;
        this.apiVersion = apiVersion;
        this.correlationId = correlationId;
        this.clientId = clientId;
        this.connection = connection;
        this.receivedNs = receivedNs;
        this.errors = errors;
    }

    /** The API that is asked. */
    public ApiKey apiKey() {
        return apiKey;
    }

    /** The version of the request, and so of its response. */
    public short apiVersion() {
        return apiVersion;
    }

    /** The number by which the client matches the response. */
    public int correlationId() {
        return correlationId;
    }

    /** What the client calls itself; null and the empty string both occur. */
    public @Nullable String clientId() {
        return clientId;
    }

    /** The client's name for logs and descriptions; empty if it gave none. */
    public String clientIdOrEmpty() {
        return clientId == null ? "" : clientId;
    }

    /** The connection the request came on. */
    public ConnectionInfo connection() {
        return connection;
    }

    /** The listener the request came on, such as {@code PLAINTEXT}. */
    public String listenerName() {
        return connection.listenerName();
    }

    /** Who asks, such as {@code User:ANONYMOUS}. */
    public String principal() {
        return connection.principal();
    }

    /** The client's host, such as {@code /10.0.0.7}. */
    public String clientHost() {
        return connection.clientHost();
    }

    /** When the frame was complete, on the monotonic clock. */
    public long receivedNs() {
        return receivedNs;
    }

    /**
     * Counts a protocol error that goes into the response; {@link ErrorCode#NONE} counts nothing.
     * Returns the code, so that it can stand where the code is used.
     */
    public ErrorCode counted(ErrorCode error) {
        if (error != ErrorCode.NONE) {
            errors.accept(error);
        }
        return error;
    }

    /**
     * Asks to be told when nobody waits for the answer any more, because the connection died. The
     * stage must still be completed. Runs at once if that has happened already. A handler calls
     * this at most once.
     */
    public void onAbandon(Runnable action) {
        synchronized (this) {
            if (!abandoned) {
                abandonAction = action;
                return;
            }
        }
        action.run();
    }

    /** Tells the handler that nobody waits for the answer any more. */
    void abandon() {
        @Nullable Runnable action;
        synchronized (this) {
            action = abandonAction;
            abandonAction = null;
            abandoned = true;
        }
        if (action != null) {
            action.run();
        }
    }

    /** For logs: {@code Fetch v12 of client 'c1' from /10.0.0.7 (correlation id 5)}. */
    @Override
    public String toString() {
        return apiKey.wireName()
                + " v"
                + apiVersion
                + " of client '"
                + Printable.line(clientIdOrEmpty())
                + "' from "
                + clientHost()
                + " (correlation id "
                + correlationId
                + ")";
    }
}
