package dev.moldau.client.consumer;

import dev.moldau.client.PartitionInfo;
import dev.moldau.client.consumer.fetch.ChunkReader;
import dev.moldau.client.consumer.fetch.Place;
import dev.moldau.client.consumer.fetch.ResetPolicy;
import dev.moldau.client.consumer.group.Identity;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.metrics.Metric;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The consumer: the application's thread takes what the loop has handed over, makes records of it
 * and tells the loop what it wants; everything that waits for brokers happens there.
 *
 * <p>Its life: made; started by the first call that needs brokers; closed. A fault of the loop ends
 * it at once.
 */
final class LoopConsumer<K, V> implements Consumer<K, V>, Cursors.Told {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final ConsumerCore core;
    private final ConsumerSettings settings;
    private final Commands commands;
    private final Cursors<K, V> cursors;
    private final ConsumerFault fault = new ConsumerFault();
    private final Waiting waiting;
    private final Positions positions;
    private final OffsetQueries queries;
    private final TopicQueries topics;
    private final Interceptors<K, V> interceptors;
    private final @Nullable GroupCalls group;
    private final Ending ending;
    private final SingleUser user = new SingleUser();
    private Subscription subscription = new Subscription.None();
    private boolean closing;
    private boolean closed;

    LoopConsumer(
            ConsumerCore core,
            ConsumerSettings settings,
            RecordMaker<K, V> maker,
            Interceptors<K, V> interceptors) {
        this.core = core;
        this.interceptors = interceptors;
        this.settings = settings;
        this.commands = new Commands(core);
        this.cursors = new Cursors<>(new ChunkReader(settings.fetching().checkCrcs()), maker, this);
        this.waiting = new Waiting(core.doorbell(), core.loop().clock(), fault);
        this.positions = new Positions(core, commands, waiting, cursors);
        this.queries = new OffsetQueries(core, commands, waiting);
        this.topics = new TopicQueries(core, commands, waiting, queries);
        ConsumerCore.GroupPart part = core.group();
        this.group =
                part == null
                        ? null
                        : new GroupCalls(
                                part,
                                core,
                                commands,
                                waiting,
                                cursors,
                                new Commits(
                                        part.group(),
                                        commands,
                                        waiting,
                                        queries,
                                        cursors,
                                        interceptors,
                                        core.doorbell()),
                                settings.apiTimeoutMs());
        List<AutoCloseable> parts = new ArrayList<>(interceptors.all());
        parts.addAll(List.of(cursors, maker.keys(), maker.values()));
        this.ending = new Ending(core, commands, waiting, parts);
    }

    /** A bug, or an error, has ended the loop: whoever waits is told. Any thread. */
    void loopFailed(Throwable cause) {
        fault.set(new FatalException("the consumer has ended by a fault: " + cause, cause));
        core.doorbell().ring();
    }

    @Override
    public void consumed(TopicPartition partition, int version, int bytes) {
        commands.post(() -> core.fetcher().consumed(partition, version, bytes));
    }

    @Override
    public void retry(TopicPartition partition, int version) {
        commands.post(() -> core.fetcher().retry(partition, version));
    }

    // ---- calls

    private <T> T call(Supplier<T> body) {
        user.enter();
        try {
            if (closed) {
                throw new FatalException("the consumer is closed");
            }
            return body.get();
        } finally {
            user.exit();
        }
    }

    private void run(Runnable body) {
        Object nothing =
                call(
                        () -> {
                            body.run();
                            return this;
                        });
        assert nothing == this;
    }

    private GroupCalls group() {
        GroupCalls part = group;
        if (part == null) {
            throw new IllegalStateException(
                    "this needs a group; set group.id, or assign partitions and keep offsets"
                            + " yourself");
        }
        return part;
    }

    private Duration apiTimeout() {
        return Duration.ofMillis(settings.apiTimeoutMs());
    }

    // ---- what to read

    @Override
    public Set<TopicPartition> assignment() {
        return call(() -> Set.copyOf(cursors.partitions()));
    }

    @Override
    public Set<String> subscription() {
        return call(
                () ->
                        subscription instanceof Subscription.Topics topics
                                ? topics.names()
                                : Set.of());
    }

    @Override
    public void subscribe(Collection<String> topics) {
        subscribe(topics, Subscription.NOBODY);
    }

    @Override
    public void subscribe(Collection<String> topics, RebalanceListener listener) {
        if (topics.isEmpty()) {
            unsubscribe();
            return;
        }
        subscribe(new Subscription.Topics(new LinkedHashSet<>(topics), listener));
    }

    @Override
    public void subscribe(Pattern pattern) {
        subscribe(pattern, Subscription.NOBODY);
    }

    @Override
    public void subscribe(Pattern pattern, RebalanceListener listener) {
        subscribe(new Subscription.Matching(pattern, listener));
    }

    @Override
    public void subscribe(SubscriptionPattern pattern) {
        subscribe(pattern, Subscription.NOBODY);
    }

    @Override
    public void subscribe(SubscriptionPattern pattern, RebalanceListener listener) {
        subscribe(new Subscription.FoundByBrokers(pattern, listener));
    }

    private void subscribe(Subscription wanted) {
        run(
                () -> {
                    if (subscription instanceof Subscription.Manual) {
                        throw new IllegalStateException(
                                "partitions are assigned; unsubscribe before subscribing");
                    }
                    group().subscribe(wanted);
                    subscription = wanted;
                });
    }

    @Override
    public void unsubscribe() {
        run(
                () -> {
                    Subscription was = subscription;
                    subscription = new Subscription.None();
                    if (was.isByGroup()) {
                        group().unsubscribe("the consumer unsubscribed");
                    } else {
                        stopReading(Set.copyOf(cursors.partitions()));
                    }
                });
    }

    @Override
    public void assign(Collection<TopicPartition> partitions) {
        run(
                () -> {
                    if (subscription.isByGroup()) {
                        throw new IllegalStateException(
                                "topics are subscribed to; unsubscribe before assigning");
                    }
                    Set<TopicPartition> wanted = new LinkedHashSet<>(partitions);
                    subscription =
                            wanted.isEmpty() ? new Subscription.None() : new Subscription.Manual();
                    Set<TopicPartition> gone = new HashSet<>(cursors.partitions());
                    gone.removeAll(wanted);
                    stopReading(gone);
                    wanted.removeAll(cursors.partitions());
                    for (TopicPartition partition : wanted) {
                        int version = cursors.add(partition).version;
                        commands.post(() -> core.fetcher().begin(partition, version, null));
                    }
                });
    }

    private void stopReading(Set<TopicPartition> gone) {
        if (!gone.isEmpty()) {
            cursors.remove(gone);
            commands.post(() -> core.fetcher().end(gone));
            if (group != null) {
                group.forget(gone);
            }
        }
    }

    // ---- records

    @Override
    public ConsumerRecords<K, V> poll(Duration timeout) {
        long limitMs = Waiting.millis(timeout);
        return call(
                () -> {
                    if (subscription instanceof Subscription.None) {
                        throw new IllegalStateException(
                                "there is nothing to read from; subscribe to topics or assign"
                                        + " partitions first");
                    }
                    // Before anything counts as done: what an error kept back was not returned.
                    fault.check();
                    commands.start();
                    if (group == null) {
                        cursors.drainMoved(cursor -> {});
                        return pollUntil(waiting.deadlineMs(limitMs));
                    }
                    group.beginPoll();
                    try {
                        return pollUntil(waiting.deadlineMs(limitMs));
                    } finally {
                        group.endPoll();
                    }
                });
    }

    private ConsumerRecords<K, V> pollUntil(long deadlineMs) {
        while (true) {
            waiting.check();
            if (group != null) {
                group.goAlong();
            }
            cursors.take(core.handover());
            ConsumerRecords<K, V> records = cursors.poll(settings.maxPollRecords());
            if (!records.isEmpty()) {
                core.counters().returned(records.count());
                return intercepted(records);
            }
            if (waiting.nowMs() >= deadlineMs) {
                return records;
            }
            waiting.pause(deadlineMs);
        }
    }

    private ConsumerRecords<K, V> intercepted(ConsumerRecords<K, V> records) {
        try {
            return interceptors.onConsume(records);
        } catch (Error error) {
            // Nobody got these records, so that nothing may be committed any more.
            loopFailed(error);
            throw error;
        }
    }

    @Override
    public void seek(TopicPartition partition, long offset) {
        seek(partition, Place.at(offset));
    }

    @Override
    public void seek(TopicPartition partition, OffsetAndMetadata offset) {
        seek(partition, new Place(offset.offset(), offset.leaderEpoch()));
    }

    private void seek(TopicPartition partition, Place place) {
        run(() -> positions.seek(partition, place));
    }

    @Override
    public void seekToBeginning(Collection<TopicPartition> partitions) {
        seekTo(partitions, ResetPolicy.EARLIEST_TIMESTAMP);
    }

    @Override
    public void seekToEnd(Collection<TopicPartition> partitions) {
        seekTo(partitions, ResetPolicy.LATEST_TIMESTAMP);
    }

    private void seekTo(Collection<TopicPartition> partitions, long timestamp) {
        run(() -> positions.seek(partitions, timestamp));
    }

    @Override
    public long position(TopicPartition partition) {
        return position(partition, apiTimeout());
    }

    @Override
    public long position(TopicPartition partition, Duration timeout) {
        long limitMs = Waiting.millis(timeout);
        return call(() -> positions.position(partition, limitMs));
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        run(() -> positions.pause(partitions, true));
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        run(() -> positions.pause(partitions, false));
    }

    @Override
    public Set<TopicPartition> paused() {
        return call(positions::paused);
    }

    @Override
    public OptionalLong currentLag(TopicPartition partition) {
        return call(() -> positions.lag(partition));
    }

    // ---- offsets

    @Override
    public void commitSync() {
        commitSync(apiTimeout());
    }

    @Override
    public void commitSync(Duration timeout) {
        run(
                () -> {
                    Commits commits = group().commits();
                    commits.sync(commits.consumed(), timeout);
                });
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
        commitSync(offsets, apiTimeout());
    }

    @Override
    public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
        run(() -> group().commits().sync(offsets, timeout));
    }

    @Override
    public void commitAsync() {
        commitAsync(null);
    }

    @Override
    public void commitAsync(@Nullable CommitCallback callback) {
        run(
                () -> {
                    Commits commits = group().commits();
                    commits.async(commits.consumed(), callback, settings.apiTimeoutMs());
                });
    }

    @Override
    public void commitAsync(
            Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable CommitCallback callback) {
        run(() -> group().commits().async(offsets, callback, settings.apiTimeoutMs()));
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        return committed(partitions, apiTimeout());
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(
            Set<TopicPartition> partitions, Duration timeout) {
        return call(() -> group().commits().committed(partitions, timeout));
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
            Map<TopicPartition, Long> timestampsMs) {
        return offsetsForTimes(timestampsMs, apiTimeout());
    }

    @Override
    public Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
            Map<TopicPartition, Long> timestampsMs, Duration timeout) {
        return call(() -> queries.forTimes(timestampsMs, timeout));
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
        return beginningOffsets(partitions, apiTimeout());
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(
            Collection<TopicPartition> partitions, Duration timeout) {
        return call(() -> queries.special(partitions, ResetPolicy.EARLIEST_TIMESTAMP, timeout));
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
        return endOffsets(partitions, apiTimeout());
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(
            Collection<TopicPartition> partitions, Duration timeout) {
        return call(() -> queries.special(partitions, ResetPolicy.LATEST_TIMESTAMP, timeout));
    }

    // ---- topics

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        return partitionsFor(topic, apiTimeout());
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
        return call(() -> topics.of(topic, timeout));
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics() {
        return listTopics(apiTimeout());
    }

    @Override
    public Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
        return call(() -> topics.all(timeout));
    }

    // ---- the group

    @Override
    public GroupMetadata groupMetadata() {
        return call(
                () -> {
                    Identity as = group().identity();
                    return new GroupMetadata(
                            as.groupId(),
                            as.generation(),
                            as.memberId(),
                            Optional.ofNullable(as.instanceId()));
                });
    }

    @Override
    public void enforceRebalance(String reason) {
        run(
                () -> {
                    if (!subscription.isByGroup()) {
                        throw new IllegalStateException("nothing is subscribed to");
                    }
                    group().rejoin(reason);
                });
    }

    @Override
    public Map<String, Metric> metrics() {
        return core.metrics().get();
    }

    @Override
    public void wakeup() {
        waiting.wakeup();
    }

    // ---- the end

    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }

    @Override
    public void close(Duration timeout) {
        long deadlineMs = waiting.deadlineMs(timeout);
        user.enter();
        try {
            if (!closing) {
                closing = true;
                try {
                    if (group != null && !fault.isSet()) {
                        // Its listener may still commit.
                        group.close(subscription.isByGroup(), deadlineMs);
                    }
                } finally {
                    closed = true;
                    ending.end(deadlineMs);
                }
            }
        } finally {
            user.exit();
        }
    }
}
