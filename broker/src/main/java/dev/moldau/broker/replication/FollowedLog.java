package dev.moldau.broker.replication;

import dev.moldau.common.Lane;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.storage.EpochEnd;
import dev.moldau.storage.LogView;
import java.nio.ByteBuffer;

/**
 * A partition of this broker that another broker leads, as replication sees it.
 *
 * <p>The three methods that change the log are called on its lane. They count only while the
 * partition follows a leader in the epoch that is given, so that what a former leader sent late
 * changes nothing. None of them throws: a bug takes this partition out of service and is told as
 * {@link FollowResult.Over}.
 */
public interface FollowedLog {

    /** The topic's name and the partition's index. */
    TopicPartition name();

    /** The topic's identity. */
    Uuid topicId();

    /** The owner of the log. */
    Lane lane();

    /** The log as of the last change; any thread. */
    LogView view();

    /**
     * Appends what the leader sent, if all of it is sound, then moves the marks to where the
     * leader's are.
     *
     * @param leaderEpoch the epoch in which it was asked for
     * @param records from the log's end on, with the leader's offsets and epochs; may be empty, and
     *     a last batch may be cut off; borrowed until this returns
     * @param leaderHighWatermark the leader's high watermark; this log's is the lower one of it and
     *     of the own end
     * @param leaderLogStart where the leader's log starts; what lies below it goes here too
     */
    FollowResult replicate(
            int leaderEpoch, ByteBuffer records, long leaderHighWatermark, long leaderLogStart);

    /**
     * Drops what the leader does not have (KIP-595).
     *
     * @param leaderEpoch the epoch in which it was asked for
     * @param leaders the largest epoch of the leader's log that is not above the last one of this
     *     log, and where it ends there
     */
    FollowResult truncate(int leaderEpoch, EpochEnd leaders);

    /**
     * Drops everything, and goes on where the leader's log starts.
     *
     * @param leaderEpoch the epoch in which it was asked for
     * @param leaderLogStart the offset
     */
    FollowResult startOver(int leaderEpoch, long leaderLogStart);
}
