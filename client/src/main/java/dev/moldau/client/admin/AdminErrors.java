package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The exceptions that operations fail with; each names the operation and what it was about. */
final class AdminErrors {

    private AdminErrors() {}

    /**
     * A broker's refusal.
     *
     * @param perhapsDone whether an earlier attempt ended without an answer: then a topic that
     *     exists already, or does no longer, may be that attempt's work
     */
    static ClientException answered(
            Operation<?, ?, ?> operation,
            Object key,
            Node node,
            ErrorCode error,
            @Nullable String brokerMessage,
            boolean perhapsDone) {
        String message =
                operation.name()
                        + " of "
                        + key
                        + ": broker "
                        + node
                        + " answered "
                        + error
                        + ": "
                        + (brokerMessage == null || brokerMessage.isBlank()
                                ? error.meaning()
                                : brokerMessage)
                        + (perhapsDone
                                ? " An earlier attempt ended without an answer and may have been"
                                        + " carried out."
                                : "");
        if (error == ErrorCode.REQUEST_TIMED_OUT) {
            return new TimedOutException(message, error, null);
        }
        return error.retriable() && error != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                ? new RetriableException(message, error, null)
                : new RefusedException(message, error, null);
    }

    /** The time is over. */
    static ClientException timedOut(
            Operation<?, ?, ?> operation,
            Object key,
            long timeoutMs,
            String problem,
            @Nullable ErrorCode error) {
        return new TimedOutException(
                operation.name()
                        + " of "
                        + key
                        + " did not end within "
                        + timeoutMs
                        + " ms; the last that is known: "
                        + problem,
                error,
                null);
    }

    /** A broker does not keep to the protocol. */
    static ClientException leftOut(Operation<?, ?, ?> operation, Object key, Node node) {
        return new RefusedException(
                operation.name()
                        + " of "
                        + key
                        + ": broker "
                        + node
                        + " left it out of its answer, so it is not known what became of it");
    }

    /** A failure on the way to a broker, such as a broker too old for the request. */
    static ClientException wrap(Operation<?, ?, ?> operation, Object key, ClientException cause) {
        if (!(cause instanceof RefusedException)) {
            return cause;
        }
        return new RefusedException(
                operation.name() + " of " + key + ": " + cause.getMessage(),
                cause.error().orElse(null),
                cause);
    }
}
