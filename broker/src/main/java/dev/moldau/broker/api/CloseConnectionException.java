package dev.moldau.broker.api;

/**
 * Says that a request cannot be answered and that its connection is to be closed, with the reason
 * that goes into the log as one line. Not a bug: the other side sent something for which the
 * protocol has no answer. Carries no stack trace.
 */
public final class CloseConnectionException extends RuntimeException {

    /**
     * @param reason one line for the log, understandable without this code
     */
    public CloseConnectionException(String reason) {
        super(reason, null, false, false);
    }
}
