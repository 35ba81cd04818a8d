package dev.moldau.client.producer.batch;

import dev.moldau.client.errors.BufferFullException;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.common.Clock;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.compress.Compression;
import dev.moldau.protocol.record.BatchCompressor;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.protocol.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * All queues of a producer and the memory they share. Callers append from any thread; the loop is
 * told that there is news and looks at the queues concerned.
 *
 * <p>Locks: a queue's, held while a record is copied into its batch; within it a topic's, while
 * records without a key move on; within both the pool's. The loop takes them as briefly.
 */
public final class Accumulator {

    /** Lets records without a key go where others of their topic went lately. */
    public static final int ANY_PARTITION = -1;

    private static final int COMPRESSING_CALLERS = 4;
    private static final long NEVER_WAITS = -1;

    private final AccumulatorSettings settings;
    private final Clock clock;
    private final RandomGenerator random;
    private final Consumer<String> topicUsed;
    private final BatchCodec codec;
    private final BufferPool pool;
    private final CodecPool codecs = new CodecPool(COMPRESSING_CALLERS);
    private final LeaderHealth leaderHealth = new LeaderHealth();

    private final Map<String, TopicQueues> topics = new ConcurrentHashMap<>();
    private final Collection<PartitionQueue> queues = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<PartitionQueue> touched = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicInteger unansweredBatches = new AtomicInteger();
    private final AtomicInteger flushes = new AtomicInteger();
    private final BatchView loopView = new BatchView();

    private volatile Runnable news = () -> {};
    private volatile @Nullable FatalException refusal;

    /**
     * An empty accumulator.
     *
     * @param random used under a lock
     * @param topicUsed told by callers' threads, at each batch begun, that the topic is in use
     */
    public Accumulator(
            AccumulatorSettings settings,
            Clock clock,
            RandomGenerator random,
            Consumer<String> topicUsed) {
        this(settings, clock, random, topicUsed, BatchCompressor::compress);
    }

    Accumulator(
            AccumulatorSettings settings,
            Clock clock,
            RandomGenerator random,
            Consumer<String> topicUsed,
            BatchCodec codec) {
        this.settings = settings;
        this.clock = clock;
        this.random = random;
        this.topicUsed = topicUsed;
        this.codec = codec;
        this.pool =
                new BufferPool(settings.memoryBytes(), batchBufferBytes(settings), this::touchAll);
    }

    private static int batchBufferBytes(AccumulatorSettings settings) {
        return (int) Math.max(1, Math.min(settings.batchBytes(), settings.memoryBytes()));
    }

    /**
     * Says what to run when there is news: once, on the thread that made the news, until {@link
     * #nextTouched} has returned null again. Before the first record.
     */
    public void listen(Runnable news) {
        this.news = news;
    }

    /** The queues of a topic if it has been asked for before. Any thread. */
    public @Nullable TopicQueues knownTopic(String name) {
        return topics.get(name);
    }

    /**
     * The queues of a topic, made if need be; they stay, so only of topics that exist. Any thread.
     */
    public TopicQueues topic(String name) {
        TopicQueues known = topics.get(name);
        return known == null
                ? topics.computeIfAbsent(name, absent -> new TopicQueues(this, absent))
                : known;
    }

    /**
     * Appends a record, and waits for memory if there is none. Any thread but the loop.
     *
     * @param partition its index, or {@link #ANY_PARTITION} if {@link TopicQueues#in} knows the
     *     topic
     * @param maxWaitMs how long to wait for memory
     * @throws BufferFullException if no memory came free in time
     * @throws RefusedException if the record is too large
     * @throws RetriableException if the thread is interrupted, whose flag is set again then
     * @throws FatalException if the producer is closed or cannot go on
     */
    public void append(
            TopicQueues topic,
            int partition,
            long timestampMs,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers,
            Completion completion,
            long maxWaitMs) {
        place(
                topic,
                partition,
                timestampMs,
                key,
                value,
                headers,
                completion,
                Math.max(0, maxWaitMs));
    }

    /**
     * Appends a record if there is memory for it; never waits. Any thread. Otherwise as {@link
     * #append}.
     *
     * @return false if there is no memory; the completion is not used then
     */
    public boolean tryAppend(
            TopicQueues topic,
            int partition,
            long timestampMs,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers,
            Completion completion) {
        return place(topic, partition, timestampMs, key, value, headers, completion, NEVER_WAITS);
    }

    private boolean place(
            TopicQueues topic,
            int partition,
            long timestampMs,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers,
            Completion completion,
            long maxWaitMs) {
        checkSize(topic, key, value, headers);
        ByteBuffer fresh = null;
        try {
            while (true) {
                StickyStay stay = partition < 0 ? topic.stay() : null;
                PartitionQueue queue = topic.queue(stay == null ? partition : stay.partition);
                switch (queue.append(stay, timestampMs, key, value, headers, completion, fresh)) {
                    case APPENDED:
                        return true;
                    case BEGAN:
                        fresh = null;
                        topicUsed.accept(topic.name());
                        return true;
                    case MOVED:
                        break;
                    case NEEDS_MEMORY:
                        fresh = memory(queue, topic, sizeBound(key, value, headers), maxWaitMs);
                        if (fresh == null) {
                            return false;
                        }
                        break;
                }
            }
        } finally {
            if (fresh != null) {
                pool.giveBack(fresh);
            }
        }
    }

    private static int sizeOf(byte @Nullable [] bytes) {
        return bytes == null ? -1 : bytes.length;
    }

    private static int sizeBound(
            byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {
        return (int) BatchWriter.sizeBound(sizeOf(key), sizeOf(value), headers);
    }

    private void checkSize(
            TopicQueues topic,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<RecordHeader> headers) {
        long bytes = BatchWriter.sizeBound(sizeOf(key), sizeOf(value), headers);
        if (bytes > settings.maxRequestBytes()) {
            throw tooLarge(topic, bytes, "max.request.size", settings.maxRequestBytes());
        }
        if (bytes > settings.memoryBytes()) {
            throw tooLarge(topic, bytes, "buffer.memory", settings.memoryBytes());
        }
    }

    private static RefusedException tooLarge(
            TopicQueues topic, long bytes, String setting, long limit) {
        return new RefusedException(
                "a record for "
                        + topic.name()
                        + " takes "
                        + bytes
                        + " bytes, more than "
                        + setting
                        + "="
                        + limit
                        + " allows; make the record smaller or the setting larger");
    }

    private @Nullable ByteBuffer memory(
            PartitionQueue queue, TopicQueues topic, int recordBytes, long maxWaitMs) {
        int batchBytes = batchBufferBytes(settings);
        if (recordBytes > batchBytes) {
            return memory(queue, recordBytes, maxWaitMs);
        }
        int multiple = compresses() ? roomMultiple(topic, batchBytes) : 1;
        ByteBuffer large = multiple == 1 ? null : pool.takeFromPlenty(batchBytes * multiple);
        return large == null ? memory(queue, batchBytes, maxWaitMs) : large;
    }

    /**
     * How many times {@code batch.size} to gather before compressing: a power of two, for which the
     * pool keeps buffers, and never so much that a few partitions take all memory.
     */
    private int roomMultiple(TopicQueues topic, int batchBytes) {
        long wanted = topic.plainLimit(Integer.MAX_VALUE);
        long share = settings.memoryBytes() / (2L * BufferPool.LARGEST_MULTIPLE);
        int multiple = 1;
        while (multiple < BufferPool.LARGEST_MULTIPLE
                && (long) batchBytes * multiple < wanted
                && 2L * batchBytes * multiple <= share) {
            multiple *= 2;
        }
        return multiple;
    }

    private @Nullable ByteBuffer memory(PartitionQueue queue, int bytes, long maxWaitMs) {
        if (maxWaitMs == NEVER_WAITS) {
            return pool.tryTake(bytes);
        }
        ByteBuffer taken;
        try {
            taken = pool.take(bytes, maxWaitMs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException(
                    "interrupted while waiting for "
                            + bytes
                            + " bytes of the buffer for "
                            + queue.partition()
                            + "; the record was not sent",
                    e);
        }
        if (taken == null) {
            checkAccepting();
            throw full(queue, bytes, maxWaitMs);
        }
        return taken;
    }

    private BufferFullException full(PartitionQueue queue, int bytes, long waitedMs) {
        long oldestMs = queue.oldestUnansweredMs();
        long ageMs = oldestMs == Long.MAX_VALUE ? -1 : clock.monotonicMs() - oldestMs;
        ClientException problem = queue.lastProblem();
        String message =
                "no room in the buffer for a record of "
                        + queue.partition()
                        + " within "
                        + waitedMs
                        + " ms (the rest of max.block.ms): asked for "
                        + bytes
                        + " of buffer.memory="
                        + pool.totalBytes()
                        + " bytes; "
                        + (ageMs < 0
                                ? "nothing of that partition is unanswered"
                                : "the oldest batch of that partition is unanswered for "
                                        + ageMs
                                        + " ms")
                        + "; its broker's last error: "
                        + (problem == null ? "none" : problem.getMessage())
                        + ". Send more slowly, or give more buffer.memory or max.block.ms";
        return new BufferFullException(message, queue.partition(), ageMs);
    }

    /**
     * Returns if records are accepted. Each is checked again under its queue's lock, so that
     * nothing is appended once the closing looked at the queue.
     *
     * @throws FatalException if the producer is closed or cannot go on
     */
    public void checkAccepting() {
        FatalException cause = refusal;
        if (cause != null) {
            // A new one each time, for the caller's own stack.
            throw new FatalException(
                    String.valueOf(cause.getMessage()), cause.error().orElse(null), cause);
        }
    }

    boolean compresses() {
        return settings.compression() != Compression.NONE;
    }

    /**
     * By the caller who found the batch full; the loop does it if there are no codecs. Does not
     * throw: the caller's own record may be in the batch, and is told of a failure with the others.
     */
    void compressIfPossible(ProducerBatch batch) {
        if (!compresses()) {
            return;
        }
        Codecs borrowed;
        try {
            borrowed = codecs.tryBorrow();
        } catch (OutOfMemoryError noneMade) {
            return; // as if all were lent; the loop has another try
        }
        if (borrowed == null) {
            return;
        }
        if (batch.queue().claim(batch)) {
            compress(batch, borrowed);
        } else {
            codecs.giveBack(borrowed);
        }
    }

    /** On the loop, which took the batch before a caller compressed it. Does not throw. */
    void compress(ProducerBatch batch) {
        Codecs borrowed;
        try {
            borrowed = codecs.borrow();
        } catch (OutOfMemoryError noneMade) {
            batch.queue().compressed(batch, noneMade);
            return;
        }
        compress(batch, borrowed);
    }

    /**
     * Memory may be short, a native library may not load: that is for the records of this batch,
     * whose turn to be told comes on the loop. Until then nothing is allocated for it, as that
     * might fail too; and a batch left in the middle would block its partition for ever.
     */
    private void compress(ProducerBatch batch, Codecs borrowed) {
        Throwable failure = null;
        try {
            batch.compress(
                    pool,
                    codec,
                    borrowed,
                    settings.compression(),
                    settings.compressionLevel(),
                    batchBufferBytes(settings));
        } catch (Throwable thrown) {
            failure = thrown;
        }
        batch.queue().compressed(batch, failure);
        if (failure == null) {
            codecs.giveBack(borrowed);
        } else {
            codecs.discard(borrowed);
        }
    }

    void touched(PartitionQueue queue) {
        touched.add(queue);
        if (!told.get() && told.compareAndSet(false, true)) {
            news.run();
        }
    }

    private void touchAll() {
        queues.forEach(PartitionQueue::touchIfWaiting);
    }

    /**
     * The next queue about which there is news since it was last returned from here: a batch begun,
     * filled; or flush, close, or memory running short. Null if there is none. On the loop, which
     * is woken once for any number of news.
     */
    public @Nullable PartitionQueue nextTouched() {
        PartitionQueue next = touched.poll();
        if (next == null) {
            told.set(false);
            // What came between the two lines told nobody.
            next = touched.poll();
            if (next == null) {
                return null;
            }
            told.set(true);
        }
        next.untouched();
        return next;
    }

    /** All queues. */
    public Collection<PartitionQueue> queues() {
        return Collections.unmodifiableCollection(queues);
    }

    void queueMade(PartitionQueue queue) {
        queues.add(queue);
    }

    /** Whether no record waits or is under way. */
    public boolean isIdle() {
        return unansweredBatches.get() == 0;
    }

    void batchBegun() {
        unansweredBatches.incrementAndGet();
    }

    void batchOver() {
        unansweredBatches.decrementAndGet();
    }

    /** Whether batches are to be sent at once, full or not. */
    boolean isHurried() {
        return flushes.get() > 0 || refusal != null || pool.isShort();
    }

    /**
     * Makes everything that was appended so far sendable at once. Any thread.
     *
     * @return completes, on the loop, when all of it is answered, well or badly
     */
    public CompletableFuture<Void> flush() {
        flushes.incrementAndGet();
        FlushTicket ticket = new FlushTicket();
        queues.forEach(queue -> queue.joins(ticket));
        ticket.done();
        return ticket.answered().whenComplete((done, failure) -> flushes.decrementAndGet());
    }

    /**
     * Refuses what comes from now on, wakes those who wait for memory, and makes what is there
     * sendable at once. When it returns, nothing is appended any more. Any thread; the first reason
     * stays.
     */
    public void close(FatalException reason) {
        synchronized (touched) {
            if (refusal == null) {
                refusal = reason;
            }
        }
        pool.close();
        queues.forEach(PartitionQueue::awaitAppends);
        touchAll();
    }

    /** Gives back native memory, once nothing is sent any more. */
    public void release() {
        codecs.close();
    }

    /** Which leaders to avoid for records without a key; kept by the sender. */
    public LeaderHealth leaderHealth() {
        return leaderHealth;
    }

    boolean isLeaderStuck(int nodeId) {
        long timeoutMs = settings.availabilityTimeoutMs();
        return timeoutMs > 0
                && settings.adaptive()
                && !leaderHealth.nobodyIsStuck()
                && leaderHealth.isStuckLongerThan(nodeId, timeoutMs, clock.monotonicMs());
    }

    int random(int bound) {
        synchronized (random) {
            return random.nextInt(bound);
        }
    }

    /** What it keeps to. */
    public AccumulatorSettings settings() {
        return settings;
    }

    /** All memory, in bytes. */
    public long totalBytes() {
        return pool.totalBytes();
    }

    /** Memory that nobody has, in bytes. */
    public long availableBytes() {
        return pool.availableBytes();
    }

    /** How many callers wait for memory. */
    public int waitingCallers() {
        return pool.waiting();
    }

    Clock clock() {
        return clock;
    }

    BufferPool pool() {
        return pool;
    }

    CodecPool codecs() {
        return codecs;
    }

    BatchView loopView() {
        return loopView;
    }
}
