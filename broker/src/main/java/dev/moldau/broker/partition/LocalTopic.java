package dev.moldau.broker.partition;

import dev.moldau.common.Uuid;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of one topic that this broker has. Immutable: a topic that gets more partitions
 * gets another of these.
 */
public final class LocalTopic {

    private final String name;
    private final Uuid id;
    private final @Nullable Partition[] byIndex;
    private final Set<Integer> broken;

    /**
     * @param name the topic's name
     * @param id the topic's identity
     * @param partitions those that this broker has, in any order
     * @param broken those that it should have, but whose logs could not be opened
     */
    LocalTopic(String name, Uuid id, List<Partition> partitions, Set<Integer> broken) {
        this.name = Objects.requireNonNull(name, "name");
        this.id = Objects.requireNonNull(id, "id");
        int length = 0;
        for (Partition partition : partitions) {
            length = Math.max(length, partition.name().partition() + 1);
        }
        this.byIndex = new Partition[length];
        for (Partition partition : partitions) {
            byIndex[partition.name().partition()] = partition;
        }
        this.broken = Set.copyOf(broken);
    }

    /** The topic's name. */
    public String name() {
        return name;
    }

    /** The topic's identity. */
    public Uuid id() {
        return id;
    }

    /** The partition of that index; null if this broker does not have it. */
    public @Nullable Partition partition(int index) {
        return index >= 0 && index < byIndex.length ? byIndex[index] : null;
    }

    /** Whether other brokers have one of these partitions too. */
    boolean isReplicated() {
        for (Partition partition : byIndex) {
            if (partition != null && partition.leadership().replicas().size() > 1) {
                return true;
            }
        }
        return false;
    }

    /** The same topic with fewer partitions. */
    LocalTopic with(List<Partition> remaining) {
        return new LocalTopic(name, id, remaining, broken);
    }

    /** Whether the partition's log is here but could not be opened. */
    boolean isBroken(int index) {
        return broken.contains(index);
    }

    /** Whether a partition's log is here but could not be opened, or could not be made. */
    boolean hasBroken() {
        return !broken.isEmpty();
    }

    /** Calls the action with every partition, by index. */
    public void forEach(Consumer<Partition> action) {
        for (Partition partition : byIndex) {
            if (partition != null) {
                action.accept(partition);
            }
        }
    }
}
