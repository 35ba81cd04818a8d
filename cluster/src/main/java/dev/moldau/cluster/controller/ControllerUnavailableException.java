package dev.moldau.cluster.controller;

import dev.moldau.protocol.ErrorCode;

/**
 * The controller has stopped, cannot be reached, or its store cannot be written just now.
 * Retriable.
 */
public final class ControllerUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode error;

    /** There is no controller that could act; whether one began to act is not known. */
    public ControllerUnavailableException(String message) {
        this(message, ErrorCode.NOT_CONTROLLER);
    }

    /** As above, with an error that says more; see below. */
    public ControllerUnavailableException(String message, ErrorCode error) {
        super(message);
        this.error = error;
    }

    /** As above, because of something else. */
    public ControllerUnavailableException(String message, Throwable cause) {
        this(message, ErrorCode.NOT_CONTROLLER, cause);
    }

    /**
     * As above, with an error that says more.
     *
     * @param error {@link ErrorCode#REQUEST_TIMED_OUT} tells a client that what it asked may have
     *     been done, so that it looks before it asks again
     */
    public ControllerUnavailableException(String message, ErrorCode error, Throwable cause) {
        super(message, cause);
        this.error = error;
    }

    /** What a client is told. */
    public ErrorCode error() {
        return error;
    }
}
