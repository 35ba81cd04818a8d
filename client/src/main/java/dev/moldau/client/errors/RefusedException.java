package dev.moldau.client.errors;

import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * This record or request will never be accepted as it is: too large, malformed, not allowed. Others
 * are not affected.
 */
public non-sealed class RefusedException extends ClientException {

    private static final long serialVersionUID = 1L;

    /** A failure that no broker's answer caused. */
    public RefusedException(String message) {
        this(message, null, null);
    }

    /** A failure with its cause. */
    public RefusedException(String message, @Nullable Throwable cause) {
        this(message, null, cause);
    }

    /**
     * A failure that a broker answered.
     *
     * @param error the broker's code, or null
     * @param cause what else lies behind it, or null
     */
    public RefusedException(String message, @Nullable ErrorCode error, @Nullable Throwable cause) {
        super(message, error, cause);
    }

    @Override
    public ClientException again() {
        return new RefusedException(String.valueOf(getMessage()), error().orElse(null), this);
    }
}
