package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A member of a consumer group joins, is alive or leaves (KIP-848); null says "as before".
 *
 * @param groupId the group
 * @param memberId who; empty for one that joins and has no id yet
 * @param memberEpoch the epoch that it was told; 0 to join, -1 to leave, -2 to leave for a while
 * @param instanceId the name that a static member keeps across restarts
 * @param rackId where it runs
 * @param clientId what the client calls itself
 * @param clientHost where it called from
 * @param rebalanceTimeoutMs how long it may take to give partitions up; -1 for as before
 * @param topics the topics that it wants
 * @param regex the regular expression for more topics; empty for none from now on
 * @param assignor the assignor that it prefers
 * @param owned the partitions that it has
 */
public record ConsumerHeartbeatCommand(
        String groupId,
        String memberId,
        int memberEpoch,
        @Nullable String instanceId,
        @Nullable String rackId,
        String clientId,
        String clientHost,
        int rebalanceTimeoutMs,
        @Nullable Set<String> topics,
        @Nullable String regex,
        @Nullable String assignor,
        @Nullable PartitionSet owned) {

    /** Why nobody can mean this, in words. */
    Optional<String> problem() {
        if (groupId.isBlank()) {
            return Optional.of("The group id is empty.");
        }
        if (memberId.isEmpty() && !joins()) {
            return Optional.of("Only a member that joins can be without an id.");
        }
        if (isEmpty(instanceId) || isEmpty(rackId)) {
            return Optional.of("Instance id and rack are null or have a name in them.");
        }
        if (memberEpoch < CurrentAssignment.AWAY) {
            return Optional.of("There is no member epoch " + memberEpoch + ".");
        }
        if (memberEpoch == CurrentAssignment.AWAY && instanceId == null) {
            return Optional.of("Only a static member can leave for a while (epoch -2).");
        }
        if (rebalanceTimeoutMs < -1) {
            return Optional.of("The rebalance timeout is " + rebalanceTimeoutMs + " ms.");
        }
        if (joins() && !isWhole()) {
            return Optional.of(
                    "A member that joins says its rebalance timeout, its subscription and what it"
                            + " owns.");
        }
        return Optional.empty();
    }

    private static boolean isEmpty(@Nullable String text) {
        return text != null && text.isEmpty();
    }

    /** The same from a member that has been given an id. */
    ConsumerHeartbeatCommand withMemberId(String newMemberId) {
        return new ConsumerHeartbeatCommand(
                groupId,
                newMemberId,
                memberEpoch,
                instanceId,
                rackId,
                clientId,
                clientHost,
                rebalanceTimeoutMs,
                topics,
                regex,
                assignor,
                owned);
    }

    boolean joins() {
        return memberEpoch == CurrentAssignment.JOINING;
    }

    boolean leaves() {
        return memberEpoch < CurrentAssignment.JOINING;
    }

    /** Whether it says everything, as after a lost connection; then it is told everything. */
    boolean isWhole() {
        return rebalanceTimeoutMs != -1 && owned != null && (topics != null || regex != null);
    }
}
