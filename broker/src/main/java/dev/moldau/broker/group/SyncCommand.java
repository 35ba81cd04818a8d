package dev.moldau.broker.group;

import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A member asks for its assignment; the leader brings everybody's.
 *
 * @param groupId the group
 * @param memberId who asks
 * @param instanceId its static name, if it has one
 * @param generation the generation it joined
 * @param protocolType what the member takes the group for, if it says so
 * @param protocolName the assignor that the member was told of, if it says so
 * @param assignments by member id; from the leader only; on the heap
 */
public record SyncCommand(
        String groupId,
        String memberId,
        @Nullable String instanceId,
        int generation,
        @Nullable String protocolType,
        @Nullable String protocolName,
        Map<String, ByteBuffer> assignments) {

    /** Takes a copy of the map. */
    public SyncCommand {
        assignments = Map.copyOf(assignments);
    }
}
