package dev.moldau.server.net;

/**
 * A peer sent what no Kafka client sends; its connection is to be closed. Carries the one line for
 * the log and no stack trace.
 */
final class BadPeerException extends Exception {

    private static final long serialVersionUID = 1L;

    BadPeerException(String reason) {
        super(reason, null, false, false);
    }
}
