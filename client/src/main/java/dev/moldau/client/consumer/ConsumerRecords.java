package dev.moldau.client.consumer;

import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * What one poll returned: each partition's records in the order of their offsets. Unmodifiable.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
public final class ConsumerRecords<K, V> implements Iterable<ConsumerRecord<K, V>> {

    private static final ConsumerRecords<?, ?> NOTHING =
            new ConsumerRecords<>(Map.of(), Map.of(), 0);

    private final Map<TopicPartition, List<ConsumerRecord<K, V>>> byPartition;
    private final Map<TopicPartition, OffsetAndMetadata> nextOffsets;
    private final int count;

    private ConsumerRecords(
            Map<TopicPartition, List<ConsumerRecord<K, V>>> byPartition,
            Map<TopicPartition, OffsetAndMetadata> nextOffsets,
            int count) {
        this.byPartition = byPartition;
        this.nextOffsets = nextOffsets;
        this.count = count;
    }

    /** No records. */
    @SuppressWarnings("unchecked") // it holds none of either type
    public static <K, V> ConsumerRecords<K, V> empty() {
        return (ConsumerRecords<K, V>) NOTHING;
    }

    /**
     * These records; for tests of what handles them.
     *
     * @param nextOffsets what to commit when all of them are done
     */
    public static <K, V> ConsumerRecords<K, V> of(
            Map<TopicPartition, List<ConsumerRecord<K, V>>> records,
            Map<TopicPartition, OffsetAndMetadata> nextOffsets) {
        Map<TopicPartition, List<ConsumerRecord<K, V>>> copy = new LinkedHashMap<>();
        int count = 0;
        for (Map.Entry<TopicPartition, List<ConsumerRecord<K, V>>> entry : records.entrySet()) {
            copy.put(entry.getKey(), Collections.unmodifiableList(entry.getValue()));
            count += entry.getValue().size();
        }
        return new ConsumerRecords<>(
                Collections.unmodifiableMap(copy),
                Collections.unmodifiableMap(new LinkedHashMap<>(nextOffsets)),
                count);
    }

    /** How many records there are. */
    public int count() {
        return count;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** The partitions that have records here. */
    public Set<TopicPartition> partitions() {
        return byPartition.keySet();
    }

    /** The records of one partition; none if it has none here. */
    public List<ConsumerRecord<K, V>> records(TopicPartition partition) {
        return byPartition.getOrDefault(partition, List.of());
    }

    /** The records of one topic, partition by partition. */
    public List<ConsumerRecord<K, V>> records(String topic) {
        List<ConsumerRecord<K, V>> all = new ArrayList<>();
        byPartition.forEach(
                (partition, records) -> {
                    if (partition.topic().equals(topic)) {
                        all.addAll(records);
                    }
                });
        return Collections.unmodifiableList(all);
    }

    /** What to commit when all of these records are done, by partition. */
    public Map<TopicPartition, OffsetAndMetadata> nextOffsets() {
        return nextOffsets;
    }

    /** Partition by partition. */
    @Override
    public Iterator<ConsumerRecord<K, V>> iterator() {
        Iterator<List<ConsumerRecord<K, V>>> lists = byPartition.values().iterator();
        return new Iterator<>() {
            private Iterator<ConsumerRecord<K, V>> now = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!now.hasNext() && lists.hasNext()) {
                    now = lists.next().iterator();
                }
                return now.hasNext();
            }

            @Override
            public ConsumerRecord<K, V> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("no more records");
                }
                return now.next();
            }
        };
    }
}
