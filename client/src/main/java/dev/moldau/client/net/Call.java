package dev.moldau.client.net;

import dev.moldau.client.errors.ClientException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;

/**
 * One request to one broker and what becomes of it. All methods are called on the loop, never from
 * within {@link Network#send}.
 *
 * <p>The life of a call: {@link #message} is asked for once when it is encoded; then, in this
 * order, exactly one of {@link #answered}, {@link #sentWithoutAnswer} or {@link #failed}; and
 * {@link #released} exactly once, before or after that, when nothing in the network refers to the
 * message's bytes any more: the last one was written to the socket, or the connection is gone, or
 * nothing was ever sent. Memory that the message borrowed may be reused then and not earlier.
 *
 * @param <R> the class of the answer
 */
public interface Call<R extends ApiMessage> {

    /** Which API is called. */
    ApiKey api();

    /** The lowest version of the API that can carry the request. */
    short lowestVersion();

    /** The highest version of the API that the caller understands. */
    short highestVersion();

    /**
     * How long the answer may take from the moment of sending, in ms; the connection ends after it.
     */
    int timeoutMs();

    /** Whether the broker answers; false only for a produce request with acks=0. */
    default boolean expectsAnswer() {
        return true;
    }

    /** The request in the version that was negotiated. */
    ApiMessage message(short version);

    /** The broker's answer; its bytes and records are valid during this call only. */
    void answered(R response, short version);

    /**
     * As {@link #answered(ApiMessage, short)}, which it calls unless a class has another use of the
     * bytes: it may keep them beyond this call.
     */
    default void answered(R response, short version, AnswerBytes bytes) {
        answered(response, version);
    }

    /** The request has left, and no answer is expected. */
    default void sentWithoutAnswer() {}

    /**
     * There will be no answer: disconnected, timed out, no common version, or the client closes.
     * After a disconnect or a time-out the broker may have acted on the request nevertheless.
     */
    void failed(ClientException cause);

    /** The network refers to the message's bytes no more. */
    default void released() {}
}
