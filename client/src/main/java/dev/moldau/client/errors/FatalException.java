package dev.moldau.client.errors;

import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The client cannot go on: fenced, closed, or the cluster lacks what it needs. Close it and make a
 * new one once the cause is mended.
 */
public non-sealed class FatalException extends ClientException {

    private static final long serialVersionUID = 1L;

    /** A failure that no broker's answer caused. */
    public FatalException(String message) {
        this(message, null, null);
    }

    /** A failure with its cause. */
    public FatalException(String message, @Nullable Throwable cause) {
        this(message, null, cause);
    }

    /**
     * A failure that a broker answered.
     *
     * @param error the broker's code, or null
     * @param cause what else lies behind it, or null
     */
    public FatalException(String message, @Nullable ErrorCode error, @Nullable Throwable cause) {
        super(message, error, cause);
    }

    @Override
    public ClientException again() {
        return new FatalException(String.valueOf(getMessage()), error().orElse(null), this);
    }
}
