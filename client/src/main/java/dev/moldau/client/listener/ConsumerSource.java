package dev.moldau.client.listener;

import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.consumer.ConsumerRecord;
import dev.moldau.client.consumer.ConsumerRecords;
import dev.moldau.client.consumer.OffsetAndMetadata;
import dev.moldau.client.consumer.RebalanceListener;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.CommitFailedException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.client.errors.WakeupException;
import dev.moldau.client.metrics.Metric;
import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A consumer of the raw bytes. */
final class ConsumerSource implements Source {

    private final Consumer<byte[], byte[]> consumer;
    private final Topics topics;
    private final Clock clock;

    ConsumerSource(Consumer<byte[], byte[]> consumer, Topics topics, Clock clock) {
        this.consumer = consumer;
        this.topics = topics;
        this.clock = clock;
    }

    @Override
    public void subscribe(Ownership ownership) {
        RebalanceListener told =
                new RebalanceListener() {
                    @Override
                    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                        ownership.revoked(partitions);
                    }

                    @Override
                    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                        ownership.assigned(partitions);
                    }

                    @Override
                    public void onPartitionsLost(Collection<TopicPartition> partitions) {
                        ownership.lost(partitions);
                    }
                };
        if (topics instanceof Topics.Named named) {
            consumer.subscribe(named.names(), told);
        } else if (topics instanceof Topics.Matching matching) {
            consumer.subscribe(matching.pattern(), told);
        } else if (topics instanceof Topics.FoundByBrokers found) {
            consumer.subscribe(found.pattern(), told);
        }
    }

    @Override
    public Arrivals poll(long maxWaitMs) {
        try {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(maxWaitMs));
            return records.nextOffsets().isEmpty() ? Arrivals.NONE : arrivals(records);
        } catch (WakeupException woken) {
            return Arrivals.NONE;
        }
    }

    private static Arrivals arrivals(ConsumerRecords<byte[], byte[]> records) {
        List<Arrival> arrivals = new ArrayList<>(records.count());
        for (ConsumerRecord<byte[], byte[]> record : records) {
            arrivals.add(
                    new Arrival(
                            record.topicPartition(),
                            record.offset(),
                            record.leaderEpoch(),
                            record.timestampMs(),
                            record.hasAppendTime(),
                            record.key(),
                            record.value(),
                            record.headers()));
        }
        Map<TopicPartition, Mark> reached = new HashMap<>();
        records.nextOffsets()
                .forEach(
                        (place, next) ->
                                reached.put(place, new Mark(next.offset(), next.leaderEpoch())));
        return new Arrivals(arrivals, reached);
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        consumer.pause(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        consumer.resume(partitions);
    }

    @Override
    public void commitAsync(
            Map<TopicPartition, Mark> marks,
            java.util.function.Consumer<@Nullable ClientException> done) {
        consumer.commitAsync(offsets(marks), (committed, error) -> done.accept(passing(error)));
    }

    /** A member that is none any more hears so in its next poll, and joins anew. */
    private static @Nullable ClientException passing(@Nullable ClientException error) {
        return error instanceof CommitFailedException
                ? new RetriableException(String.valueOf(error.getMessage()), error)
                : error;
    }

    /** A wakeup was for the poll; here it only means to go on. */
    @Override
    public void commitSync(Map<TopicPartition, Mark> marks, long timeoutMs) {
        long untilMs = clock.monotonicMs() + timeoutMs;
        boolean committed = false;
        while (!committed) {
            try {
                long leftMs = Math.max(0, untilMs - clock.monotonicMs());
                consumer.commitSync(offsets(marks), Duration.ofMillis(leftMs));
                committed = true;
            } catch (WakeupException woken) {
                // Tried again in what is left of the time.
            }
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsets(Map<TopicPartition, Mark> marks) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        marks.forEach(
                (place, mark) ->
                        offsets.put(
                                place,
                                new OffsetAndMetadata(mark.offset(), mark.leaderEpoch(), "")));
        return offsets;
    }

    @Override
    public void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close(long timeoutMs) {
        consumer.close(Duration.ofMillis(timeoutMs));
    }

    @Override
    public Map<String, Metric> metrics() {
        return consumer.metrics();
    }
}
