package dev.moldau.storage.producer;

/** What a producer's history says about a batch. */
public sealed interface Verdict {

    /** The batch may be appended. */
    Verdict ACCEPTED = new Accepted();

    /** See {@link #ACCEPTED}. */
    record Accepted() implements Verdict {}

    /**
     * The batch is in the log already.
     *
     * @param firstOffset of the batch, then
     * @param lastOffset of the batch, then
     */
    record Duplicate(long firstOffset, long lastOffset) implements Verdict {}

    /**
     * The batch may not be appended.
     *
     * @param reason which rule it breaks
     * @param detail the figures
     */
    record Rejected(Reason reason, String detail) implements Verdict {}

    /** The rules. */
    enum Reason {
        /** The sequence does not follow the last one. */
        OUT_OF_ORDER_SEQUENCE,
        /** The producer's epoch is below the latest. */
        STALE_PRODUCER_EPOCH,
        /** The coordinator's epoch is below the latest. */
        STALE_COORDINATOR_EPOCH,
        /** A batch outside a transaction while one is open. */
        TRANSACTION_STATE
    }
}
