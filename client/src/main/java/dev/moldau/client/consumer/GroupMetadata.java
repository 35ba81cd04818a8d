package dev.moldau.client.consumer;

import java.util.Optional;

/**
 * As whom the consumer speaks to its group, for a transaction that commits its offsets.
 *
 * @param groupId the group
 * @param generation the generation, or the member's epoch; -1 while it is no member
 * @param memberId empty while it is no member
 * @param instanceId the name of a static member
 */
public record GroupMetadata(
        String groupId, int generation, String memberId, Optional<String> instanceId) {}
