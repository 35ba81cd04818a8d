package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What last went wrong with a partition.
 *
 * @param node whom it went wrong with
 * @param error what the broker answered, or null
 * @param said what the broker said beside the code, or null
 * @param cause why there was no answer, or null
 */
record Problem(
        Node node,
        @Nullable ErrorCode error,
        @Nullable String said,
        @Nullable ClientException cause) {

    static Problem answered(Node node, ErrorCode error, @Nullable String said) {
        return new Problem(node, error, said, null);
    }

    static Problem unanswered(Node node, ClientException cause) {
        return new Problem(node, cause.error().orElse(null), null, cause);
    }

    RetriableException asException() {
        return new RetriableException(toString(), error, cause);
    }

    /** A clause that goes on after "the last time". */
    @Override
    public String toString() {
        if (cause != null) {
            return "broker " + node + " did not answer: " + cause.getMessage();
        }
        return "broker "
                + node
                + " answered "
                + error
                + (said == null || said.isBlank() ? "" : " (" + said + ")");
    }
}
