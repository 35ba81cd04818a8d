package dev.moldau.broker.group;

import dev.moldau.broker.group.GroupRecord.GroupRemoved;
import dev.moldau.broker.group.GroupRecord.OffsetRemoved;
import dev.moldau.broker.group.GroupState.Empty;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes offsets and groups away: because somebody asks, because their topic is gone, because they
 * have expired.
 *
 * <p>Every method must come in alone, when no write of the group is on its way ({@link
 * GroupGates}): otherwise an offset could go that was acknowledged after it was looked at. Holds no
 * state of its own; works on that of its {@link ServingShard}, on its lane.
 */
final class Removals {

    private final ShardRuntime runtime;
    private final DurableGroups durable;
    private final Map<String, Group> groups;
    private final ConsumerGroups consumers;
    private final Offsets offsets;
    private final OffsetExpiry expiry;
    private final Rebalance rebalance;

    /**
     * @param groups the shard's living groups; a group that is gone is taken out
     */
    Removals(
            ShardRuntime runtime,
            DurableGroups durable,
            Map<String, Group> groups,
            ConsumerGroups consumers,
            Offsets offsets,
            Rebalance rebalance) {
        this.runtime = runtime;
        this.durable = durable;
        this.groups = groups;
        this.consumers = consumers;
        this.offsets = offsets;
        this.expiry = new OffsetExpiry(runtime.config().offsetsRetentionMs());
        this.rebalance = rebalance;
    }

    /** Removes offsets of partitions to whose topics the group is not subscribed. */
    void deleteOffsets(
            String groupId, List<TopicPartition> partitions, Answer<DeleteOffsetsResult> answer) {
        StoredGroup stored = durable.get(groupId);
        Group group = groups.get(groupId);
        if (stored == null && group == null) {
            answer.fail(ErrorCode.GROUP_ID_NOT_FOUND);
            return;
        }
        Optional<Set<String>> subscribed = Optional.of(subscribedAsConsumers(stored));
        if (group != null && !(group.state() instanceof Empty)) {
            if (!ConsumerTopics.PROTOCOL_TYPE.equals(group.protocolType())) {
                answer.fail(ErrorCode.NON_EMPTY_GROUP);
                return;
            }
            subscribed = group.subscribedTopics();
        }
        List<ErrorCode> errors = new ArrayList<>(partitions.size());
        List<GroupRecord> removals = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            if (subscribed.map(topics -> topics.contains(partition.topic())).orElse(true)) {
                errors.add(ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC);
                continue;
            }
            errors.add(ErrorCode.NONE);
            if (stored != null
                    && stored.offsets().get(partition.topic(), partition.partition()) != null) {
                removals.add(new OffsetRemoved(groupId, partition.topic(), partition.partition()));
            }
        }
        if (removals.isEmpty()) {
            answer.give(new DeleteOffsetsResult(ErrorCode.NONE, errors));
            return;
        }
        runtime.write(
                groupId,
                removals,
                error -> {
                    if (error == ErrorCode.NONE) {
                        answer.give(new DeleteOffsetsResult(ErrorCode.NONE, errors));
                    } else {
                        answer.fail(AppendErrors.forMembership(error));
                    }
                });
    }

    /** Removes the offsets of topics that are gone. */
    void deleteTopics(String groupId, Set<String> topics) {
        removeOffsets(groupId, (topic, offset) -> topics.contains(topic));
    }

    /** Removes what a broker that died could not: offsets of topics that are gone meanwhile. */
    void deleteLeftOvers(String groupId) {
        removeOffsets(groupId, offsets::isOfNoTopic);
    }

    private void removeOffsets(String groupId, BiPredicate<String, CommittedOffset> which) {
        StoredGroup stored = durable.get(groupId);
        if (stored == null) {
            return;
        }
        List<GroupRecord> removals = new ArrayList<>();
        stored.offsets()
                .forEach(
                        (topic, partition, offset) -> {
                            if (which.test(topic, offset)) {
                                removals.add(new OffsetRemoved(groupId, topic, partition));
                            }
                        });
        if (!removals.isEmpty()) {
            // If it fails the shard tries again when it next loads its log.
            runtime.write(groupId, removals, _ -> {});
        }
    }

    /** Deletes an empty group with its offsets. */
    void deleteGroup(String groupId, Answer<ErrorCode> answer) {
        StoredGroup stored = durable.get(groupId);
        Group group = groups.get(groupId);
        if (stored == null && group == null) {
            answer.give(ErrorCode.GROUP_ID_NOT_FOUND);
            return;
        }
        ConsumerGroup consumerGroup = consumers.get(groupId);
        if ((group != null && !(group.state() instanceof Empty))
                || (consumerGroup != null && consumerGroup.state().size() > 0)) {
            answer.give(ErrorCode.NON_EMPTY_GROUP);
            return;
        }
        List<GroupRecord> removals = new ArrayList<>(removalOf(consumerGroup));
        if (stored != null) {
            stored.offsets()
                    .forEach(
                            (topic, partition, _) ->
                                    removals.add(new OffsetRemoved(groupId, topic, partition)));
            if (stored.generation() != null) {
                removals.add(new GroupRemoved(groupId));
            }
        }
        if (removals.isEmpty()) {
            bury(group);
            bury(consumerGroup);
            answer.give(ErrorCode.NONE);
            return;
        }
        runtime.write(
                groupId,
                removals,
                error -> {
                    if (error == ErrorCode.NONE) {
                        bury(group);
                        bury(consumerGroup);
                        answer.give(ErrorCode.NONE);
                    } else {
                        answer.fail(AppendErrors.forMembership(error));
                    }
                });
    }

    /** Ends an empty group of which nothing is left. */
    void bury(@Nullable Group group) {
        if (group != null && group.state() instanceof Empty empty) {
            group.die(empty);
            groups.remove(group.id(), group);
        }
    }

    private void bury(@Nullable ConsumerGroup group) {
        if (group != null) {
            consumers.bury(group);
        }
    }

    private static List<GroupRecord> removalOf(@Nullable ConsumerGroup group) {
        return group == null ? List.of() : Conversion.removal(group).records();
    }

    private static Set<String> subscribedAsConsumers(@Nullable StoredGroup stored) {
        ConsumerGroupState state = stored == null ? null : stored.consumers();
        return state == null ? Set.of() : Subscriptions.of(state);
    }

    /** The same for a consumer group. */
    private void tidy(ConsumerGroup group) {
        StoredGroup stored = durable.get(group.id());
        if (stored == null) {
            bury(group);
            return;
        }
        List<GroupRecord> removals =
                new ArrayList<>(expiry.due(group.id(), stored, group.state(), runtime.wallMs()));
        boolean keepsNothing =
                group.state().size() == 0
                        && stored.openTransactions().isEmpty()
                        && removals.size() == stored.offsets().size();
        if (keepsNothing) {
            removals.addAll(removalOf(group));
        }
        if (!removals.isEmpty()) {
            runtime.write(
                    group.id(),
                    removals,
                    error -> {
                        // What could not be removed is still there the next time.
                        if (error == ErrorCode.NONE && keepsNothing) {
                            bury(group);
                        }
                    });
        }
    }

    /** Removes what has expired, and the group itself if nothing of it is left. */
    void tidy(String groupId) {
        ConsumerGroup consumerGroup = consumers.get(groupId);
        if (consumerGroup != null) {
            tidy(consumerGroup);
            return;
        }
        StoredGroup stored = durable.get(groupId);
        Group group = groups.get(groupId);
        List<GroupRecord> removals =
                stored == null
                        ? new ArrayList<>()
                        : expiry.due(groupId, stored, group, runtime.wallMs());
        boolean keepsNothing =
                stored == null
                        || (stored.openTransactions().isEmpty()
                                && removals.size() == stored.offsets().size());
        boolean unused = group == null || (group.state() instanceof Empty && !group.hasPending());
        if (unused && keepsNothing && stored != null && stored.generation() != null) {
            removals.add(new GroupRemoved(groupId));
        }
        if (!removals.isEmpty()) {
            runtime.write(
                    groupId,
                    removals,
                    error -> {
                        // What could not be removed is still there the next time.
                        if (error == ErrorCode.NONE && unused && keepsNothing) {
                            bury(group);
                        }
                    });
        } else if (unused && keepsNothing) {
            bury(group);
        } else if (group != null && isVacancyUnstored(group, stored)) {
            rebalance.storeVacancy(group);
        }
    }

    private static boolean isVacancyUnstored(Group group, @Nullable StoredGroup stored) {
        if (!(group.state() instanceof Empty) || group.generation() == 0) {
            return false;
        }
        StoredGeneration generation = stored == null ? null : stored.generation();
        return generation == null || generation.generation() != group.generation();
    }
}
