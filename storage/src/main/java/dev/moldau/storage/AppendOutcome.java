package dev.moldau.storage;

/** What became of one {@link Append}. */
public sealed interface AppendOutcome {

    /**
     * The batches are in the log.
     *
     * @param firstOffset the offset of the first record
     * @param lastOffset the offset of the last record; {@code firstOffset - 1} if there was nothing
     */
    record Appended(long firstOffset, long lastOffset) implements AppendOutcome {}

    /**
     * The batch was in the log before: a retry of one of the producer's last five. To be answered
     * as a success with these offsets.
     *
     * @param firstOffset the offset of the first record, then
     * @param lastOffset the offset of the last record, then
     */
    record Duplicate(long firstOffset, long lastOffset) implements AppendOutcome {}

    /**
     * The batch may not enter the log; nothing of it was written.
     *
     * @param refusal which rule it breaks
     * @param detail the same with the figures, for the log and for clients that show messages
     */
    record Refused(Refusal refusal, String detail) implements AppendOutcome {}

    /**
     * The write failed and not all of it is in the log; {@link PartitionLog#append} threw why. May
     * be tried again.
     */
    record Failed() implements AppendOutcome {}

    /** The rules that an append can break. */
    enum Refusal {
        /**
         * The sequence does not follow the producer's last: {@code OUT_OF_ORDER_SEQUENCE_NUMBER}.
         */
        OUT_OF_ORDER_SEQUENCE,
        /** A newer instance of the producer has written: {@code INVALID_PRODUCER_EPOCH}. */
        STALE_PRODUCER_EPOCH,
        /** A newer coordinator has written a marker: {@code TRANSACTION_COORDINATOR_FENCED}. */
        STALE_COORDINATOR_EPOCH,
        /** Mixing transactional and other batches: {@code INVALID_TXN_STATE}. */
        TRANSACTION_STATE,
        /** The batch is larger than a segment may be: {@code RECORD_LIST_TOO_LARGE}. */
        LARGER_THAN_SEGMENT,
        /** Offsets do not follow the log's end, from a leader: the follower must truncate first. */
        OUT_OF_ORDER_OFFSET,
        /** Not whole, well-formed batches: {@code CORRUPT_MESSAGE}. */
        MALFORMED
    }
}
