package dev.moldau.client.producer.batch;

import dev.moldau.client.errors.ClientException;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.BatchView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A run of records for one partition that is sent, retried and answered as one. Open while callers
 * append (under their queue's lock), then frozen for good: from the first attempt on its bytes
 * never change, except that a new producer id or epoch may be stamped while nothing refers to them.
 *
 * <p>Its memory goes back to the pool when the batch is done <em>and</em> the network has let go of
 * it, whichever comes last (FIELD-REPORTS 1).
 *
 * <p>Everything public is for the loop, once {@link PartitionQueue#take} handed the batch out.
 */
public final class ProducerBatch {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /** How far its bytes are; guarded by the queue's lock until the batch is handed out. */
    enum State {
        /** Callers append. */
        OPEN,
        /** Nothing is appended any more; what the settings compress is still plain. */
        PLAIN,
        /** A caller is compressing it. */
        COMPRESSING,
        /** As it will be sent, but for identity and checksum. */
        READY
    }

    private final PartitionQueue queue;
    private final long createdMs;

    State state = State.OPEN;
    private ByteBuffer buffer;
    private int sizeBytes;
    private int plainBytes;
    private int recordCount;
    private @Nullable Completion first;
    private @Nullable Completion last;
    private @Nullable List<FlushTicket> flushes;
    private @Nullable Throwable compressionFailure;

    private boolean checksumDue = true;
    private long producerId = BatchView.NO_PRODUCER_ID;
    private short producerEpoch = BatchView.NO_PRODUCER_EPOCH;
    private int baseSequence = BatchView.NO_SEQUENCE;
    private int holds;
    private boolean done;
    private boolean givenBack;

    ProducerBatch(PartitionQueue queue, ByteBuffer buffer, long createdMs) {
        this.queue = queue;
        this.buffer = buffer;
        this.createdMs = createdMs;
    }

    /** The queue it came from. */
    public PartitionQueue queue() {
        return queue;
    }

    /** When its first record was appended, on the monotonic clock, in ms. */
    public long createdMs() {
        return createdMs;
    }

    /** How many records it has. */
    public int recordCount() {
        return recordCount;
    }

    /** How many bytes it has as it is sent. */
    public int sizeBytes() {
        return sizeBytes;
    }

    ByteBuffer buffer() {
        return buffer;
    }

    int plainBytes() {
        return plainBytes;
    }

    /** One more record is in the buffer, and this is who waits for it. */
    void append(Completion completion) {
        Completion before = last;
        if (before == null) {
            first = completion;
        } else {
            before.next = completion;
        }
        last = completion;
        recordCount++;
    }

    /** Nothing is appended any more; the header is written but for identity and checksum. */
    void freeze(int bytes, State next) {
        sizeBytes = bytes;
        plainBytes = bytes;
        state = next;
    }

    /**
     * Compresses the records and moves them to a buffer of the usual size if they fit and there is
     * one. By whoever froze the batch, who alone has it.
     */
    void compress(
            BufferPool pool,
            BatchCodec codec,
            Codecs codecs,
            Compression compression,
            int level,
            int batchBytes) {
        BatchView view = new BatchView().wrap(buffer, 0);
        sizeBytes = codec.compress(view, codecs, compression, level);
        if (buffer.capacity() <= batchBytes || sizeBytes > batchBytes) {
            return;
        }
        ByteBuffer small = pool.takeInExchange(batchBytes);
        if (small != null) {
            ByteBuffer large = buffer;
            small.put(0, large, 0, sizeBytes);
            buffer = small;
            pool.giveBack(large);
        }
    }

    /** It is not to be sent, as it is not what the settings want. Under the queue's lock. */
    void notCompressed(Throwable failure) {
        compressionFailure = failure;
    }

    /** Why it could not be compressed, and cannot be sent; null if all is well. */
    public @Nullable Throwable compressionFailure() {
        return compressionFailure;
    }

    /** The frozen bytes as a new view, from position to limit. */
    public ByteBuffer bytes() {
        checkMemory();
        if (checksumDue) {
            queue.loopView().wrap(buffer.clear(), 0).stampCrc();
            checksumDue = false;
        }
        return buffer.slice(0, sizeBytes);
    }

    /**
     * Stamps identity and sequence, and the checksum. Only while the network holds nothing of it.
     */
    public void assign(long producerId, short producerEpoch, int baseSequence) {
        if (holds > 0) {
            throw new IllegalStateException("a request still refers to the bytes of this batch");
        }
        checkMemory();
        this.producerId = producerId;
        this.producerEpoch = producerEpoch;
        this.baseSequence = baseSequence;
        queue.loopView().wrap(buffer.clear(), 0).producer(producerId, producerEpoch, baseSequence);
        checksumDue = true;
    }

    /** -1 without identity. */
    public long producerId() {
        return producerId;
    }

    /** -1 without identity. */
    public short producerEpoch() {
        return producerEpoch;
    }

    /** -1 without identity. */
    public int baseSequence() {
        return baseSequence;
    }

    /** One more request refers to the bytes. */
    public void hold() {
        checkMemory();
        holds++;
    }

    private void checkMemory() {
        if (givenBack) {
            throw new IllegalStateException("the memory of this batch is back in the pool");
        }
    }

    /** One request less refers to the bytes. */
    public void release() {
        if (holds == 0) {
            throw new IllegalStateException("released more often than held");
        }
        holds--;
        giveBackIfOver();
    }

    private void giveBackIfOver() {
        if (done && holds == 0) {
            ByteBuffer over = buffer;
            givenBack = true;
            buffer = NOTHING;
            queue.giveBack(over);
        }
    }

    /** Whether it was answered already, well or badly. */
    public boolean isDone() {
        return done;
    }

    /**
     * All records are in the log from this offset on; -1 if unknown. Tells the completions in
     * order.
     *
     * @param logAppendTimeMs the time that the broker gave the records; -1 if they keep their own
     */
    public void succeed(long baseOffset, long logAppendTimeMs) {
        Completion completion = over();
        Throwable fault = null;
        for (long offset = baseOffset; completion != null; completion = completion.next) {
            long timestampMs = logAppendTimeMs < 0 ? completion.timestampMs : logAppendTimeMs;
            try {
                completion.succeeded(queue.partition(), offset, timestampMs);
            } catch (RuntimeException | Error thrown) {
                fault = fault == null ? thrown : fault;
            }
            if (offset >= 0) {
                offset++;
            }
        }
        answered();
        surface(fault);
    }

    /**
     * All records are given up. Tells the completions in order; the function gives record i its
     * error.
     */
    public void fail(IntFunction<ClientException> causes) {
        Completion completion = over();
        Throwable fault = null;
        for (int i = 0; completion != null; completion = completion.next) {
            try {
                completion.failed(queue.partition(), causes.apply(i++));
            } catch (RuntimeException | Error thrown) {
                fault = fault == null ? thrown : fault;
            }
        }
        answered();
        surface(fault);
    }

    /** What telling one caller threw is a bug, or want of memory: after the others are told. */
    private static void surface(@Nullable Throwable fault) {
        if (fault instanceof RuntimeException bug) {
            throw bug;
        }
        if (fault instanceof Error error) {
            throw error;
        }
    }

    private @Nullable Completion over() {
        if (done) {
            throw new IllegalStateException("this batch was answered before");
        }
        done = true;
        // Before the callbacks, which may send again and find the room.
        giveBackIfOver();
        return first;
    }

    private void answered() {
        queue.answered(this);
        List<FlushTicket> waiting = flushes;
        if (waiting != null) {
            waiting.forEach(FlushTicket::done);
        }
    }

    /** Under the queue's lock. */
    void joins(FlushTicket ticket) {
        List<FlushTicket> waiting = flushes;
        if (waiting == null) {
            waiting = new ArrayList<>(2);
            flushes = waiting;
        }
        ticket.add(1);
        waiting.add(ticket);
    }

    /**
     * Takes the records apart into batches of at most so many bytes (one record at least each), in
     * order, which take over the completions. This batch is done afterwards without having told
     * anybody. Their memory is taken from the pool even where it has none left, as the loop cannot
     * wait; this batch's own goes back.
     */
    public List<ProducerBatch> split(int maxBytes) {
        List<ProducerBatch> parts = new BatchSplitter(this, maxBytes).split();
        Completion completion = over();
        for (ProducerBatch part : parts) {
            completion = part.takeOver(completion, part.recordCount);
        }
        queue.split(this, parts);
        answered();
        return parts;
    }

    /** A part of another one, with its bytes and as yet nobody who waits. */
    static ProducerBatch part(
            ProducerBatch whole, ByteBuffer buffer, int recordCount, int plainBytes, int bytes) {
        ProducerBatch part = new ProducerBatch(whole.queue, buffer, whole.createdMs);
        part.recordCount = recordCount;
        part.freeze(plainBytes, State.READY);
        part.sizeBytes = bytes;
        return part;
    }

    private @Nullable Completion takeOver(@Nullable Completion from, int count) {
        first = from;
        Completion end = from;
        for (int i = 1; i < count && end != null; i++) {
            end = end.next;
        }
        if (end == null) {
            throw new IllegalStateException("fewer completions than records");
        }
        last = end;
        Completion rest = end.next;
        end.next = null;
        return rest;
    }

    /** Under the queue's lock: the parts are waited for in the whole's place. */
    void handFlushesTo(List<ProducerBatch> parts) {
        List<FlushTicket> waiting = flushes;
        if (waiting != null) {
            for (FlushTicket ticket : waiting) {
                parts.forEach(part -> part.joins(ticket));
            }
        }
    }

    @Override
    public String toString() {
        return queue.partition()
                + ": a batch of "
                + recordCount
                + " records, "
                + sizeBytes
                + " bytes, "
                + (done ? "done" : state);
    }
}
