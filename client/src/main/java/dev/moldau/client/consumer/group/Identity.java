package dev.moldau.client.consumer.group;

import org.jspecify.annotations.Nullable;

/**
 * As whom a consumer speaks to its group's coordinator.
 *
 * @param groupId the group
 * @param generation the generation, or the member's epoch; -1 outside of the group
 * @param memberId empty outside of the group
 * @param instanceId the name of a static member; null for others
 */
public record Identity(
        String groupId, int generation, String memberId, @Nullable String instanceId) {

    /** Stands for "no generation". */
    public static final int NO_GENERATION = -1;

    /** One that is no member. */
    public static Identity outside(String groupId) {
        return new Identity(groupId, NO_GENERATION, "", null);
    }

    /** Whether it is a member's. */
    public boolean isMember() {
        return generation != NO_GENERATION;
    }
}
