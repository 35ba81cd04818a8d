package dev.moldau.client.consumer;

import dev.moldau.client.PartitionInfo;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.metrics.Metric;
import dev.moldau.client.serialization.Deserializer;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKind;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads records. For one thread at a time; only {@link #wakeup} is for others. Fetching goes on
 * while the application works on what {@link #poll} returned. No connection is made before the
 * first call that needs one. An interface so that applications can put a fake in its place.
 *
 * <p>Whatever a method throws is a {@link ClientException} whose class says what to do, unless said
 * otherwise. Methods that wait throw {@link dev.moldau.client.errors.TimedOutException} after their
 * time, or {@code default.api.timeout.ms} where none is named; {@link
 * dev.moldau.client.errors.WakeupException} when woken; {@link
 * dev.moldau.client.errors.RetriableException} when the thread is interrupted, whose flag is set
 * again; and all throw {@link dev.moldau.client.errors.FatalException} once the consumer is closed
 * or cannot go on, and {@link java.util.ConcurrentModificationException} while another thread is in
 * a call.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public interface Consumer<K, V> extends AutoCloseable {

    /**
     * A consumer with deserializers named by {@code key.deserializer} and {@code
     * value.deserializer}.
     *
     * @param config settings by name; see the page on a client's configuration
     * @param <K> what the key deserializer makes; nobody can check it
     * @param <V> what the value deserializer makes
     * @throws dev.moldau.common.config.InvalidConfigException if settings cannot be used; the
     *     message says what to change
     */
    static <K, V> Consumer<K, V> create(Map<String, ?> config) {
        return ConsumerFactory.create(ClientConfig.of(ClientKind.CONSUMER, config), null, null);
    }

    /**
     * A consumer with deserializers that are ready: they are not configured again. Both are closed
     * with the consumer.
     *
     * @throws dev.moldau.common.config.InvalidConfigException if settings cannot be used; the
     *     message says what to change
     */
    static <K, V> Consumer<K, V> create(
            Map<String, ?> config,
            Deserializer<K> keyDeserializer,
            Deserializer<V> valueDeserializer) {
        return ConsumerFactory.create(
                ClientConfig.of(ClientKind.CONSUMER, config), keyDeserializer, valueDeserializer);
    }

    /** As {@link #create(Map)}, for settings that were read from a file. */
    static <K, V> Consumer<K, V> create(Properties config) {
        return ConsumerFactory.create(ClientConfig.of(ClientKind.CONSUMER, config), null, null);
    }

    /** The partitions that are read now; a copy. */
    Set<TopicPartition> assignment();

    /** The topics that are subscribed to by name. */
    Set<String> subscription();

    /**
     * Reads what the group gives to this consumer of these topics, instead of what was subscribed
     * to before. The group is joined by the next polls. No topics: as {@link #unsubscribe}.
     *
     * @throws IllegalStateException without {@code group.id}, or if partitions are assigned
     */
    void subscribe(Collection<String> topics);

    /** As {@link #subscribe(Collection)}, with somebody who hears of rebalances. */
    void subscribe(Collection<String> topics, RebalanceListener listener);

    /**
     * As {@link #subscribe(Collection)}, for all topics whose whole name matches, now and later:
     * new ones are found within {@code metadata.max.age.ms}.
     */
    void subscribe(Pattern pattern);

    /** As {@link #subscribe(Pattern)}, with somebody who hears of rebalances. */
    void subscribe(Pattern pattern, RebalanceListener listener);

    /**
     * As {@link #subscribe(Pattern)}, but the brokers find the topics, which takes the consumer
     * protocol: with brokers, or a group, that have none the next poll throws a {@link
     * dev.moldau.client.errors.RefusedException}, as it does when the expression is none.
     *
     * @throws IllegalStateException if {@code group.protocol=classic}, or another setting makes it
     *     so; besides as for {@link #subscribe(Collection)}
     */
    void subscribe(SubscriptionPattern pattern);

    /** As {@link #subscribe(SubscriptionPattern)}, with somebody who hears of rebalances. */
    void subscribe(SubscriptionPattern pattern, RebalanceListener listener);

    /** Reads nothing any more, and leaves the group. */
    void unsubscribe();

    /**
     * Reads these partitions and no others, without a group sharing them out. Those that were read
     * before go on where they are; the others begin where the group has come to, if {@code
     * group.id} is set, else where {@code auto.offset.reset} says. None ends reading.
     *
     * @throws IllegalStateException if topics are subscribed to; unsubscribe first
     */
    void assign(Collection<TopicPartition> partitions);

    /**
     * Returns the records that are there, {@code max.poll.records} at most; waits for some if there
     * are none.
     *
     * @param timeout how long to wait; with zero it only looks
     * @return the records, each partition's in order; none if none came in time
     * @throws dev.moldau.client.errors.NoOffsetForPartitionException if {@code
     *     auto.offset.reset=none} and no offset is committed
     * @throws dev.moldau.client.errors.OffsetOutOfRangeException if {@code auto.offset.reset=none}
     *     and the place is not in the log
     * @throws dev.moldau.client.errors.LogTruncationException if {@code auto.offset.reset=none} and
     *     the log was cut below what was read
     * @throws dev.moldau.client.errors.DamagedRecordsException if a batch cannot be read
     * @throws dev.moldau.client.errors.UnreadableRecordException if a deserializer refuses a record
     * @throws dev.moldau.client.errors.RefusedException if a broker does not allow reading
     * @throws IllegalStateException if there is nothing to read from
     * @throws IllegalArgumentException if the time is negative
     */
    ConsumerRecords<K, V> poll(Duration timeout);

    /**
     * Goes on at this offset with the next poll.
     *
     * @throws IllegalStateException if the partition is not read
     * @throws IllegalArgumentException if the offset is negative
     */
    void seek(TopicPartition partition, long offset);

    /** As {@link #seek(TopicPartition, long)}, with the epoch by which a cut log is recognised. */
    void seek(TopicPartition partition, OffsetAndMetadata offset);

    /**
     * Goes on at the first record that is there; looked up while the application goes on.
     *
     * @param partitions none stands for all that are read
     * @throws IllegalStateException if one is not read
     */
    void seekToBeginning(Collection<TopicPartition> partitions);

    /** As {@link #seekToBeginning}, after the last record that is there. */
    void seekToEnd(Collection<TopicPartition> partitions);

    /**
     * The offset of the next record that poll returns from the partition; waits until it is known.
     *
     * @throws IllegalStateException if the partition is not read
     */
    long position(TopicPartition partition);

    /** As {@link #position(TopicPartition)}, within this time. */
    long position(TopicPartition partition, Duration timeout);

    /**
     * Returns no more records of these partitions until they are resumed. What was fetched is kept.
     *
     * @throws IllegalStateException if one is not read
     */
    void pause(Collection<TopicPartition> partitions);

    /** Ends what {@link #pause} began. */
    void resume(Collection<TopicPartition> partitions);

    /** The partitions that are paused; a copy. */
    Set<TopicPartition> paused();

    /**
     * Commits what poll has returned, and waits until that is done. Commits are never out of order,
     * whichever way they were asked for.
     *
     * @throws dev.moldau.client.errors.CommitFailedException if the consumer is no member of its
     *     group any more
     * @throws dev.moldau.client.errors.RetriableException if the group rebalances: poll, then
     *     commit again
     * @throws dev.moldau.client.errors.RefusedException if the brokers do not allow it
     * @throws IllegalStateException without {@code group.id}
     */
    void commitSync();

    /** As {@link #commitSync()}, within this time. */
    void commitSync(Duration timeout);

    /** As {@link #commitSync()}, for these offsets. */
    void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets);

    /** As {@link #commitSync(Map)}, within this time. */
    void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout);

    /**
     * Commits what poll has returned while the application goes on. What fails for a passing reason
     * is tried again within {@code default.api.timeout.ms}; what is given up is logged.
     *
     * @throws IllegalStateException without {@code group.id}
     */
    void commitAsync();

    /** As {@link #commitAsync()}, with somebody who is told by a later call. */
    void commitAsync(@Nullable CommitCallback callback);

    /** As {@link #commitAsync(CommitCallback)}, for these offsets. */
    void commitAsync(
            Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable CommitCallback callback);

    /**
     * What the group has committed; partitions without a committed offset are left out.
     *
     * @throws IllegalStateException without {@code group.id}
     */
    Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions);

    /** As {@link #committed(Set)}, within this time. */
    Map<TopicPartition, OffsetAndMetadata> committed(
            Set<TopicPartition> partitions, Duration timeout);

    /**
     * The first record of each partition that is not older than a time; partitions without one are
     * left out.
     *
     * @param timestampsMs times by partition, in epoch ms
     * @throws IllegalArgumentException if a time is negative
     */
    Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> timestampsMs);

    /** As {@link #offsetsForTimes(Map)}, within this time. */
    Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
            Map<TopicPartition, Long> timestampsMs, Duration timeout);

    /** The first offsets that are there. */
    Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions);

    /** As {@link #beginningOffsets(Collection)}, within this time. */
    Map<TopicPartition, Long> beginningOffsets(
            Collection<TopicPartition> partitions, Duration timeout);

    /**
     * The offsets after the last records that can be read: with {@code
     * isolation.level=read_committed} up to the first transaction that is still open.
     */
    Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions);

    /** As {@link #endOffsets(Collection)}, within this time. */
    Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions, Duration timeout);

    /**
     * The partitions of a topic and who holds them, as any broker knows it now; in order. It does
     * not have to be a topic that is read, and is not made unless {@code allow.auto.create.topics}
     * and the brokers allow it.
     *
     * @return none if there is no such topic
     * @throws dev.moldau.client.errors.RefusedException if the name or the asking is not allowed
     */
    List<PartitionInfo> partitionsFor(String topic);

    /** As {@link #partitionsFor(String)}, within this time. */
    List<PartitionInfo> partitionsFor(String topic, Duration timeout);

    /** The partitions of all topics that the consumer may see, internal ones too, by topic. */
    Map<String, List<PartitionInfo>> listTopics();

    /** As {@link #listTopics()}, within this time. */
    Map<String, List<PartitionInfo>> listTopics(Duration timeout);

    /**
     * How many offsets there are from the position to the end, as the last fetch saw it; empty if
     * nothing is known yet. Never waits.
     *
     * @throws IllegalStateException if the partition is not read
     */
    OptionalLong currentLag(TopicPartition partition);

    /**
     * As whom the consumer speaks to its group.
     *
     * @throws IllegalStateException without {@code group.id}
     */
    GroupMetadata groupMetadata();

    /**
     * Has the group shared out anew, by the next polls. With the consumer protocol the brokers
     * share out whenever there is reason to; there the consumer only asks anew what it shall have.
     *
     * @param reason for people, in the brokers' logs
     * @throws IllegalStateException if nothing is subscribed to
     */
    void enforceRebalance(String reason);

    /**
     * What the consumer counts and measures now, by name; docs/CLIENT.md says which to watch. Never
     * waits, is for any thread, and works on a closed consumer too.
     */
    Map<String, Metric> metrics();

    /**
     * Ends the wait of the thread that is in a call, or of the next call that waits, with a {@link
     * dev.moldau.client.errors.WakeupException}. For any thread.
     */
    void wakeup();

    /** As {@link #close(Duration)}, within 30 seconds. */
    @Override
    void close();

    /**
     * Closes the consumer: commits what is done, if offsets are committed by themselves, waits for
     * the commits that were asked for, and leaves the group. Returns within the time in any case; a
     * thread that is interrupted waits no more and keeps its flag. May be called more than once.
     *
     * @param timeout zero waits for nothing
     * @throws IllegalArgumentException if the time is negative
     */
    void close(Duration timeout);
}
