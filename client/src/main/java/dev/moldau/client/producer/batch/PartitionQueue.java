package dev.moldau.client.producer.batch;

import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one partition that wait to be sent, in order; the last may be open. Callers append
 * under the queue's lock; the loop takes from the front.
 *
 * <p>What waits is in the order in which it was begun; at most the last is open. What is unanswered
 * is what waits and what was taken and is not done.
 */
public final class PartitionQueue {

    /** What came of an attempt to append. */
    enum Outcome {
        /** The record is in a batch that was open. */
        APPENDED,
        /** The record is in a batch that was begun with the memory given. */
        BEGAN,
        /** There is no open batch with room; it takes memory to begin one. */
        NEEDS_MEMORY,
        /** Records without a key go elsewhere by now. */
        MOVED
    }

    /** Less room than this is none: a record's own fields take 7 bytes. */
    private static final int NO_ROOM_BYTES = 8;

    /** A queue stays as long as its producer, so it is to be small; the busy ones grow. */
    private static final int IDLE_CAPACITY = 1;

    private final Accumulator owner;
    private final TopicQueues topic;
    private final TopicPartition partition;
    private final AtomicBoolean touched = new AtomicBoolean();

    // Guarded by this.
    private final ArrayDeque<ProducerBatch> waiting = new ArrayDeque<>(IDLE_CAPACITY);
    private final ArrayDeque<ProducerBatch> unanswered = new ArrayDeque<>(IDLE_CAPACITY);
    private final BatchWriter writer = new BatchWriter();
    private @Nullable ByteBuffer target;
    private @Nullable ProducerBatch open;

    private volatile int waitingBatches;
    private volatile @Nullable ClientException lastProblem;

    PartitionQueue(Accumulator owner, TopicQueues topic, int index) {
        this.owner = owner;
        this.topic = topic;
        this.partition = new TopicPartition(topic.name(), index);
    }

    /** Which partition. */
    public TopicPartition partition() {
        return partition;
    }

    Accumulator owner() {
        return owner;
    }

    BatchView loopView() {
        return owner.loopView();
    }

    /**
     * Says what kept the partition's records from being accepted last; callers who find no room are
     * told. Any thread.
     */
    public void problem(@Nullable ClientException cause) {
        lastProblem = cause;
    }

    @Nullable ClientException lastProblem() {
        return lastProblem;
    }

    /** How many batches wait here; for the choice of a partition. Any thread, without the lock. */
    int waitingBatches() {
        return waitingBatches;
    }

    /**
     * Appends a record to the open batch, or begins one.
     *
     * @param stay if not null, the record has no key and goes here only while the stay lasts
     * @param fresh memory for a new batch, large enough for the record, or null
     */
    Outcome append(
            @Nullable StickyStay stay,
            long timestampMs,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers,
            Completion completion,
            @Nullable ByteBuffer fresh) {
        ProducerBatch filled = null;
        Outcome outcome;
        synchronized (this) {
            owner.checkAccepting();
            if (stay != null && !topic.lasts(stay)) {
                return Outcome.MOVED;
            }
            ProducerBatch batch = open;
            if (batch != null && writer.tryAppend(timestampMs, key, value, headers)) {
                batch.append(completion);
                outcome = Outcome.APPENDED;
            } else if (stay != null && topic.movesOn(stay, batch != null)) {
                filled = batch == null ? null : freezeOpen();
                outcome = Outcome.MOVED;
            } else {
                filled = batch == null ? null : freezeOpen();
                outcome = Outcome.NEEDS_MEMORY;
                if (fresh != null) {
                    begin(fresh, timestampMs, key, value, headers, completion);
                    outcome = Outcome.BEGAN;
                }
            }
            if (outcome == Outcome.APPENDED || outcome == Outcome.BEGAN) {
                if (stay != null) {
                    stay.took(key, value);
                }
                if (isFull()) {
                    filled = freezeOpen();
                }
            }
        }
        if (filled != null) {
            owner.compression().compressIfPossible(filled);
        }
        if (filled != null || outcome == Outcome.BEGAN) {
            touch();
        }
        return outcome;
    }

    private void begin(
            ByteBuffer fresh,
            long timestampMs,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers,
            Completion completion) {
        fresh.limit(topic.plainLimit(fresh.capacity()));
        writer.begin(fresh, BatchSettings.PLAIN);
        if (!writer.tryAppend(timestampMs, key, value, headers)) {
            fresh.limit(fresh.capacity());
            if (!writer.tryAppend(timestampMs, key, value, headers)) {
                throw new IllegalStateException("memory too small for the record it was taken for");
            }
        }
        ProducerBatch batch = new ProducerBatch(this, fresh, owner.clock().monotonicMs());
        batch.append(completion);
        open = batch;
        target = fresh;
        waiting.addLast(batch);
        unanswered.addLast(batch);
        waitingBatches = waiting.size();
        owner.batchBegun();
    }

    /** Memory of an odd size was taken for one large record, which does not linger. */
    private boolean isFull() {
        ByteBuffer rest = target;
        return rest != null && (rest.remaining() < NO_ROOM_BYTES || !rest.isDirect());
    }

    /** Under the lock. */
    private ProducerBatch freezeOpen() {
        ProducerBatch batch = open;
        if (batch == null) {
            throw new IllegalStateException("no batch is open");
        }
        boolean plain = owner.compression().isOn();
        batch.freeze(
                writer.finishWithoutChecksum(),
                plain ? ProducerBatch.State.PLAIN : ProducerBatch.State.READY);
        // The queue may idle for long, and the buffer is the batch's.
        writer.release();
        open = null;
        target = null;
        return batch;
    }

    /** Whether the caller may compress the batch now, which nobody else does then. */
    synchronized boolean claim(ProducerBatch batch) {
        if (batch.state != ProducerBatch.State.PLAIN) {
            return false;
        }
        batch.state = ProducerBatch.State.COMPRESSING;
        return true;
    }

    /** The batch may be taken, be it to be sent or, after a failure, to tell its callers. */
    synchronized void compressed(ProducerBatch batch, @Nullable Throwable failure) {
        batch.state = ProducerBatch.State.READY;
        if (failure != null) {
            batch.notCompressed(failure);
            return;
        }
        // Small ones compress worse and need no room; they would teach the wrong thing.
        if (batch.plainBytes() >= owner.settings().batchBytes() / 2) {
            topic.ratio().learn(batch.plainBytes(), batch.sizeBytes());
        }
    }

    private void touch() {
        if (!touched.get() && touched.compareAndSet(false, true)) {
            owner.news().add(this);
        }
    }

    /** The loop looks at it now: what happens from here on is news again. */
    void untouched() {
        touched.set(false);
    }

    void touchIfWaiting() {
        if (waitingBatches > 0) {
            touch();
        }
    }

    /**
     * From when on the first batch may be sent, as far as size, linger, flush, close and callers
     * that wait for memory are concerned; monotonic ms. {@link Long#MAX_VALUE} if there is none, or
     * while a caller is still compressing it, whose end is news.
     */
    public synchronized long sendableAtMs() {
        ProducerBatch first = waiting.peekFirst();
        if (first == null || first.state == ProducerBatch.State.COMPRESSING) {
            return Long.MAX_VALUE;
        }
        boolean lingers = first.state == ProducerBatch.State.OPEN && !owner.isHurried();
        return lingers ? first.createdMs() + owner.settings().lingerMs() : first.createdMs();
    }

    /** When the first batch was begun, monotonic ms; {@link Long#MAX_VALUE} if there is none. */
    public synchronized long oldestMs() {
        ProducerBatch first = waiting.peekFirst();
        return first == null ? Long.MAX_VALUE : first.createdMs();
    }

    /** When the oldest batch was begun that is not answered, waiting or under way. */
    synchronized long oldestUnansweredMs() {
        long oldest = Long.MAX_VALUE;
        for (ProducerBatch batch : unanswered) {
            oldest = Math.min(oldest, batch.createdMs());
        }
        return oldest;
    }

    /** The first batch's size if it is frozen, else what it has so far; 0 if there is none. */
    public synchronized int firstSizeBytes() {
        ProducerBatch first = waiting.peekFirst();
        if (first == null) {
            return 0;
        }
        return first.state == ProducerBatch.State.OPEN ? writer.sizeBytes() : first.sizeBytes();
    }

    /**
     * Freezes the first batch if it is open, and takes it out. Null also while a caller is still
     * compressing it. One with a {@linkplain ProducerBatch#compressionFailure compression failure}
     * is there only to be failed.
     */
    public @Nullable ProducerBatch take() {
        ProducerBatch batch;
        boolean plain;
        synchronized (this) {
            batch = pollFirst();
            plain = batch != null && claim(batch);
        }
        if (batch != null && plain) {
            owner.compression().compress(batch);
        }
        return batch;
    }

    /** Under the lock. */
    private @Nullable ProducerBatch pollFirst() {
        ProducerBatch first = waiting.peekFirst();
        if (first == null || first.state == ProducerBatch.State.COMPRESSING) {
            return null;
        }
        if (first == open) {
            freezeOpen();
        }
        waiting.removeFirst();
        waitingBatches = waiting.size();
        return first;
    }

    /**
     * Takes out all batches begun before the given time, in order, up to one that a caller is still
     * compressing; they are frozen, but those that were never taken before may not be compressed.
     */
    public synchronized List<ProducerBatch> takeOlderThan(long monotonicMs) {
        List<ProducerBatch> old = new ArrayList<>();
        while (oldestMs() < monotonicMs) {
            ProducerBatch batch = pollFirst();
            if (batch == null) {
                break;
            }
            // Nobody compresses it any more.
            batch.state = ProducerBatch.State.READY;
            old.add(batch);
        }
        return old;
    }

    /** The memory of a batch that is over. */
    void giveBack(ByteBuffer buffer) {
        owner.pool().giveBack(buffer);
    }

    /** A batch is over, and everybody was told. */
    void answered(ProducerBatch batch) {
        synchronized (this) {
            unanswered.remove(batch);
        }
        owner.batchOver();
    }

    /** Parts take the place of the whole. */
    synchronized void split(ProducerBatch whole, List<ProducerBatch> parts) {
        unanswered.addAll(parts);
        parts.forEach(part -> owner.batchBegun());
        whole.handFlushesTo(parts);
        topic.ratio().learn(1, 1);
    }

    /** Returns when those have appended who began before, for one who has forbidden it now. */
    synchronized void awaitAppends() {}

    /** Makes a flush wait for everything appended so far. */
    void joins(FlushTicket ticket) {
        synchronized (this) {
            unanswered.forEach(batch -> batch.joins(ticket));
        }
        touchIfWaiting();
    }
}
