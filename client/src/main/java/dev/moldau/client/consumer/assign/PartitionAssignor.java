package dev.moldau.client.consumer.assign;

import dev.moldau.common.TopicPartition;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shares the partitions of a group's topics out among its members. All calls come from the client's
 * loop, one at a time, and must be quick. A class of your own is named in {@code
 * partition.assignment.strategy} and needs a public constructor without parameters.
 */
public interface PartitionAssignor {

    /**
     * A member of the group.
     *
     * @param topics what it subscribes to
     * @param owned the partitions that it says it has
     * @param generation in which it got them; -1 if it does not say
     * @param instanceId the name of a static member; null for others
     * @param userData what {@link #userData} of its assignor said; null for nothing
     */
    record Member(
            Set<String> topics,
            List<TopicPartition> owned,
            int generation,
            @Nullable String instanceId,
            @Nullable ByteBuffer userData) {

        /** Copies the collections. */
        public Member {
            topics = Set.copyOf(topics);
            owned = List.copyOf(owned);
        }
    }

    /** What it is called among the members, who must all know it. */
    String name();

    /**
     * Whether members keep what they have while the group rebalances, and give up only what moves;
     * such an assignor gives nobody what another member still has.
     */
    default boolean cooperative() {
        return false;
    }

    /** What it wants to tell the one that computes, beside the subscription; null for nothing. */
    default @Nullable ByteBuffer userData() {
        return null;
    }

    /** What its member got, for later. */
    default void assigned(Collection<TopicPartition> partitions, int generation) {
        Objects.requireNonNull(partitions, "partitions");
    }

    /**
     * Shares out.
     *
     * @param partitionCounts how many partitions each topic has; topics that do not exist are
     *     missing
     * @param members by their ids
     * @return the partitions of every member, without any partition twice
     */
    Map<String, List<TopicPartition>> assign(
            Map<String, Integer> partitionCounts, Map<String, Member> members);
}
