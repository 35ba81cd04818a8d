package dev.moldau.client.errors;

import dev.moldau.protocol.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Anything that a client tells its caller to have failed. The four subclasses say what the caller
 * can do; the error code, if a broker sent one, says what exactly it was.
 *
 * <p>Messages name the thing concerned (topic, partition, broker, setting), how long was waited,
 * and the remedy where there is one.
 */
public abstract sealed class ClientException extends RuntimeException
        permits RetriableException, AbortableException, RefusedException, FatalException {

    private static final long serialVersionUID = 1L;

    private final @Nullable ErrorCode error;

    ClientException(String message, @Nullable ErrorCode error, @Nullable Throwable cause) {
        super(message, cause);
        this.error = error;
    }

    /** What the broker answered, if it was a broker that refused. */
    public final Optional<ErrorCode> error() {
        return Optional.ofNullable(error);
    }

    /**
     * The same failure as a new exception of the same class, with the stack of the caller and this
     * one as its cause: for handing on what happened on another thread.
     */
    public abstract ClientException again();
}
