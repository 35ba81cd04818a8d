package dev.moldau.server;

/**
 * The server could not start for a reason that the operator can remove. The message is one line, or
 * one for each problem; it names the thing and the remedy. Nothing is left running.
 */
public final class StartException extends Exception {

    private static final long serialVersionUID = 1L;

    StartException(String message, Throwable cause) {
        super(message, cause);
    }

    StartException(String message) {
        super(message);
    }
}
