package dev.moldau.server.net;

/** A listener could not be opened; the message names it and says what to do. */
public final class BindException extends Exception {

    private static final long serialVersionUID = 1L;

    BindException(String message, Throwable cause) {
        super(message, cause);
    }
}
