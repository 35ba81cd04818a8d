package dev.moldau.client.producer.send;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.record.BatchView;

/**
 * One run of sequences of one partition: a producer id and epoch under which the records of this
 * partition are counted from 0. Owned by the partition's {@link Sequences}.
 *
 * <p>The epoch belongs to the partition and not to the producer: brokers keep the state of
 * idempotent producers by partition, so that a gap in one partition need not disturb another, and a
 * new epoch needs no broker's permission.
 */
final class SequenceSpace {

    final long producerId;
    final short epoch;
    final Uuid topicId;
    private int next;

    /** A broker has appended under this space, so that it knows what comes next. */
    boolean acknowledged;

    /** No new batch may enter: the fate of one that was given up is not known. */
    boolean sealed;

    /** Nothing may be sent under this space any more: the broker waits for what will not come. */
    boolean broken;

    /** Broken, and certain that none of the batches left in it was or will be appended. */
    boolean barren;

    /** The topic that it counted for has been deleted. */
    boolean topicGone;

    /** The broker does not take the producer id any more, whatever the epoch. */
    boolean disowned;

    SequenceSpace(long producerId, short epoch, Uuid topicId) {
        this.producerId = producerId;
        this.epoch = epoch;
        this.topicId = topicId;
    }

    /** The first sequence for so many records. */
    int allot(int records) {
        int base = next;
        next = after(base, records);
        return base;
    }

    /** The sequence so many records later; after 2^31-1 comes 0. */
    static int after(int sequence, int records) {
        return BatchView.sequenceAfter(sequence, records);
    }

    /** Whether a batch that has no sequence yet may get one. */
    boolean isOpen() {
        return !sealed && !broken;
    }

    @Override
    public String toString() {
        return "producer id " + producerId + " epoch " + epoch;
    }
}
