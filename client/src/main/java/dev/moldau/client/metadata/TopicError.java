package dev.moldau.client.metadata;

import dev.moldau.protocol.ErrorCode;

/** What an error that a broker gives for a topic means for those who wait for the topic. */
final class TopicError {

    private TopicError() {}

    /**
     * Whether the topic may become usable without anybody doing anything. Besides what the protocol
     * calls retriable these are: an unknown error, which may be anything; and too few brokers for
     * the replicas of a topic that the request made, as happens while a cluster starts.
     */
    static boolean worthWaiting(ErrorCode error) {
        return error.retriable()
                || error == ErrorCode.UNKNOWN_SERVER_ERROR
                || error == ErrorCode.INVALID_REPLICATION_FACTOR;
    }

    /** Whether the topic will not become usable by waiting. */
    static boolean isRefusal(ErrorCode error) {
        return error != ErrorCode.NONE && !worthWaiting(error);
    }
}
