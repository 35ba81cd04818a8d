package dev.moldau.broker.partition;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.EpochEnd;
import dev.moldau.storage.LogView;
import java.nio.ByteBuffer;

/**
 * What a follower does to its log as the leader's answers tell it. Only on the partition's lane;
 * several steps for several partitions of a lane may be one command.
 *
 * <p>Each step names the leader epoch in which the leader answered, and does nothing if this broker
 * does not follow in that epoch any more: {@code FENCED_LEADER_EPOCH} if it is another, {@code
 * UNKNOWN_LEADER_EPOCH} if this broker has not heard of it yet, {@code NOT_LEADER_OR_FOLLOWER} if
 * this broker leads. {@code KAFKA_STORAGE_ERROR} means that the disk failed; {@link
 * Partition#outOfService} tells whether for good.
 */
public final class FollowerLog {

    private final Partition partition;

    /**
     * @param partition the partition that follows
     */
    public FollowerLog(Partition partition) {
        this.partition = partition;
    }

    /** Its log: where to fetch from is its end, the last epoch is its leader epoch. Any thread. */
    public LogView view() {
        return partition.view();
    }

    /**
     * Appends what the leader sent, with its offsets and epochs, and moves the high watermark and
     * the log's start after the leader's.
     *
     * @param records whole batches that begin at this log's end or above, maybe none, writable; a
     *     last one that is cut off is left out
     * @param leaderHighWatermark the leader's high watermark
     * @param leaderLogStart where the leader's log begins
     * @return the offsets; or an error as above, or {@code CORRUPT_MESSAGE} if the records are
     *     damaged or begin below the log's end
     */
    public AppendResult replicate(
            int leaderEpoch, ByteBuffer records, long leaderHighWatermark, long leaderLogStart) {
        return partition.follow(
                leaderEpoch,
                following -> following.replicate(records, leaderHighWatermark, leaderLogStart));
    }

    /**
     * Drops what the leader does not have, as the answer to a fetch said that the logs differ.
     *
     * @param leaders the diverging epoch of the answer, and where it ends in the leader's log
     * @return an error as above, or none
     */
    public ErrorCode truncate(int leaderEpoch, EpochEnd leaders) {
        return partition.follow(leaderEpoch, following -> following.truncate(leaders)).error();
    }

    /**
     * Drops everything and goes on at an offset, because the leader's log begins above the end of
     * this one.
     *
     * @return an error as above, or none
     */
    public ErrorCode startOverAt(int leaderEpoch, long offset) {
        return partition.follow(leaderEpoch, following -> following.startOverAt(offset)).error();
    }
}
