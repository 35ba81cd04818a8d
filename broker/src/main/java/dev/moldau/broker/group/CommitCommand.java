package dev.moldau.broker.group;

import dev.moldau.common.Uuid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Offsets to keep for a group.
 *
 * @param groupId the group
 * @param memberId who commits; empty for one that is no member
 * @param instanceId its static name, if it has one
 * @param generation the generation it is in; -1 for one that is no member
 * @param retentionMs how long the offsets stay whatever the group does, in milliseconds; -1 for as
 *     long as the broker says
 * @param offsets one entry per partition
 */
public record CommitCommand(
        String groupId,
        String memberId,
        @Nullable String instanceId,
        int generation,
        long retentionMs,
        List<Entry> offsets) {

    /** Takes a copy of the list. */
    public CommitCommand {
        offsets = List.copyOf(offsets);
    }

    /**
     * An offset of a partition that exists.
     *
     * @param topic the topic's name
     * @param topicId the topic's identity; {@link Uuid#ZERO} if it has none
     * @param partition the partition's index
     * @param offset the next offset to consume
     * @param leaderEpoch the epoch of the last record consumed, -1 if unknown (KIP-320)
     * @param metadata what the client wants to keep with it
     * @param commitTimestampMs when it was committed, in epoch ms; -1 for now
     */
    public record Entry(
            String topic,
            Uuid topicId,
            int partition,
            long offset,
            int leaderEpoch,
            String metadata,
            long commitTimestampMs) {}
}
