package dev.moldau.client.errors;

import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The connection to the broker ended before the answer came. Whether the broker acted on the
 * request is not known.
 */
public final class DisconnectedException extends RetriableException {

    private static final long serialVersionUID = 1L;

    /** A failure that no broker's answer caused. */
    public DisconnectedException(String message) {
        this(message, null, null);
    }

    /** A failure with its cause. */
    public DisconnectedException(String message, @Nullable Throwable cause) {
        this(message, null, cause);
    }

    /**
     * A failure that a broker answered.
     *
     * @param error the broker's code, or null
     * @param cause what else lies behind it, or null
     */
    public DisconnectedException(
            String message, @Nullable ErrorCode error, @Nullable Throwable cause) {
        super(message, error, cause);
    }

    @Override
    public ClientException again() {
        return new DisconnectedException(String.valueOf(getMessage()), error().orElse(null), this);
    }
}
