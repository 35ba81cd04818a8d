package dev.moldau.broker.replication;

import dev.moldau.storage.EpochEnd;
import java.nio.ByteBuffer;

/** What an answer of the leader asks of one follower's log. */
sealed interface Step {

    /** Does it, on the log's lane. */
    FollowResult apply(FollowedLog log, int leaderEpoch);

    /** There may be records, and the marks may have moved. */
    record Replicate(ByteBuffer records, long highWatermark, long logStart) implements Step {
        @Override
        public FollowResult apply(FollowedLog log, int leaderEpoch) {
            return log.replicate(leaderEpoch, records, highWatermark, logStart);
        }
    }

    /** The leader does not have the log's end. */
    record Truncate(EpochEnd leaders) implements Step {
        @Override
        public FollowResult apply(FollowedLog log, int leaderEpoch) {
            return log.truncate(leaderEpoch, leaders);
        }
    }

    /** The leader has given up what would come next. */
    record StartOver(long logStart) implements Step {
        @Override
        public FollowResult apply(FollowedLog log, int leaderEpoch) {
            return log.startOver(leaderEpoch, logStart);
        }
    }
}
