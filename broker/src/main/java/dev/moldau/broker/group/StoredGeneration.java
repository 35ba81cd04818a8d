package dev.moldau.broker.group;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A generation as the log keeps it: what a restarted coordinator knows of the group.
 *
 * @param protocolType what the group is for
 * @param generation its number
 * @param protocolName the assignor; null if nobody is in it
 * @param leaderId who assigned; null if nobody is in it
 * @param stateTimestampMs when the group came into this state, in epoch ms; -1 in old records
 * @param members who is in it
 */
record StoredGeneration(
        String protocolType,
        int generation,
        @Nullable String protocolName,
        @Nullable String leaderId,
        long stateTimestampMs,
        List<StoredGeneration.Member> members) {

    /** Takes a copy of the list. */
    StoredGeneration {
        members = List.copyOf(members);
    }

    /** A member with what it asked for and what it was given. */
    record Member(
            String memberId,
            @Nullable String instanceId,
            String clientId,
            String clientHost,
            int rebalanceTimeoutMs,
            int sessionTimeoutMs,
            ByteBuffer subscription,
            ByteBuffer assignment) {}
}
