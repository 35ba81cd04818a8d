package dev.moldau.client.errors;

import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The same call may well succeed later without anybody changing it: brokers away, time-outs, full
 * buffers. The client has already retried as far as its settings allow.
 */
public non-sealed class RetriableException extends ClientException {

    private static final long serialVersionUID = 1L;

    /** A failure that no broker's answer caused. */
    public RetriableException(String message) {
        this(message, null, null);
    }

    /** A failure with its cause. */
    public RetriableException(String message, @Nullable Throwable cause) {
        this(message, null, cause);
    }

    /**
     * A failure that a broker answered.
     *
     * @param error the broker's code, or null
     * @param cause what else lies behind it, or null
     */
    public RetriableException(
            String message, @Nullable ErrorCode error, @Nullable Throwable cause) {
        super(message, error, cause);
    }

    @Override
    public ClientException again() {
        return new RetriableException(String.valueOf(getMessage()), error().orElse(null), this);
    }
}
