package dev.moldau.client.consumer.group;

import dev.moldau.client.consumer.assign.PartitionAssignor;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a member keeps to.
 *
 * @param groupId {@code group.id}
 * @param instanceId {@code group.instance.id}; null for a dynamic member
 * @param protocol {@code group.protocol}
 * @param remoteAssignor {@code group.remote.assignor}; null leaves it to the broker
 * @param rack {@code client.rack}; empty for none
 * @param sessionTimeoutMs {@code session.timeout.ms}
 * @param heartbeatMs {@code heartbeat.interval.ms}
 * @param maxPollMs {@code max.poll.interval.ms}, which the others wait for at a rebalance too
 * @param assignors {@code partition.assignment.strategy}
 * @param autoCommitMs {@code auto.commit.interval.ms}; negative if offsets are not committed by
 *     themselves
 * @param requestTimeoutMs {@code request.timeout.ms}
 * @param retryBackoffMs {@code retry.backoff.ms}
 * @param retryBackoffMaxMs {@code retry.backoff.max.ms}
 * @param metadataMaxAgeMs {@code metadata.max.age.ms}: how often topics are matched with a pattern
 * @param excludeInternal {@code exclude.internal.topics}
 */
public record GroupSettings(
        String groupId,
        @Nullable String instanceId,
        GroupProtocol protocol,
        @Nullable String remoteAssignor,
        String rack,
        int sessionTimeoutMs,
        int heartbeatMs,
        int maxPollMs,
        List<PartitionAssignor> assignors,
        int autoCommitMs,
        int requestTimeoutMs,
        long retryBackoffMs,
        long retryBackoffMaxMs,
        long metadataMaxAgeMs,
        boolean excludeInternal) {

    /**
     * Checks what makes no sense together.
     *
     * @throws IllegalArgumentException naming the setting
     */
    public GroupSettings {
        Objects.requireNonNull(groupId, "groupId");
        Objects.requireNonNull(protocol, "protocol");
        assignors = List.copyOf(assignors);
        if (heartbeatMs < 1 || heartbeatMs >= sessionTimeoutMs) {
            throw new IllegalArgumentException(
                    "heartbeat.interval.ms="
                            + heartbeatMs
                            + " must be at least 1 and less than session.timeout.ms="
                            + sessionTimeoutMs);
        }
    }

    /** Whether offsets are committed by themselves. */
    public boolean autoCommits() {
        return autoCommitMs >= 0;
    }

    /** Members keep what they have at a rebalance only if all assignors they may use allow it. */
    boolean cooperative() {
        return assignors.stream().allMatch(PartitionAssignor::cooperative);
    }

    /** How long the answer to a JoinGroup may take: as long as others may take to come. */
    int joinTimeoutMs() {
        int slackMs = 5_000;
        return (int)
                Math.min(Integer.MAX_VALUE, Math.max(requestTimeoutMs, (long) maxPollMs + slackMs));
    }
}
