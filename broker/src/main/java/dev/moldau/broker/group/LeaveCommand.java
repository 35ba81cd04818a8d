package dev.moldau.broker.group;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Members go, or an administrator removes them.
 *
 * @param groupId the group
 * @param members who
 */
public record LeaveCommand(String groupId, List<Leaving> members) {

    /** Takes a copy of the list. */
    public LeaveCommand {
        members = List.copyOf(members);
    }

    /**
     * One that goes.
     *
     * @param memberId its id; empty to name a static member by its instance alone
     * @param instanceId its static name, if it has one
     * @param reason why, in the client's words (KIP-800)
     */
    public record Leaving(String memberId, @Nullable String instanceId, @Nullable String reason) {}
}
