package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import java.util.List;

/**
 * One kind of operation: whom to ask about each key, how, and what the answers mean. Says nothing
 * about when, how often and how long; that is {@link OperationRun}.
 *
 * @param <K> what each outcome is about
 * @param <V> what an outcome tells
 * @param <R> the class of the answers
 */
interface Operation<K, V, R extends ApiMessage> {

    /** For messages: what the façade calls it. */
    String name();

    /** Which API is called. */
    ApiKey api();

    /** The lowest version that can carry the request. */
    short lowestVersion();

    /** The highest version that is understood. */
    short highestVersion();

    /** Who must be asked about the key. */
    Target target(K key);

    /** Whether one request can ask about several keys that have the same broker. */
    default boolean together() {
        return true;
    }

    /**
     * The request.
     *
     * @param timeoutMs how long the broker may take over it
     */
    ApiMessage message(List<K> keys, short version, int timeoutMs);

    /**
     * Reads the answer; every key of the request must get a verdict.
     *
     * @param node who answered
     */
    void answered(List<K> keys, R response, short version, Node node, Verdicts<K, V> verdicts);

    /**
     * Whether the same request may succeed a little later. An unknown topic is an answer here, and
     * work that the broker has begun but not ended in time must not be begun a second time.
     */
    default boolean retries(ErrorCode error) {
        return error.retriable()
                && error != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                && error != ErrorCode.UNKNOWN_TOPIC_ID
                && error != ErrorCode.REQUEST_TIMED_OUT;
    }
}
