package dev.moldau.broker.partition;

import dev.moldau.broker.lane.BatchingLane;
import dev.moldau.broker.partition.Service.Outage;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.LogView;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.StorageException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One partition on this broker: a log, who leads it, and who waits on it.
 *
 * <p>Owned by its lane for life. Others send commands ({@link #append}, {@link #ask}) or read what
 * the lane published: {@link #view}, {@link #leadership}, {@link #settings}.
 *
 * <p>Life cycle: made with an open log; <em>serving</em> until a bug or a failed disk takes it
 * <em>offline</em>, or until it is <em>closed</em>. There is no way back; the broker opens the log
 * anew in another partition object. A bug in a command takes this partition offline and leaves the
 * other partitions of the lane alone.
 *
 * <p>Invariants: appends of one drain are written together at its end; every {@link PendingAppend}
 * that was sent is finished exactly once; watches are told after the view was published.
 */
public final class Partition {

    private static final AppendResult NOT_LEADER =
            AppendResult.refused(
                    ErrorCode.NOT_LEADER_OR_FOLLOWER,
                    "Another broker leads before all in-sync replicas had the records.");

    private final PartitionLog log;
    private final BatchingLane lane;
    private final Admission admission;
    private final PartitionPorts ports;
    private final Watchers watchers = new Watchers();

    private final Service service;
    private final PartitionSteps steps;

    /** Written by the lane. */
    private volatile Role role;

    private volatile PartitionSettings settings;

    /**
     * A partition that nobody leads, as far as it knows.
     *
     * @param log the open log, owned by the lane
     * @param lane this partition's owner
     * @param admission what validates produced records; confined to the lane
     * @param ports what it is given from outside
     * @param settings what the partition goes by at first
     */
    public Partition(
            PartitionLog log,
            BatchingLane lane,
            Admission admission,
            PartitionPorts ports,
            PartitionSettings settings) {
        this.log = log;
        this.lane = lane;
        this.admission = admission;
        this.ports = ports;
        this.settings = settings;
        this.service = new Service(log.partition());
        this.steps =
                new PartitionSteps(log.partition(), lane, service, watchers, this::refuseWaiting);
        this.role = new Following(log, Leadership.unknown(ports.brokerId()));
    }

    /** The topic's name and the partition's index. */
    public TopicPartition name() {
        return log.partition();
    }

    /** The topic's identity. */
    public Uuid topicId() {
        return log.topicId();
    }

    /** The lane that owns this partition. */
    public BatchingLane lane() {
        return lane;
    }

    /** The log as of the last change; any thread. */
    public LogView view() {
        return log.view();
    }

    /** Who leads, as of the last cluster image that was applied; any thread. */
    public Leadership leadership() {
        return role.leadership();
    }

    /** What the partition goes by at present; any thread. */
    public PartitionSettings settings() {
        return settings;
    }

    /** Why the partition does not serve any more; empty while it does. Any thread. */
    public Optional<String> outOfService() {
        return service.reason();
    }

    /**
     * Whether this broker leads the partition for somebody who knows a leader epoch; any thread.
     *
     * @param knownEpoch the asker's leader epoch, -1 if it does not know one
     * @return {@link ErrorCode#NONE} if it does
     */
    public ErrorCode checkLeader(int knownEpoch) {
        Leadership now = leadership();
        ErrorCode refused = check(now, knownEpoch);
        return refused == ErrorCode.NONE && !now.local()
                ? ErrorCode.NOT_LEADER_OR_FOLLOWER
                : refused;
    }

    /**
     * Whether somebody who knows a leader epoch may read here, be it from a leader or a follower
     * (KIP-392); any thread.
     *
     * @param knownEpoch the asker's leader epoch, -1 if it does not know one
     * @return {@link ErrorCode#NONE} if it may
     */
    public ErrorCode checkReplica(int knownEpoch) {
        Leadership now = leadership();
        ErrorCode refused = check(now, knownEpoch);
        return refused == ErrorCode.NONE && !now.local() && !now.follows()
                ? ErrorCode.NOT_LEADER_OR_FOLLOWER
                : refused;
    }

    private ErrorCode check(Leadership now, int knownEpoch) {
        Outage ended = service.outage();
        return ended == null ? now.checkEpoch(knownEpoch) : ended.error();
    }

    /**
     * Whether the high watermark of {@link #view} is what is committed. A new leader does not know
     * that until its followers have come to it: what it takes for the high watermark may lie below
     * what the leader before it has shown to consumers. A follower's mark is always behind. Any
     * thread.
     */
    public boolean knowsHighWatermark() {
        return !(role instanceof Leading leading) || leading.knowsHighWatermark();
    }

    /**
     * The in-sync followers from whose logs a consumer may read at an offset; none if this broker
     * does not lead. Any thread.
     */
    public List<Integer> followersAt(long offset) {
        return role instanceof Leading leading ? leading.followersAt(offset) : List.of();
    }

    /**
     * The least offset at which the log begins here and on all other replicas that are there; -1 if
     * one of them has not told yet. On a broker that does not lead, its own log's. Any thread.
     */
    public long lowWatermark() {
        return role instanceof Leading leading
                ? leading.lowWatermark()
                : log.view().logStartOffset();
    }

    /**
     * Appends records, at once on the lane and by a command to it from elsewhere. They are written
     * with all others of the drain at its end. Any thread.
     *
     * @param pending finished exactly once, now or later
     */
    public void append(PendingAppend pending) {
        if (lane.isCurrent()) {
            stage(pending);
            return;
        }
        try {
            lane.execute(() -> stage(pending));
        } catch (RejectedExecutionException e) {
            pending.refuse(ErrorCode.NOT_LEADER_OR_FOLLOWER, "The broker is stopping.");
        }
    }

    private void stage(PendingAppend pending) {
        ErrorCode unserved = checkLeader(-1);
        if (unserved != ErrorCode.NONE || !(role instanceof Leading leading)) {
            pending.finish(AppendResult.refused(unserved, outOfService().orElse(null)));
            return;
        }
        try {
            if (leading.stage(pending, settings)) {
                lane.atEndOfDrain(this::writeStaged);
            }
        } catch (Throwable bug) {
            steps.takeBlow(bug);
        }
    }

    private void writeStaged() {
        if (role instanceof Leading leading) {
            try {
                leading.writeStaged(settings.minInSyncReplicas());
            } catch (Throwable failure) {
                steps.takeBlow(failure);
            }
            watchers.tell();
        }
    }

    /**
     * Says what a follower has shown by a fetch, at once on the lane and by a command to it from
     * elsewhere. Any thread.
     */
    public void followerFetched(FollowerFetch fetch) {
        later(
                () -> {
                    if (role instanceof Leading leading) {
                        leading.fetched(fetch, settings.minInSyncReplicas());
                    }
                });
    }

    /**
     * Looks whether followers have been behind for too long, or may come back. Costs nothing if all
     * are in sync and at the log's end. Any thread.
     */
    public void checkFollowers() {
        if (role instanceof Leading leading && leading.waitsForFollowers()) {
            later(
                    () -> {
                        if (role instanceof Leading now) {
                            now.checkFollowers();
                        }
                    });
        }
    }

    /** A step of a role, after which more may be committed. */
    private void later(Runnable step) {
        steps.run(
                () -> {
                    step.run();
                    advance();
                });
    }

    private void advance() {
        if (role instanceof Leading leading) {
            leading.advance(settings.minInSyncReplicas());
        }
    }

    /** A step of {@link FollowerLog}; only on the lane. */
    AppendResult follow(int leaderEpoch, Function<Following, AppendResult> step) {
        Outage ended = service.outage();
        if (ended != null) {
            return ended.toAppends();
        }
        if (!(role instanceof Following following)) {
            return AppendResult.refused(ErrorCode.NOT_LEADER_OR_FOLLOWER, "this broker leads");
        }
        ErrorCode refused = following.check(leaderEpoch);
        if (refused != ErrorCode.NONE) {
            return AppendResult.refused(refused, leadership().toString());
        }
        AppendResult result;
        try {
            result = step.apply(following);
        } catch (Throwable failure) {
            steps.takeBlow(failure);
            result = AppendResult.refused(ErrorCode.KAFKA_STORAGE_ERROR, failure.getMessage());
        }
        watchers.tell();
        return result;
    }

    /**
     * Asks the log something, or tells it to do something, on the lane. Any thread.
     *
     * @return fails with {@link StorageException} if the log could not, and with {@link
     *     IllegalStateException} if the partition does not serve
     */
    public <T> CompletableFuture<T> ask(Function<PartitionLog, T> question) {
        return steps.ask(() -> question.apply(log));
    }

    /** Changes what the partition goes by. Completes when that is in force. Any thread. */
    public CompletableFuture<PartitionSettings> configure(PartitionSettings changed) {
        return ask(
                theLog -> {
                    theLog.configure(changed.log());
                    settings = changed;
                    advance();
                    return changed;
                });
    }

    /**
     * Takes over what the cluster says of the partition; a state that is not newer than the present
     * one changes nothing. Any thread.
     *
     * @return the state that is in force, when it is; fails as {@link #ask} does
     */
    public CompletableFuture<Leadership> become(Leadership changed) {
        return ask(theLog -> becomeNow(changed));
    }

    private Leadership becomeNow(Leadership changed) {
        // What was admitted in this drain belongs to the role that admitted it.
        writeStaged();
        Role before = role;
        if (!before.leadership().isOlderThan(changed)) {
            if (before instanceof Leading leading && leading.leadership().isSameBut(changed)) {
                leading.assign(changed);
                advance();
            }
            // The same again would decide about a proposal that is still under way.
            return role.leadership();
        }
        if (before instanceof Leading leading && leading.goesOnAs(changed)) {
            leading.confirm(changed);
        } else {
            WaitingAppends waiting =
                    before instanceof Leading leading
                            ? leading.end()
                            : new WaitingAppends(ports, this::later);
            role = roleIn(changed, waiting);
            if (!changed.local()) {
                waiting.refuse(NOT_LEADER);
            }
        }
        advance();
        return changed;
    }

    private Role roleIn(Leadership changed, WaitingAppends waiting) {
        return changed.local()
                ? new Leading(log, admission, ports, changed, this::later, waiting)
                : new Following(log, changed);
    }

    /** Adds a watch; it looks at once and is told of all that happens later. Any thread. */
    public void watch(Watch watch) {
        watchers.add(watch);
    }

    /** Removes a watch; does nothing if it is not there. Any thread. */
    public void unwatch(Watch watch) {
        watchers.remove(watch);
    }

    /** Wakes all who wait for something to happen here: nothing will any more. Any thread. */
    public void dismissWatches() {
        if (!watchers.isEmpty()) {
            lane.execute(watchers::dismiss);
        }
    }

    /**
     * Ends service in good order. Completes when the log is closed; what was sent before has been
     * done by then. Any thread.
     */
    public CompletableFuture<Void> close() {
        return end(
                new Outage(ErrorCode.NOT_LEADER_OR_FOLLOWER, "The broker is stopping."),
                PartitionLog::close);
    }

    /**
     * Ends service because the topic is gone.
     *
     * @param deletion deletes the log; runs on the lane
     */
    public CompletableFuture<Void> delete(Consumer<PartitionLog> deletion) {
        return end(
                new Outage(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "The topic was deleted."),
                deletion);
    }

    private CompletableFuture<Void> end(Outage reason, Consumer<PartitionLog> ending) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        // At the end of the drain, so that what was staged before is written first.
        lane.execute(() -> lane.atEndOfDrain(() -> endNow(reason, ending, ended)));
        return ended;
    }

    private void endNow(
            Outage reason, Consumer<PartitionLog> ending, CompletableFuture<Void> ended) {
        // What was admitted in this drain, after the command to end had been put off.
        writeStaged();
        service.end(reason);
        refuseWaiting();
        try {
            ending.accept(log);
            ended.complete(null);
        } catch (Throwable failure) {
            ended.completeExceptionally(failure);
        }
        watchers.tell();
    }

    private void refuseWaiting() {
        Outage ended = service.outage();
        if (ended != null && role instanceof Leading leading) {
            leading.end().refuse(ended.toAppends());
        }
    }

    @Override
    public String toString() {
        return name().toString();
    }
}
