package dev.moldau.client.producer.batch;

import dev.moldau.client.errors.BufferFullException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.common.Clock;
import dev.moldau.protocol.record.BatchCompressor;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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

    private final AccumulatorSettings settings;
    private final Clock clock;
    private final RandomGenerator random;
    private final Consumer<String> topicUsed;
    private final BufferPool pool;
    private final RecordMemory memory;
    private final BatchCompression compression;
    private final QueueNews news = new QueueNews();
    private final LeaderHealth leaderHealth = new LeaderHealth();

    private final Map<String, TopicQueues> topics = new ConcurrentHashMap<>();
    private final Collection<PartitionQueue> queues = new ConcurrentLinkedQueue<>();
    private final AtomicInteger unansweredBatches = new AtomicInteger();
    private final AtomicInteger flushes = new AtomicInteger();
    private final BatchView loopView = new BatchView();

    private final AtomicReference<@Nullable FatalException> refusal = new AtomicReference<>();

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
        this.pool =
                new BufferPool(
                        settings.memoryBytes(), RecordMemory.batchBytes(settings), this::touchAll);
        this.memory = new RecordMemory(settings, clock, pool);
        this.compression = new BatchCompression(settings, codec, pool);
    }

    /**
     * Says what to run when there is news: once, on the thread that made the news, until {@link
     * #nextTouched} has returned null again. Before the first record.
     */
    public void listen(Runnable wake) {
        news.listen(wake);
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
        return place(
                topic,
                partition,
                timestampMs,
                key,
                value,
                headers,
                completion,
                RecordMemory.NEVER_WAITS);
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
        int recordBytes = memory.requireAllowed(topic.name(), key, value, headers);
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
                        fresh = memory.take(queue, topic, recordBytes, maxWaitMs);
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

    /**
     * Returns if records are accepted. Each is checked again under its queue's lock, so that
     * nothing is appended once the closing looked at the queue.
     *
     * @throws FatalException if the producer is closed or cannot go on
     */
    public void checkAccepting() {
        FatalException cause = refusal.get();
        if (cause != null) {
            // A new one each time, for the caller's own stack.
            throw new FatalException(
                    String.valueOf(cause.getMessage()), cause.error().orElse(null), cause);
        }
    }

    BatchCompression compression() {
        return compression;
    }

    QueueNews news() {
        return news;
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
        return news.next();
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
        return flushes.get() > 0 || refusal.get() != null || pool.isShort();
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
        refusal.compareAndSet(null, reason);
        pool.close();
        queues.forEach(PartitionQueue::awaitAppends);
        touchAll();
    }

    /** Gives back native memory, once nothing is sent any more. */
    public void release() {
        compression.close();
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

    BatchView loopView() {
        return loopView;
    }
}
