package dev.moldau.broker.replication;

import dev.moldau.broker.partition.AppendResult;
import dev.moldau.broker.partition.FollowerLog;
import dev.moldau.broker.partition.Partition;
import dev.moldau.common.Lane;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.EpochEnd;
import dev.moldau.storage.LogView;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A partition of this broker as replication sees it. What comes from the leader is checked before
 * the partition hears of it.
 *
 * <p>Immutable but for its check, which belongs to the partition's lane.
 */
public final class FollowedPartition implements FollowedLog {

    private final Partition partition;
    private final FollowerLog log;
    private final RecordsCheck check = new RecordsCheck();

    /**
     * @param partition whose lane knows whom it follows
     */
    public FollowedPartition(Partition partition) {
        this.partition = partition;
        this.log = new FollowerLog(partition);
    }

    @Override
    public TopicPartition name() {
        return partition.name();
    }

    @Override
    public Uuid topicId() {
        return partition.topicId();
    }

    @Override
    public Lane lane() {
        return partition.lane();
    }

    @Override
    public LogView view() {
        return partition.view();
    }

    @Override
    public FollowResult replicate(
            int leaderEpoch, ByteBuffer records, long leaderHighWatermark, long leaderLogStart) {
        String fault = check.fault(records, leaderEpoch);
        if (fault != null) {
            return new FollowResult.Corrupt(fault);
        }
        AppendResult result =
                log.replicate(leaderEpoch, records, leaderHighWatermark, leaderLogStart);
        return result(result.error(), result.message());
    }

    @Override
    public FollowResult truncate(int leaderEpoch, EpochEnd leaders) {
        return result(log.truncate(leaderEpoch, leaders), null);
    }

    @Override
    public FollowResult startOver(int leaderEpoch, long leaderLogStart) {
        return result(log.startOverAt(leaderEpoch, leaderLogStart), null);
    }

    private FollowResult result(ErrorCode error, @Nullable String message) {
        String detail = message == null ? error.toString() : error + ": " + message;
        return switch (error) {
            case NONE -> FollowResult.DONE;
            case FENCED_LEADER_EPOCH, UNKNOWN_LEADER_EPOCH, NOT_LEADER_OR_FOLLOWER ->
                    new FollowResult.Stale(detail);
            case CORRUPT_MESSAGE -> new FollowResult.Corrupt(detail);
            default ->
                    partition
                            .outOfService()
                            .<FollowResult>map(FollowResult.Over::new)
                            .orElseGet(() -> new FollowResult.Failed(detail));
        };
    }

    /** Equal if it is the same partition object: one that was opened anew is another one. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FollowedPartition that && that.partition.equals(partition);
    }

    @Override
    public int hashCode() {
        return partition.hashCode();
    }
}
