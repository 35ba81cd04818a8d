package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Where fetching from one partition stands. Owned by the loop. */
final class PartitionFetch {

    private static final int LEADER = -1;

    /** What is done about a partition now. */
    enum Stage {
        /** It is found out where to begin. */
        PLACING,
        /** A new leader is asked whether it has what was read. */
        CHECKING,
        /** Records are fetched, as there is room for them. */
        FETCHING,
        /** The application was told of a trouble and has to act. */
        STOPPED
    }

    final TopicPartition partition;

    /** The version that it began with. */
    final int firstVersion;

    /** Which of the application's places it is about; what belongs to an older one is stale. */
    int version;

    Stage stage = Stage.PLACING;

    /** Where the next fetch begins; null while it is not known. */
    @Nullable Place next;

    /** What the application has not taken yet, in bytes. */
    int bufferedBytes;

    boolean paused;

    /** The leader epoch for which it is known that the log was not cut. */
    int checkedEpoch = Place.NO_EPOCH;

    private int failures;
    private long notBeforeMs = Long.MIN_VALUE;
    private long emptyUntilMs = Long.MIN_VALUE;
    private int replica = LEADER;
    private long replicaUntilMs;

    PartitionFetch(TopicPartition partition, int version) {
        this.partition = partition;
        this.firstVersion = version;
        this.version = version;
    }

    /** Fetching goes on here. */
    void goOnAt(Place place) {
        next = place;
        stage = Stage.FETCHING;
        emptyUntilMs = Long.MIN_VALUE;
    }

    /** Whether records are wanted, if there is room for them. */
    boolean isWanted() {
        return stage == Stage.FETCHING && !paused;
    }

    /** A fetch that did not wait brought nothing: there is no hurry to ask again. */
    void foundEmpty(long untilMs) {
        emptyUntilMs = untilMs;
    }

    /** Until when it need not be asked for on its own. */
    long emptyUntilMs() {
        return emptyUntilMs;
    }

    long notBeforeMs() {
        return notBeforeMs;
    }

    /** A fetch failed: there is a pause before the next. */
    void failed(FetchContext context) {
        failures++;
        notBeforeMs = context.nowMs() + context.backoff().afterMs(failures);
        replica = LEADER;
    }

    void succeeded() {
        failures = 0;
        notBeforeMs = Long.MIN_VALUE;
    }

    /** The leader named a replica that is nearer. */
    void preferReplica(int id, long untilMs) {
        replica = id;
        replicaUntilMs = untilMs;
    }

    /** Whether it was read from another replica than the leader; not from now on. */
    boolean leaveReplica() {
        boolean was = replica != LEADER;
        replica = LEADER;
        return was;
    }

    /** The same, if it was read from this broker. */
    void leaveReplica(Node broker) {
        if (replica == broker.id()) {
            replica = LEADER;
        }
    }

    /**
     * Whom to fetch from: the replica that the leader named, while it is there, else the leader.
     */
    @Nullable Node source(FetchContext context) {
        ClusterView view = context.metadata().view();
        if (replica != LEADER && context.nowMs() < replicaUntilMs) {
            Node near = view.brokers().get(replica);
            if (near != null) {
                context.metadata().use(partition.topic());
                return near;
            }
        }
        replica = LEADER;
        return context.leader(partition);
    }
}
