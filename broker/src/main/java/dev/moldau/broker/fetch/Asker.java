package dev.moldau.broker.fetch;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.Partition;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.storage.LogView;
import dev.moldau.storage.ReadBound;

/** Who fetches: that decides where it may read, how far it sees, and what is news to it. */
sealed interface Asker {

    /** How far it sees. */
    ReadBound bound();

    /** Whether it may read that partition here. */
    ErrorCode check(Partition partition, int knownEpoch);

    /** What to say about an offset that is in the log; none if it may be read or waited at. */
    ErrorCode checkOffset(Partition partition, LogView view, long offset);

    /** Whether an answer without records is to be sent at once all the same. */
    boolean isNews(FetchTarget target, long highWatermark, long logStartOffset);

    /** Whether the answer may name another broker to read from, without records (KIP-392). */
    boolean mayBeSentElsewhere();

    /** Who sent that request. */
    static Asker of(RequestContext context, FetchRequest request, ClusterImage image) {
        int followerId = request.followerId();
        if (followerId < 0) {
            return new Consumer(
                    request.isolationLevel() == 0
                            ? ReadBound.HIGH_WATERMARK
                            : ReadBound.LAST_STABLE_OFFSET,
                    context.apiVersion() >= Consumer.FIRST_VERSION_WITH_RACK,
                    request.rackId());
        }
        long epoch = request.replicaState().replicaEpoch();
        BrokerRegistration known = image.brokers().get(followerId);
        boolean overtaken = known != null && epoch >= 0 && epoch < known.epoch();
        return new Follower(followerId, epoch, overtaken);
    }

    /**
     * A client.
     *
     * @param bound how far it sees
     * @param knowsFollowers whether its version may read from followers, and knows what they say
     *     (KIP-392)
     * @param rack where it is, empty if it does not tell
     */
    record Consumer(ReadBound bound, boolean knowsFollowers, String rack) implements Asker {

        private static final int FIRST_VERSION_WITH_RACK = 11;

        @Override
        public ErrorCode check(Partition partition, int knownEpoch) {
            return knowsFollowers
                    ? partition.checkReplica(knownEpoch)
                    : partition.checkLeader(knownEpoch);
        }

        /**
         * Behind the high watermark of a follower, and of a leader that does not know yet what is
         * committed, there may be records that others have read already.
         */
        @Override
        public ErrorCode checkOffset(Partition partition, LogView view, long offset) {
            boolean unknown = !partition.leadership().local() || !partition.knowsHighWatermark();
            return knowsFollowers && unknown && offset > view.highWatermark()
                    ? ErrorCode.OFFSET_NOT_AVAILABLE
                    : ErrorCode.NONE;
        }

        @Override
        public boolean isNews(FetchTarget target, long highWatermark, long logStartOffset) {
            return false;
        }

        @Override
        public boolean mayBeSentElsewhere() {
            return !rack.isEmpty();
        }
    }

    /**
     * A broker that has the partition too.
     *
     * @param id the broker
     * @param epoch which of its registrations it is, -1 if it does not tell
     * @param overtaken whether it has been started anew since
     */
    record Follower(int id, long epoch, boolean overtaken) implements Asker {

        @Override
        public ReadBound bound() {
            return ReadBound.LOG_END;
        }

        @Override
        public ErrorCode check(Partition partition, int knownEpoch) {
            ErrorCode refused = partition.checkLeader(knownEpoch);
            if (refused != ErrorCode.NONE) {
                return refused;
            }
            boolean has = partition.leadership().replicas().contains(id);
            return has && !overtaken ? ErrorCode.NONE : ErrorCode.NOT_LEADER_OR_FOLLOWER;
        }

        @Override
        public ErrorCode checkOffset(Partition partition, LogView view, long offset) {
            return ErrorCode.NONE;
        }

        /**
         * So that what is committed here is known there without delay (KIP-1166), and what is given
         * up: whoever deletes records waits for that.
         */
        @Override
        public boolean isNews(FetchTarget target, long highWatermark, long logStartOffset) {
            FetchTarget.Told told = target.told();
            return target.asked().highWatermark() < highWatermark
                    || (!told.isNothing() && told.logStartOffset() < logStartOffset);
        }

        @Override
        public boolean mayBeSentElsewhere() {
            return false;
        }
    }

    /** Whether what was found is to be answered at once, though it may bring no records. */
    default boolean isNews(FetchResult result) {
        FetchResponse.Partition found = result.found();
        return result.hasError()
                || found.divergingEpoch().epoch() >= 0
                || found.preferredReadReplica() >= 0
                || isNews(result.target(), found.highWatermark(), found.logStartOffset());
    }
}
