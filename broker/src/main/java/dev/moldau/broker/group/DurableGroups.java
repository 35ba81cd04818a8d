package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupRecord.GenerationStored;
import dev.moldau.broker.group.GroupRecord.GroupRemoved;
import dev.moldau.broker.group.GroupRecord.OffsetRemoved;
import dev.moldau.broker.group.GroupRecord.OffsetStored;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a shard's log says, as maps: a function of the committed records and of nothing
 * else, whether they were just committed or are read back after a restart. Owned by the shard's
 * lane.
 */
final class DurableGroups {

    private final Map<String, StoredGroup> groups = new HashMap<>();

    /** Which groups a transaction that has not ended touches, by producer id. */
    private final Map<Long, Set<String>> openTransactions = new HashMap<>();

    /** What the log says about a group, or null for nothing. */
    @Nullable StoredGroup get(String groupId) {
        return groups.get(groupId);
    }

    /** All groups that the log knows; to be read only. */
    Map<String, StoredGroup> all() {
        return Collections.unmodifiableMap(groups);
    }

    /** Takes in a committed record. */
    void apply(GroupRecord record) {
        switch (record) {
            case OffsetStored stored -> {
                StoredGroup group = groupToWrite(stored.groupId());
                group.offsets().put(stored.topic(), stored.partition(), stored.offset());
            }
            case OffsetRemoved removed -> {
                StoredGroup group = groups.get(removed.groupId());
                if (group != null) {
                    group.offsets().remove(removed.topic(), removed.partition());
                    forgetIfVacant(removed.groupId(), group);
                }
            }
            case GenerationStored stored ->
                    groupToWrite(stored.groupId()).generation(stored.generation());
            case GroupRemoved removed -> {
                StoredGroup group = groups.get(removed.groupId());
                if (group != null) {
                    group.generation(null);
                    forgetIfVacant(removed.groupId(), group);
                }
            }
            case ConsumerGroupRecord ofConsumers -> {
                StoredGroup group = groupToWrite(ofConsumers.groupId());
                group.applyToConsumers(ofConsumers);
                forgetIfVacant(ofConsumers.groupId(), group);
            }
        }
    }

    /** What the log says about a consumer group, or null if the group is none. */
    @Nullable ConsumerGroupState consumers(String groupId) {
        StoredGroup group = groups.get(groupId);
        return group == null ? null : group.consumers();
    }

    /** Takes in an offset that counts only once the producer's transaction commits. */
    void applyInTransaction(long producerId, OffsetStored stored) {
        groupToWrite(stored.groupId())
                .openTransactions()
                .computeIfAbsent(producerId, _ -> new OffsetTable())
                .put(stored.topic(), stored.partition(), stored.offset());
        openTransactions.computeIfAbsent(producerId, _ -> new HashSet<>()).add(stored.groupId());
    }

    /** Takes in the end of a producer's transaction. */
    void endTransaction(long producerId, boolean committed) {
        Set<String> touched = openTransactions.remove(producerId);
        if (touched == null) {
            return;
        }
        for (String groupId : touched) {
            StoredGroup group = groupToWrite(groupId);
            OffsetTable pending = group.openTransactions().remove(producerId);
            if (committed && pending != null) {
                group.offsets().putAll(pending);
            }
            forgetIfVacant(groupId, group);
        }
    }

    private StoredGroup groupToWrite(String groupId) {
        return groups.computeIfAbsent(groupId, _ -> new StoredGroup());
    }

    private void forgetIfVacant(String groupId, StoredGroup group) {
        if (group.isVacant()) {
            groups.remove(groupId);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DurableGroups durable && groups.equals(durable.groups);
    }

    @Override
    public int hashCode() {
        return groups.hashCode();
    }

    @Override
    public String toString() {
        return groups.toString();
    }
}
