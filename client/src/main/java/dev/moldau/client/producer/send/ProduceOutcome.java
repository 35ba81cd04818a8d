package dev.moldau.client.producer.send;

import dev.moldau.protocol.ErrorCode;

/** What a broker's answer for one batch asks the sender to do. */
enum ProduceOutcome {
    /** Tell the callers: it is in the log. */
    APPENDED,
    /** Send it again, unchanged. */
    RETRY,
    /** Take it apart. */
    SPLIT,
    /** An earlier batch is missing at the broker, or this one is. */
    OUT_OF_ORDER,
    /** The broker has forgotten the producer or does not accept its identity. */
    IDENTITY_LOST,
    /** Tell the callers: it will not be in the log. */
    REFUSED;

    /** What an error code means for a batch of so many records. */
    static ProduceOutcome of(ErrorCode error, boolean idempotent, int records) {
        return switch (error) {
            case NONE, DUPLICATE_SEQUENCE_NUMBER -> APPENDED;
            case MESSAGE_TOO_LARGE, RECORD_LIST_TOO_LARGE -> records > 1 ? SPLIT : REFUSED;
            case OUT_OF_ORDER_SEQUENCE_NUMBER -> idempotent ? OUT_OF_ORDER : REFUSED;
            case UNKNOWN_PRODUCER_ID,
                    INVALID_PRODUCER_EPOCH,
                    PRODUCER_FENCED,
                    INVALID_PRODUCER_ID_MAPPING ->
                    idempotent ? IDENTITY_LOST : REFUSED;
            default -> error.retriable() ? RETRY : REFUSED;
        };
    }

    /**
     * Whether the batch may be in the log in spite of the error. Codes that a broker also uses when
     * something happens <em>after</em> the append, while it waits for the other replicas, count as
     * yes: the partition moved away, was deleted, its disk failed, the time ran out.
     */
    static boolean mayBeAppended(ErrorCode error) {
        return switch (error) {
            case UNKNOWN_SERVER_ERROR,
                    UNKNOWN_TOPIC_OR_PARTITION,
                    NOT_LEADER_OR_FOLLOWER,
                    REQUEST_TIMED_OUT,
                    NETWORK_EXCEPTION,
                    NOT_ENOUGH_REPLICAS_AFTER_APPEND,
                    KAFKA_STORAGE_ERROR,
                    UNKNOWN_TOPIC_ID,
                    REPLICA_NOT_AVAILABLE ->
                    true;
            case NOT_ENOUGH_REPLICAS,
                    LEADER_NOT_AVAILABLE,
                    CORRUPT_MESSAGE,
                    INCONSISTENT_TOPIC_ID,
                    FENCED_LEADER_EPOCH,
                    UNKNOWN_LEADER_EPOCH,
                    THROTTLING_QUOTA_EXCEEDED ->
                    false;
            default -> error.retriable();
        };
    }

    /**
     * Whether the error says that what is known of the partition's leader or topic is out of date.
     */
    static boolean isStaleView(ErrorCode error) {
        return switch (error) {
            case UNKNOWN_TOPIC_OR_PARTITION,
                    LEADER_NOT_AVAILABLE,
                    NOT_LEADER_OR_FOLLOWER,
                    REPLICA_NOT_AVAILABLE,
                    KAFKA_STORAGE_ERROR,
                    LISTENER_NOT_FOUND,
                    FENCED_LEADER_EPOCH,
                    UNKNOWN_LEADER_EPOCH,
                    UNKNOWN_TOPIC_ID,
                    INCONSISTENT_TOPIC_ID ->
                    true;
            default -> false;
        };
    }
}
