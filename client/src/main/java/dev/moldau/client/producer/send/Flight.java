package dev.moldau.client.producer.send;

import dev.moldau.client.producer.batch.ProducerBatch;
import dev.moldau.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * A batch from its first attempt until its callers have been told. Owned by its {@link
 * PartitionSender}; requests refer to it for as long as they are under way.
 */
final class Flight {

    /** Where a flight stands. */
    enum State {
        /** To be sent, for the first time or again. */
        WAITING,
        /** A request with it has no answer yet. */
        UNDER_WAY,
        /** Its outcome is known, but an earlier batch of the partition has none yet. */
        SETTLED,
        /** The callers have been told. Answers that still come are of no interest. */
        DONE
    }

    final PartitionSender owner;
    final ProducerBatch batch;
    final int sizeBytes;

    /**
     * Counts the partition's batches in the order of their first attempt; parts of one are equal.
     */
    final long ordinal;

    State state = State.WAITING;
    int attempts;

    /** Failures of its own that were followed by another attempt. */
    int retries;

    long sentMs;

    /** How many requests refer to the bytes. */
    int held;

    /**
     * An attempt may have been appended without our knowing: its answer was lost, or said so. Such
     * a batch may be sent again as it is, but never under another sequence.
     */
    boolean uncertain;

    /** An uncertain attempt named the topic instead of giving its id. */
    boolean uncertainByName;

    /** The id of the topic that the last attempt went to. */
    Uuid topicId = Uuid.ZERO;

    /** The space its sequence belongs to; null before it has one. */
    @Nullable SequenceSpace space;

    /** What became of it if it was not appended; only for {@link State#SETTLED}. */
    @Nullable Verdict verdict;

    private long baseOffset = -1;
    private long appendTimeMs = -1;

    Flight(PartitionSender owner, ProducerBatch batch, long ordinal) {
        this.owner = owner;
        this.batch = batch;
        this.ordinal = ordinal;
        this.sizeBytes = batch.sizeBytes();
    }

    /** A request takes the batch along. */
    void depart(Uuid topic, long nowMs) {
        topicId = topic;
        batch.hold();
        held++;
        attempts++;
        sentMs = nowMs;
        state = State.UNDER_WAY;
    }

    /** A request refers to the bytes no more. */
    void released() {
        held--;
        batch.release();
    }

    /** A part of a batch that was sent already has its history. */
    void inherit(Flight whole) {
        attempts = whole.attempts;
        space = whole.space;
        uncertain = whole.uncertain;
        uncertainByName = whole.uncertainByName;
    }

    void settle(Verdict reason) {
        state = State.SETTLED;
        verdict = reason;
    }

    void settleAppended(long offset, long timeMs) {
        state = State.SETTLED;
        verdict = null;
        baseOffset = offset;
        appendTimeMs = timeMs;
    }

    /** Tells the callers that the records are in the log. */
    void succeed() {
        state = State.DONE;
        batch.succeed(baseOffset, appendTimeMs);
    }
}
