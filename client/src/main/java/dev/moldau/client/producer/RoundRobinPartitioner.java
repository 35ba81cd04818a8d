package dev.moldau.client.producer;

import dev.moldau.client.metadata.ClusterView;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One partition after the other, whatever the key, leaving out those without a leader as long as
 * any has one. Costs small batches; for even use the built-in choice does better. Name it in {@code
 * partitioner.class}.
 */
public final class RoundRobinPartitioner implements Partitioner {

    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();

    /** Begins with partition 0 of each topic. */
    public RoundRobinPartitioner() {}

    @Override
    public int partition(
            String topic,
            @Nullable Object key,
            byte @Nullable [] keyBytes,
            @Nullable Object value,
            byte @Nullable [] valueBytes,
            List<ClusterView.Partition> partitions) {
        AtomicInteger turn = turns.computeIfAbsent(topic, first -> new AtomicInteger());
        int count = partitions.size();
        int next = at(turn, count);
        for (int i = 0; i < count && partitions.get(next).leaderId() < 0; i++) {
            next = at(turn, count);
        }
        return next;
    }

    private static int at(AtomicInteger turn, int count) {
        return (turn.getAndIncrement() & Integer.MAX_VALUE) % count;
    }
}
