package dev.moldau.broker.fetch;

import dev.moldau.broker.partition.FollowerFetch;
import dev.moldau.broker.partition.Partition;
import dev.moldau.common.Lane;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells partitions how far a follower is, as its fetch shows: one command for each lane.
 *
 * <p>Only what the request names is told, and what was answered with an error before. All else that
 * a session remembers has not changed since it was told, so that a follower that waits at the ends
 * of its logs costs the lanes nothing; but for one that was registered anew, which tells all again.
 */
final class FollowerProgress {

    private static final Logger LOG = LoggerFactory.getLogger(FollowerProgress.class);

    private FollowerProgress() {}

    /** The partitions of one lane. */
    private record Share(Lane lane, List<Runnable> news) implements Runnable {

        @Override
        public void run() {
            news.forEach(Runnable::run);
        }
    }

    /**
     * Tells it.
     *
     * @return what does not count yet: this broker does not lead those partitions in that epoch, as
     *     far as it knows, and may do so a moment later
     */
    static List<FetchTarget> tell(
            FetchReader reader, Asker.Follower follower, List<FetchTarget> progress) {
        List<Share> shares = new ArrayList<>(1);
        List<FetchTarget> early = new ArrayList<>(0);
        for (FetchTarget target : progress) {
            Partition partition = reader.find(target);
            FetchRequest.Partition asked = target.asked();
            // Without an epoch it cannot be told whether the follower means this leader.
            if (asked.currentLeaderEpoch() < 0) {
                continue;
            }
            if (partition == null
                    || follower.check(partition, asked.currentLeaderEpoch()) != ErrorCode.NONE) {
                early.add(target);
            } else {
                FollowerFetch fetch =
                        new FollowerFetch(
                                follower.id(),
                                follower.epoch(),
                                asked.currentLeaderEpoch(),
                                asked.fetchOffset(),
                                asked.lastFetchedEpoch(),
                                asked.logStartOffset());
                shareOf(partition.lane(), shares).news.add(() -> partition.followerFetched(fetch));
            }
        }
        shares.forEach(FollowerProgress::send);
        return early;
    }

    private static Share shareOf(Lane lane, List<Share> shares) {
        for (Share share : shares) {
            if (share.lane.equals(lane)) {
                return share;
            }
        }
        Share share = new Share(lane, new ArrayList<>());
        shares.add(share);
        return share;
    }

    private static void send(Share share) {
        try {
            share.lane.execute(share);
        } catch (RejectedExecutionException e) {
            LOG.debug("{} is closed; nobody asks for followers any more", share.lane.name(), e);
        }
    }
}
