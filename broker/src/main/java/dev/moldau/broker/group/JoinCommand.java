package dev.moldau.broker.group;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A consumer wants to be a member of a group's next generation.
 *
 * @param groupId the group
 * @param memberId who asks; empty for one that has no id yet
 * @param instanceId the name that a static member keeps across restarts (KIP-345)
 * @param clientId what the client calls itself
 * @param clientHost where it called from, as {@code /10.0.0.7}
 * @param sessionTimeoutMs how long the coordinator does without hearing from the member
 * @param rebalanceTimeoutMs how long a generation waits for the member to join again
 * @param protocolType what the group is for: {@code consumer}, {@code connect}
 * @param protocols what the member can do, most wanted first
 * @param memberIdRequired whether a dynamic member is sent back to ask with an id (KIP-394)
 * @param canSkipAssignment whether a leader can be told not to assign (KIP-814)
 * @param reason why the client joins, in its own words (KIP-800)
 */
public record JoinCommand(
        String groupId,
        String memberId,
        @Nullable String instanceId,
        String clientId,
        String clientHost,
        int sessionTimeoutMs,
        int rebalanceTimeoutMs,
        String protocolType,
        List<Protocol> protocols,
        boolean memberIdRequired,
        boolean canSkipAssignment,
        @Nullable String reason) {

    /** Takes copies of the lists. */
    public JoinCommand {
        protocols = List.copyOf(protocols);
    }
}
