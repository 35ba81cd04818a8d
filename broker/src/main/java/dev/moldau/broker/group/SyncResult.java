package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A member's assignment.
 *
 * @param error why there is none, or none
 * @param protocolType what the group is for, if there is an assignment
 * @param protocolName the assignor, if there is an assignment
 * @param assignment opaque to the coordinator; not to be moved
 */
public record SyncResult(
        ErrorCode error,
        @Nullable String protocolType,
        @Nullable String protocolName,
        ByteBuffer assignment) {

    /** No assignment. */
    static SyncResult failed(ErrorCode error) {
        return new SyncResult(error, null, null, Member.NO_BYTES);
    }
}
