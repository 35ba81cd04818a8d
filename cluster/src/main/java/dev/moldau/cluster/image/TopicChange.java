package dev.moldau.cluster.image;

import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What differs between a topic before and now. A topic of thousands of partitions of which one got
 * another leader comes to that one.
 *
 * @param name its name
 * @param id its identity; another one than before if it was deleted and made again
 * @param partitions those that are new or changed, by index
 * @param configs all settings made on it; null if they are what they were
 */
public record TopicChange(
        String name,
        Uuid id,
        SortedMap<Integer, PartitionImage> partitions,
        @Nullable Map<String, String> configs) {

    /** Copies the collections. */
    public TopicChange {
        partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
        configs = configs == null ? null : Map.copyOf(configs);
    }

    /** The difference; empty if there is none. */
    static Optional<TopicChange> between(@Nullable TopicImage before, TopicImage now) {
        TopicImage old = sameTopic(before, now.id());
        SortedMap<Integer, PartitionImage> changed = new TreeMap<>();
        for (int index = 0; index < now.partitions().size(); index++) {
            PartitionImage partition = now.partitions().get(index);
            if (old == null || !old.partition(index).equals(Optional.of(partition))) {
                changed.put(index, partition);
            }
        }
        boolean reconfigured = old == null || !old.configs().equals(now.configs());
        return changed.isEmpty() && !reconfigured
                ? Optional.empty()
                : Optional.of(
                        new TopicChange(
                                now.name(),
                                now.id(),
                                changed,
                                reconfigured ? now.configs() : null));
    }

    /**
     * The topic as it is now.
     *
     * @param before the topic of that name; null if there is none
     * @throws IllegalArgumentException if the change cannot follow on that topic
     */
    TopicImage applyTo(@Nullable TopicImage before) {
        TopicImage old = sameTopic(before, id);
        List<PartitionImage> all = new ArrayList<>(old == null ? List.of() : old.partitions());
        partitions.forEach((index, partition) -> put(all, index, partition));
        Map<String, String> known = configs == null && old != null ? old.configs() : configs;
        if (all.isEmpty() || known == null) {
            throw new IllegalArgumentException("topic " + name + " is not told whole");
        }
        return new TopicImage(name, id, all, known);
    }

    private void put(List<PartitionImage> all, int index, PartitionImage partition) {
        if (index < 0 || index > all.size()) {
            throw new IllegalArgumentException(
                    "partition " + index + " of " + name + " comes before others");
        }
        if (index == all.size()) {
            all.add(partition);
        } else {
            all.set(index, partition);
        }
    }

    private static @Nullable TopicImage sameTopic(@Nullable TopicImage topic, Uuid id) {
        return topic != null && topic.id().equals(id) ? topic : null;
    }
}
