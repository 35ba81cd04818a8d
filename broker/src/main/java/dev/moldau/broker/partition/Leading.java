package dev.moldau.broker.partition;

import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.Append;
import dev.moldau.storage.LogView;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role of the broker that leads a partition, in one leader epoch: it appends what producers
 * send, knows how far the followers are, and by that what is committed, who is in sync, and which
 * appends may be answered.
 *
 * <p>Owned by the partition's lane; others may read what is volatile. Ends when the leader or its
 * epoch changes.
 *
 * <p>Invariants: the high watermark never falls, and is nowhere above what a replica that counts as
 * in sync has shown by a fetch in this epoch; it stands still while fewer replicas are in sync than
 * {@code min.insync.replicas} (or all, if there are fewer), so that whoever was in sync when that
 * began has all that is committed (KIP-966).
 */
final class Leading implements Role {

    private static final Logger LOG = LoggerFactory.getLogger(Leading.class);

    private static final AppendResult BUG =
            AppendResult.refused(ErrorCode.UNKNOWN_SERVER_ERROR, null);

    private final PartitionLog log;
    private final Admission admission;
    private final PartitionPorts ports;
    private final InSyncReplicas inSync;
    private final WaitingAppends waiting;
    private final long servesFrom;

    private volatile Leadership leadership;

    /** Replaced when the assignment changes. */
    private volatile Followers followers;

    /** Admitted in this drain, not yet written. */
    private List<PendingAppend> staged = new ArrayList<>();

    private boolean ended;

    /**
     * Begins an epoch in the log. Those in sync get the whole time limit to come to this leader.
     *
     * @param later runs something on the lane, and looks after that what is committed
     * @param waiting appends of the epoch before, if this broker led in that too
     */
    Leading(
            PartitionLog log,
            Admission admission,
            PartitionPorts ports,
            Leadership leadership,
            Consumer<Runnable> later,
            WaitingAppends waiting) {
        this.log = log;
        this.admission = admission;
        this.ports = ports;
        this.leadership = leadership;
        this.waiting = waiting;
        this.followers = new Followers(leadership, null);
        this.inSync =
                new InSyncReplicas(
                        log.partition(),
                        log.topicId(),
                        ports,
                        leadership,
                        step -> later.accept(() -> runUnlessEnded(step)),
                        new InSyncReplicas.Leader() {
                            @Override
                            public void changed(Leadership newer) {
                                confirm(newer);
                            }

                            @Override
                            public void refused(List<Integer> joining) {
                                followers.startOver(joining::contains);
                            }

                            @Override
                            public long brokerEpochOf(int brokerId) {
                                return followers.brokerEpochOf(brokerId);
                            }
                        });
        log.beginEpoch(leadership.leaderEpoch());
        // Not where the epoch begins in the log: this broker may have led in it before it was
        // started again, and does not know what was committed then.
        this.servesFrom = log.view().logEndOffset();
        followers.trust(leadership.isr(), nowMs());
    }

    private void runUnlessEnded(Runnable step) {
        if (!ended) {
            step.run();
        }
    }

    @Override
    public Leadership leadership() {
        return leadership;
    }

    /**
     * Whether this leader knows what is committed: the high watermark has reached the end that the
     * log had when it began to lead. Any thread.
     */
    boolean knowsHighWatermark() {
        return log.view().highWatermark() >= servesFrom;
    }

    /** The in-sync followers whose logs have an offset or end there; any thread. */
    List<Integer> followersAt(long offset) {
        return followers.at(offset, leadership.isr());
    }

    /** Up to where all replicas that are there have given their logs up; any thread. */
    long lowWatermark() {
        return followers.lowWatermark(log.view().logStartOffset(), ports.electable());
    }

    /** Whether some follower is not in sync, or not at the log's end; any thread. */
    boolean waitsForFollowers() {
        return followers.anyBehind(leadership.isr(), log.view().logEndOffset());
    }

    /** Whether another state of the partition leaves this broker its leader in the same epoch. */
    boolean goesOnAs(Leadership newer) {
        return newer.local() && newer.leaderEpoch() == leadership.leaderEpoch();
    }

    /** The controller has changed something within this epoch. */
    void confirm(Leadership newer) {
        List<Integer> before = leadership.isr();
        Followers present = new Followers(newer, followers);
        present.startOver(id -> before.contains(id) && !newer.isr().contains(id));
        inSync.confirm(newer);
        ports.inSyncChanges().count(before, newer.isr());
        followers = present;
        leadership = newer;
        LOG.debug(
                "{}: in sync are {} of {} (partition epoch {})",
                log.partition(),
                newer.isr(),
                newer.replicas(),
                newer.partitionEpoch());
    }

    /**
     * An image tells who has the partition in the state that an answer has told already. Nothing
     * else is decided by that.
     */
    void assign(Leadership told) {
        inSync.assign(told);
        followers = new Followers(told, followers);
        leadership = told;
        LOG.info("{}: its replicas are {}", log.partition(), told.replicas());
    }

    /** The role ends. Whoever waits may go on waiting in the next one. */
    WaitingAppends end() {
        ended = true;
        return waiting;
    }

    /**
     * Validates records and takes them into this drain, or refuses them.
     *
     * @return whether they are the first of the drain
     */
    boolean stage(PendingAppend pending, PartitionSettings settings) {
        AppendResult refused = BUG;
        try {
            refused = admit(pending, settings);
        } finally {
            if (refused != null) {
                pending.finish(refused);
            }
        }
        return refused == null && staged.add(pending) && staged.size() == 1;
    }

    private @Nullable AppendResult admit(PendingAppend pending, PartitionSettings settings) {
        if (pending.needsAllReplicas()) {
            AppendResult tooFew =
                    tooFew(settings.minInSyncReplicas(), ErrorCode.NOT_ENOUGH_REPLICAS);
            if (tooFew != null) {
                return tooFew;
            }
        }
        int leaderEpoch = leadership.leaderEpoch();
        if (pending.isFromClient()) {
            return admission.admit(pending, settings, leaderEpoch, ports.clock().wallMs());
        }
        pending.admitted(pending.records(), leaderEpoch, AppendResult.NONE);
        return null;
    }

    /** Null if producers that ask for all replicas may go on, else what to say. */
    private @Nullable AppendResult tooFew(int minInSyncReplicas, ErrorCode error) {
        int now = leadership.isr().size();
        return now >= needed(minInSyncReplicas)
                ? null
                : AppendResult.refused(
                        error, "in sync: " + now + ", min.insync.replicas: " + minInSyncReplicas);
    }

    /** A setting for the whole cluster meets topics with fewer replicas: more there cannot be. */
    private int needed(int minInSyncReplicas) {
        return Math.min(minInSyncReplicas, leadership.replicas().size());
    }

    /**
     * Writes all that this drain has brought, and answers what need not wait.
     *
     * @throws StorageException if the log could not; whoever it concerns has been told
     */
    void writeStaged(int minInSyncReplicas) {
        if (staged.isEmpty()) {
            return;
        }
        List<PendingAppend> written = staged;
        staged = new ArrayList<>();
        List<Append> appends = new ArrayList<>(written.size());
        for (PendingAppend pending : written) {
            appends.add(pending.append());
        }
        long endBefore = log.view().logEndOffset();
        @Nullable Throwable failure = null;
        try {
            log.append(appends);
        } catch (Throwable thrown) {
            failure = thrown;
            throw thrown;
        } finally {
            if (failure == null || failure instanceof StorageException) {
                appended(endBefore, minInSyncReplicas);
            }
            long logStart = log.view().logStartOffset();
            for (PendingAppend pending : written) {
                acknowledge(pending, pending.written(logStart, failure));
            }
        }
    }

    private void appended(long endBefore, int minInSyncReplicas) {
        if (!followers.isEmpty()) {
            followers.leaderAppends(endBefore, nowMs());
        }
        advance(minInSyncReplicas);
    }

    private void acknowledge(PendingAppend pending, AppendResult result) {
        if (!pending.needsAllReplicas()
                || result.error() != ErrorCode.NONE
                || result.lastOffset() < log.view().highWatermark()) {
            pending.finish(result);
        } else {
            waiting.add(pending, result);
        }
    }

    /** Moves the high watermark to where it may be, and answers those who waited for that. */
    void advance(int minInSyncReplicas) {
        LogView view = log.view();
        long end = view.logEndOffset();
        long replicated =
                followers.isEmpty()
                        ? end
                        : followers.replicated(
                                end, inSync::counts, ports.electable(), nowMs(), ports.maxLagMs());
        if (replicated > view.highWatermark()
                && leadership.isr().size() >= needed(minInSyncReplicas)) {
            log.moveHighWatermark(replicated);
        }
        if (!waiting.isEmpty()) {
            long committed = log.view().highWatermark();
            waiting.settle(
                    committed,
                    Math.max(committed, replicated),
                    tooFew(minInSyncReplicas, ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND));
        }
    }

    /** A follower has fetched. What it tells counts only in this epoch, and if its log agrees. */
    void fetched(FollowerFetch fetch, int minInSyncReplicas) {
        ReplicaProgress follower = followers.find(fetch.replicaId());
        LogView view = log.view();
        if (follower == null
                || fetch.leaderEpoch() != leadership.leaderEpoch()
                || !fetch.agreesWith(view)) {
            return;
        }
        follower.fetched(fetch, view.logEndOffset(), nowMs());
        advance(minInSyncReplicas);
        if (mayJoin(follower)) {
            inSync.join(List.of(follower.brokerId()));
        }
    }

    /**
     * A process that is not registered yet cannot tell which registration it is, and may be gone
     * when one comes that is: the controller could not know that another process had all that.
     */
    private boolean mayJoin(ReplicaProgress follower) {
        return !inSync.counts(follower.brokerId())
                && follower.brokerEpoch() != IsrProposal.UNKNOWN_EPOCH
                && follower.logEnd() >= Math.max(servesFrom, log.view().highWatermark())
                && ports.electable().test(follower.brokerId());
    }

    /**
     * Proposes that those leave who have been behind for too long, or that those join who could not
     * when they fetched last: a follower that waits at the log's end has nothing more to tell.
     */
    void checkFollowers() {
        List<Integer> lagging =
                followers.lagging(
                        leadership.isr(), log.view().logEndOffset(), nowMs(), ports.maxLagMs());
        if (!lagging.isEmpty()) {
            inSync.leave(lagging);
            return;
        }
        List<Integer> ready = followers.matching(this::mayJoin);
        if (!ready.isEmpty()) {
            inSync.join(ready);
        }
    }

    private long nowMs() {
        return ports.clock().monotonicMs();
    }
}
