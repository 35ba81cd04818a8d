package dev.moldau.client.consumer.group;

import dev.moldau.common.TopicPartition;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which partitions a member has, and since when: each time that it takes one over is a tenure of
 * its own, even if nobody had the partition between two of them. Confined to the loop.
 */
final class Tenures {

    /** Of a partition that the member does not have. */
    static final int NONE = 0;

    private final Map<TopicPartition, Integer> tenures = new HashMap<>();
    private int last = NONE;

    /** What the member has; a live view. */
    Set<TopicPartition> partitions() {
        return Collections.unmodifiableSet(tenures.keySet());
    }

    /** The number of the present tenure, {@link #NONE} without one. */
    int of(TopicPartition partition) {
        return tenures.getOrDefault(partition, NONE);
    }

    /** Takes over those that it does not have. */
    void begin(Collection<TopicPartition> partitions) {
        last++;
        partitions.forEach(partition -> tenures.putIfAbsent(partition, last));
    }

    void end(Collection<TopicPartition> partitions) {
        partitions.forEach(tenures::remove);
    }

    /** Has nothing any more. */
    void endAll() {
        tenures.clear();
    }
}
