package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupRecord.OffsetRemoved;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which offsets nobody needs any more (KIP-211).
 *
 * <ul>
 *   <li>A group with members keeps its offsets, except of topics to which no member is subscribed.
 *   <li>An empty group keeps them for the retention from when it became empty, or from the commit
 *       if that was later: an administrator may have set offsets for a group that has long been
 *       empty.
 *   <li>A group that never had members keeps each offset for the retention from its commit.
 *   <li>An offset with an expiry of its own goes at that time, where the above lets it go at all.
 * </ul>
 */
final class OffsetExpiry {

    private final long retentionMs;

    OffsetExpiry(long retentionMs) {
        this.retentionMs = retentionMs;
    }

    /**
     * The removals that are due.
     *
     * @param group the group as it lives; null if it never had members
     * @param nowMs in epoch ms
     */
    List<GroupRecord> due(String groupId, StoredGroup stored, @Nullable Group group, long nowMs) {
        List<GroupRecord> due = new ArrayList<>();
        stored.offsets()
                .forEach(
                        (topic, partition, offset) -> {
                            if (!stored.isUnstable(topic, partition)
                                    && isDue(topic, offset, group, nowMs)) {
                                due.add(new OffsetRemoved(groupId, topic, partition));
                            }
                        });
        return due;
    }

    private boolean isDue(String topic, CommittedOffset offset, @Nullable Group group, long nowMs) {
        if (group == null || group.protocolType() == null) {
            return isPast(offset, offset.commitTimestampMs(), nowMs);
        }
        return switch (group.state()) {
            case GroupState.Empty empty ->
                    isPast(
                            offset,
                            Math.max(empty.sinceWallMs(), offset.commitTimestampMs()),
                            nowMs);
            case GroupState.Stable _ -> {
                Optional<Set<String>> subscribed = group.subscribedTopics();
                yield subscribed.isPresent()
                        && !subscribed.get().contains(topic)
                        && isPast(offset, offset.commitTimestampMs(), nowMs);
            }
            case GroupState.PreparingRebalance _,
                    GroupState.CompletingRebalance _,
                    GroupState.Dead _ ->
                    false;
        };
    }

    /** The removals that are due of a consumer group. */
    List<GroupRecord> due(
            String groupId, StoredGroup stored, ConsumerGroupState state, long nowMs) {
        Set<String> subscribed = Subscriptions.of(state);
        // Without members the newest assignment is that of the epoch in which the last one left.
        long sinceMs = state.size() == 0 ? state.assignedWallMs() : 0;
        List<GroupRecord> due = new ArrayList<>();
        stored.offsets()
                .forEach(
                        (topic, partition, offset) -> {
                            if (!subscribed.contains(topic)
                                    && !stored.isUnstable(topic, partition)
                                    && isPast(
                                            offset,
                                            Math.max(sinceMs, offset.commitTimestampMs()),
                                            nowMs)) {
                                due.add(new OffsetRemoved(groupId, topic, partition));
                            }
                        });
        return due;
    }

    private boolean isPast(CommittedOffset offset, long sinceMs, long nowMs) {
        return offset.expireTimestampMs() == CommittedOffset.NO_EXPIRY
                ? nowMs - sinceMs >= retentionMs
                : nowMs >= offset.expireTimestampMs();
    }
}
