package dev.moldau.broker.group.assign;

import dev.moldau.common.Uuid;
import java.util.BitSet;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Partitions by topic identity. Immutable; equal if it holds the same partitions. */
public final class PartitionSet {

    /** No partition. */
    public static final PartitionSet EMPTY = new PartitionSet(new TreeMap<>());

    private static final BitSet NONE = new BitSet(0);

    /** No set is empty, and none changes once it is in here. */
    private final SortedMap<Uuid, BitSet> byTopic;

    private PartitionSet(SortedMap<Uuid, BitSet> byTopic) {
        this.byTopic = byTopic;
    }

    /** What to do with each partition. */
    @FunctionalInterface
    public interface Visitor {

        /** Is told of one partition. */
        void visit(Uuid topicId, int partition);
    }

    /** Puts a set together. Not safe for use by several threads. */
    public static final class Builder {

        private final TreeMap<Uuid, BitSet> byTopic = new TreeMap<>();

        private Builder() {}

        /**
         * Adds a partition.
         *
         * @throws IndexOutOfBoundsException if the index is negative
         */
        public Builder add(Uuid topicId, int partition) {
            byTopic.computeIfAbsent(topicId, _ -> new BitSet()).set(partition);
            return this;
        }

        /** The set; the builder must not be used after that. */
        public PartitionSet build() {
            return byTopic.isEmpty() ? EMPTY : new PartitionSet(byTopic);
        }
    }

    /** An empty builder. */
    public static Builder builder() {
        return new Builder();
    }

    /** Some partitions of one topic. */
    public static PartitionSet of(Uuid topicId, int... partitions) {
        Builder builder = builder();
        for (int partition : partitions) {
            builder.add(topicId, partition);
        }
        return builder.build();
    }

    /** Whether it holds nothing. */
    public boolean isEmpty() {
        return byTopic.isEmpty();
    }

    /** How many partitions it holds. */
    public int size() {
        int size = 0;
        for (BitSet partitions : byTopic.values()) {
            size += partitions.cardinality();
        }
        return size;
    }

    /** The topics of which it holds partitions, in order. */
    public Set<Uuid> topics() {
        return Collections.unmodifiableSet(byTopic.keySet());
    }

    /** The partitions of a topic, in order; empty if there are none. */
    public int[] partitions(Uuid topicId) {
        return of(topicId).stream().toArray();
    }

    private BitSet of(Uuid topicId) {
        BitSet partitions = byTopic.get(topicId);
        return partitions == null ? NONE : partitions;
    }

    /** Whether it holds the partition. */
    public boolean contains(Uuid topicId, int partition) {
        return partition >= 0 && of(topicId).get(partition);
    }

    /** Whether both hold some partition. */
    public boolean intersects(PartitionSet other) {
        for (Map.Entry<Uuid, BitSet> topic : byTopic.entrySet()) {
            if (topic.getValue().intersects(other.of(topic.getKey()))) {
                return true;
            }
        }
        return false;
    }

    /** Tells of each partition, in order. */
    public void forEach(Visitor visitor) {
        byTopic.forEach(
                (topicId, partitions) ->
                        partitions.stream()
                                .forEach(partition -> visitor.visit(topicId, partition)));
    }

    /** What is in both. */
    public PartitionSet and(PartitionSet other) {
        TreeMap<Uuid, BitSet> both = new TreeMap<>();
        byTopic.forEach(
                (topicId, mine) -> {
                    BitSet common = copy(mine);
                    common.and(other.of(topicId));
                    put(both, topicId, common);
                });
        return made(both);
    }

    /** What is here and not there. */
    public PartitionSet minus(PartitionSet other) {
        if (other.isEmpty()) {
            return this;
        }
        TreeMap<Uuid, BitSet> rest = new TreeMap<>();
        byTopic.forEach(
                (topicId, mine) -> {
                    BitSet left = copy(mine);
                    left.andNot(other.of(topicId));
                    put(rest, topicId, left);
                });
        return made(rest);
    }

    /** What is here or there. */
    public PartitionSet plus(PartitionSet other) {
        if (other.isEmpty()) {
            return this;
        }
        TreeMap<Uuid, BitSet> all = new TreeMap<>(byTopic);
        other.byTopic.forEach(
                (topicId, theirs) -> {
                    BitSet joined = copy(of(topicId));
                    joined.or(theirs);
                    all.put(topicId, joined);
                });
        return made(all);
    }

    private static void put(Map<Uuid, BitSet> byTopic, Uuid topicId, BitSet partitions) {
        if (!partitions.isEmpty()) {
            byTopic.put(topicId, partitions);
        }
    }

    private static BitSet copy(BitSet original) {
        return (BitSet) original.clone();
    }

    private static PartitionSet made(SortedMap<Uuid, BitSet> result) {
        return result.isEmpty() ? EMPTY : new PartitionSet(result);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PartitionSet set && byTopic.equals(set.byTopic);
    }

    @Override
    public int hashCode() {
        return byTopic.hashCode();
    }

    @Override
    public String toString() {
        return byTopic.toString();
    }
}
