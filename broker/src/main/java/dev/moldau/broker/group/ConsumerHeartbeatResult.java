package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What a member of a consumer group learns.
 *
 * @param error why the heartbeat was refused, or none
 * @param message the same in words; null if there is nothing to add
 * @param memberId the member's id; null if it was refused
 * @param memberEpoch the epoch that it has now
 * @param heartbeatIntervalMs when it is to be heard from again, in milliseconds
 * @param assignment what it shall own now; null for as before
 */
public record ConsumerHeartbeatResult(
        ErrorCode error,
        @Nullable String message,
        @Nullable String memberId,
        int memberEpoch,
        int heartbeatIntervalMs,
        @Nullable PartitionSet assignment) {

    /** It was refused. */
    static ConsumerHeartbeatResult failed(ErrorCode error) {
        return failed(error, null);
    }

    /** It was refused, for that reason. */
    public static ConsumerHeartbeatResult failed(ErrorCode error, @Nullable String message) {
        return new ConsumerHeartbeatResult(error, message, null, 0, 0, null);
    }

    /** The member is gone. */
    static ConsumerHeartbeatResult left(String memberId, int memberEpoch) {
        return new ConsumerHeartbeatResult(ErrorCode.NONE, null, memberId, memberEpoch, 0, null);
    }
}
