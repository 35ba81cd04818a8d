package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who went.
 *
 * @param error why the command as a whole failed, or none
 * @param members the outcome for each that was named, in that order
 */
public record LeaveResult(ErrorCode error, List<Left> members) {

    /** The outcome for one member. */
    public record Left(String memberId, @Nullable String instanceId, ErrorCode error) {}

    /** Nobody went. */
    static LeaveResult failed(ErrorCode error) {
        return new LeaveResult(error, List.of());
    }
}
