package dev.moldau.client.producer;

import dev.moldau.client.Header;
import dev.moldau.client.Node;
import dev.moldau.client.PartitionInfo;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metrics.Metric;
import dev.moldau.client.net.UserFaults;
import dev.moldau.client.producer.batch.Completion;
import dev.moldau.client.producer.batch.TopicQueues;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.record.RecordHeader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The producer: on callers' threads, records become bytes and are copied into the open batch of
 * their partition; everything after that happens on the loop. Per record it makes one object, the
 * completion, and with a future that too.
 *
 * <p>Its life: open; closing, from the first {@link #close} on, when records are refused and what
 * is there is delivered; ended, when everything is answered. A fault of the loop ends it at once.
 */
final class LoopProducer<K, V> implements Producer<K, V> {

    /** Who may stop a record once its partition is known. */
    interface Gate {

        /**
         * A record is about to go to this partition. Not asked about records that the built-in
         * choice places.
         *
         * @throws ClientException if it may not
         */
        void enter(String topic, int partition);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Producer.class);
    private static final long NEVER_WAITS = -1;

    private final ProducerCore core;
    private final RecordForm<K, V> form;
    private final Interceptors<K, V> interceptors;
    private final long maxBlockMs;
    private final long closeMs;
    private final AtomicBoolean usersPartsClosed = new AtomicBoolean();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    // Whichever topic was last, of any thread, is likely to be the next too.
    private volatile @Nullable TopicQueues lastTopic;

    /**
     * An open producer.
     *
     * @param maxBlockMs {@code max.block.ms}
     * @param closeMs how long {@link #close()} takes at most
     */
    LoopProducer(
            ProducerCore core,
            RecordForm<K, V> form,
            Interceptors<K, V> interceptors,
            long maxBlockMs,
            long closeMs) {
        this.core = core;
        this.form = form;
        this.interceptors = interceptors;
        this.maxBlockMs = maxBlockMs;
        this.closeMs = closeMs;
    }

    @Override
    public CompletableFuture<RecordMetadata> send(ProducerRecord<K, V> record) {
        ProducerRecord<K, V> seen = interceptors.onSend(record);
        FutureCompletion completion = new FutureCompletion(timestampMs(seen), interceptors);
        placeOrTell(seen, completion, maxBlockMs, null);
        return completion.future();
    }

    @Override
    public void send(ProducerRecord<K, V> record, SendCallback callback) {
        sendWithin(record, callback, maxBlockMs, null);
    }

    /** As {@link #send(ProducerRecord, SendCallback)}, with another time and maybe a gate. */
    boolean sendWithin(
            ProducerRecord<K, V> record, SendCallback callback, long waitMs, @Nullable Gate gate) {
        Objects.requireNonNull(callback, "callback");
        ProducerRecord<K, V> seen = interceptors.onSend(record);
        return placeOrTell(
                seen,
                new CallbackCompletion(timestampMs(seen), callback, interceptors),
                waitMs,
                gate);
    }

    @Override
    public boolean trySend(ProducerRecord<K, V> record, SendCallback callback) {
        return sendWithin(record, callback, NEVER_WAITS, null);
    }

    private long timestampMs(ProducerRecord<K, V> record) {
        Long own = record.timestampMs();
        return own == null ? core.loop().clock().wallMs() : own;
    }

    private boolean placeOrTell(
            ProducerRecord<K, V> record, Completion completion, long waitMs, @Nullable Gate gate) {
        try {
            return place(record, completion, waitMs, gate);
        } catch (ClientException e) {
            interceptors.onAcknowledgement(record.topic(), null, e);
            throw e;
        }
    }

    private boolean place(
            ProducerRecord<K, V> record, Completion completion, long waitMs, @Nullable Gate gate) {
        core.fault().check();
        // On the loop there is nobody to wait for but ourselves.
        long leftMs = waitMs > 0 && core.loop().isCurrent() ? 0 : waitMs;
        TopicQueues topic = topic(record.topic());
        ClusterView.Topic known = topic == null ? null : topic.in(core.topics().view());
        Integer named = record.partition();
        if (topic == null || known == null || isBeyond(named, known)) {
            core.accumulator().checkAccepting();
            if (leftMs < 0) {
                return learnWithoutWaiting(record, completion, gate);
            }
            long beginMs = core.loop().clock().monotonicMs();
            known = await(record.topic(), named == null ? 0 : named, leftMs);
            topic = core.accumulator().topic(record.topic());
            leftMs = Math.max(0, leftMs - (core.loop().clock().monotonicMs() - beginMs));
        }
        return append(record, topic, known, completion, leftMs, gate);
    }

    private @Nullable TopicQueues topic(String name) {
        TopicQueues last = lastTopic;
        if (last != null && last.name().equals(name)) {
            return last;
        }
        TopicQueues known = core.accumulator().knownTopic(name);
        if (known != null) {
            lastTopic = known;
        }
        return known;
    }

    private static boolean isBeyond(@Nullable Integer partition, ClusterView.Topic topic) {
        return partition != null && partition >= topic.partitions().size();
    }

    /** For trySend: a topic that is known and was never sent to needs no waiting either. */
    private boolean learnWithoutWaiting(
            ProducerRecord<K, V> record, Completion completion, @Nullable Gate gate) {
        core.topics().use(record.topic());
        ClusterView.Topic known = core.topics().view().topic(record.topic());
        if (known == null || isBeyond(record.partition(), known)) {
            return false;
        }
        TopicQueues topic = core.accumulator().topic(record.topic());
        return append(record, topic, known, completion, NEVER_WAITS, gate);
    }

    private ClusterView.Topic await(String topic, int partition, long maxWaitMs) {
        if (core.loop().isCurrent()) {
            core.topics().use(topic);
            ClusterView.Topic known = core.topics().view().topic(topic);
            if (known == null || partition >= known.partitions().size()) {
                throw new TimedOutException(
                        "partition "
                                + partition
                                + " of topic "
                                + topic
                                + " is not known yet, and a callback on the client's loop cannot"
                                + " wait for it; send from another thread");
            }
            return known;
        }
        ClusterView.Topic known = core.topics().await(topic, partition, maxWaitMs).topic(topic);
        if (known == null) {
            throw new TimedOutException("topic " + topic + " was known and is not any more");
        }
        return known;
    }

    private boolean append(
            ProducerRecord<K, V> record,
            TopicQueues topic,
            ClusterView.Topic known,
            Completion completion,
            long leftMs,
            @Nullable Gate gate) {
        List<Header> headers = form.headers(record);
        byte[] key = form.key(record, headers);
        byte[] value = form.value(record, headers);
        List<RecordHeader> wire = RecordForm.wireHeaders(headers);
        topic.learn(known);
        int partition = form.partition(record, key, value, known);
        if (gate != null && partition >= 0) {
            gate.enter(record.topic(), partition);
        }
        long timestampMs = completion.timestampMs();
        if (leftMs < 0) {
            return core.accumulator()
                    .tryAppend(topic, partition, timestampMs, key, value, wire, completion);
        }
        core.accumulator()
                .append(topic, partition, timestampMs, key, value, wire, completion, leftMs);
        return true;
    }

    long maxBlockMs() {
        return maxBlockMs;
    }

    /**
     * Returns if records are taken.
     *
     * @throws FatalException if the producer is closed or cannot go on
     */
    void checkUsable() {
        core.fault().check();
        core.accumulator().checkAccepting();
    }

    /** Makes what is buffered sendable at once, without waiting for it. */
    void hasten() {
        CompletableFuture<Void> unused = core.accumulator().flush();
    }

    /** Runs something when everything is answered after a close; at once if that is so. */
    void whenEnded(Runnable told) {
        CompletableFuture<Void> unused = ended.thenRun(told);
    }

    @Override
    public void flush() {
        if (core.loop().isCurrent()) {
            throw new RefusedException(
                    "flush from a callback would wait for the very thread it runs on; flush from"
                            + " another thread");
        }
        CompletableFuture<Object> over = CompletableFuture.anyOf(core.accumulator().flush(), ended);
        try {
            over.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException(
                    "interrupted while flushing; records are on their way nevertheless", e);
        } catch (ExecutionException e) {
            throw new FatalException("the producer failed while flushing", e.getCause());
        }
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        ClusterView.Topic known = core.topics().view().topic(topic);
        if (known == null) {
            known = await(topic, 0, maxBlockMs);
        }
        ClusterView view = core.topics().view();
        List<PartitionInfo> partitions = new ArrayList<>(known.partitions().size());
        for (ClusterView.Partition partition : known.partitions()) {
            partitions.add(
                    new PartitionInfo(
                            new TopicPartition(topic, partition.index()),
                            view.brokers().get(partition.leaderId()),
                            nodes(view, partition.replicas()),
                            nodes(view, partition.isr())));
        }
        return List.copyOf(partitions);
    }

    private static List<Node> nodes(ClusterView view, List<Integer> ids) {
        List<Node> nodes = new ArrayList<>(ids.size());
        for (Integer id : ids) {
            Node node = view.brokers().get(id);
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    @Override
    public Map<String, Metric> metrics() {
        return core.metrics().get();
    }

    @Override
    public void close() {
        close(Duration.ofMillis(closeMs));
    }

    @Override
    public void close(Duration timeout) {
        long timeoutMs = millis(timeout);
        core.accumulator().close(new FatalException("the producer is closed"));
        closeOnLoop(timeoutMs);
        if (!core.loop().isCurrent()) {
            awaitEnd(timeoutMs);
        }
        closeUsersParts();
    }

    private void closeOnLoop(long timeoutMs) {
        try {
            core.loop().execute(() -> core.delivery().close(timeoutMs, this::delivered));
        } catch (RejectedExecutionException e) {
            // The loop has ended, and whoever ended it has told those who waited.
            end();
        }
    }

    private static long millis(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("close within " + timeout);
        }
        try {
            return timeout.toMillis();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    private void awaitEnd(long timeoutMs) {
        try {
            ended.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.warn("interrupted while closing; what is not delivered yet fails");
            closeOnLoop(0);
        } catch (TimeoutException e) {
            LOG.debug("closed within {} ms; the loop ends by itself", timeoutMs);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Nothing is left to deliver. On the loop; maybe more than once, for each call of close. */
    private void delivered() {
        if (!ended.isDone()) {
            core.end().run();
            end();
        }
    }

    private void end() {
        core.accumulator().release();
        interceptors.faults().close();
        ended.complete(null);
    }

    /** A bug, or an error of users' code, has ended the loop: whoever waits is told. On it. */
    void loopFailed(Throwable fault) {
        FatalException cause =
                new FatalException("the producer has ended by a fault: " + fault, fault);
        core.accumulator().close(cause);
        try {
            core.delivery().abort(cause);
        } finally {
            delivered();
        }
    }

    /** What users' code threw at this producer. */
    UserFaults faults() {
        return interceptors.faults();
    }

    /** One that fails must not keep the others open. */
    private void closeUsersParts() {
        if (!usersPartsClosed.compareAndSet(false, true)) {
            return;
        }
        List<AutoCloseable> parts = new ArrayList<>(interceptors.all());
        parts.add(form.keys());
        parts.add(form.values());
        Partitioner partitioner = form.partitioner();
        if (partitioner != null) {
            parts.add(partitioner);
        }
        Error first = null;
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception thrown) {
                LOG.warn("{} threw when it was closed", part.getClass().getName(), thrown);
            } catch (Error thrown) {
                first = first == null ? thrown : first;
            }
        }
        if (first != null) {
            throw first; // there is nothing left to end; it is the closing thread's own
        }
    }
}
