package dev.moldau.client.errors;

import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The open transaction cannot be committed; abort it, then go on with the same producer. */
public non-sealed class AbortableException extends ClientException {

    private static final long serialVersionUID = 1L;

    /** A failure that no broker's answer caused. */
    public AbortableException(String message) {
        this(message, null, null);
    }

    /** A failure with its cause. */
    public AbortableException(String message, @Nullable Throwable cause) {
        this(message, null, cause);
    }

    /**
     * A failure that a broker answered.
     *
     * @param error the broker's code, or null
     * @param cause what else lies behind it, or null
     */
    public AbortableException(
            String message, @Nullable ErrorCode error, @Nullable Throwable cause) {
        super(message, error, cause);
    }

    @Override
    public ClientException again() {
        return new AbortableException(String.valueOf(getMessage()), error().orElse(null), this);
    }
}
