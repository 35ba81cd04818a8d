package dev.moldau.broker.partition;

import dev.moldau.broker.lane.BatchingLane;
import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.Append;
import dev.moldau.storage.AppendOutcome;
import dev.moldau.storage.LogOfflineException;
import dev.moldau.storage.LogView;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    private static final Logger LOG = LoggerFactory.getLogger(Partition.class);

    private final PartitionLog log;
    private final BatchingLane lane;
    private final Admission admission;
    private final Clock clock;
    private final Watchers watchers = new Watchers();

    /** Why the partition does not serve any more; null while it does. Written by the lane. */
    private volatile @Nullable Outage outage;

    /**
     * The end of a partition's service.
     *
     * @param error what clients are told
     * @param reason for people
     */
    private record Outage(ErrorCode error, String reason) {}

    private volatile Leadership leadership;
    private volatile PartitionSettings settings;

    /** Admitted in this drain, not yet written; owned by the lane. */
    private List<PendingAppend> staged = new ArrayList<>();

    /**
     * @param log the open log, owned by the lane
     * @param lane this partition's owner
     * @param admission what validates produced records; confined to the lane
     * @param clock the time for stamps and bounds
     * @param settings what the partition goes by at first
     * @param leadership who leads at first
     */
    public Partition(
            PartitionLog log,
            BatchingLane lane,
            Admission admission,
            Clock clock,
            PartitionSettings settings,
            Leadership leadership) {
        this.log = log;
        this.lane = lane;
        this.admission = admission;
        this.clock = clock;
        this.settings = settings;
        this.leadership = leadership;
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
        return leadership;
    }

    /** What the partition goes by at present; any thread. */
    public PartitionSettings settings() {
        return settings;
    }

    /** Why the partition does not serve any more; empty while it does. Any thread. */
    public Optional<String> outOfService() {
        return Optional.ofNullable(outage).map(Outage::reason);
    }

    /**
     * Whether this broker may serve the partition to somebody who knows a leader epoch; any thread.
     *
     * @param knownEpoch the asker's leader epoch, -1 if it does not know one
     * @return {@link ErrorCode#NONE} if it may
     */
    public ErrorCode checkLeader(int knownEpoch) {
        Outage ended = outage;
        if (ended != null) {
            return ended.error();
        }
        Leadership now = leadership;
        if (knownEpoch >= 0 && knownEpoch != now.leaderEpoch()) {
            return knownEpoch < now.leaderEpoch()
                    ? ErrorCode.FENCED_LEADER_EPOCH
                    : ErrorCode.UNKNOWN_LEADER_EPOCH;
        }
        return now.local() ? ErrorCode.NONE : ErrorCode.NOT_LEADER_OR_FOLLOWER;
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
        AppendResult refused;
        try {
            refused = admit(pending);
        } catch (Throwable bug) {
            refused = AppendResult.refused(ErrorCode.UNKNOWN_SERVER_ERROR, null);
            fail(bug);
        }
        if (refused != null) {
            pending.finish(refused);
            return;
        }
        staged.add(pending);
        if (staged.size() == 1) {
            lane.atEndOfDrain(this::writeStaged);
        }
    }

    private @Nullable AppendResult admit(PendingAppend pending) {
        ErrorCode unserved = checkLeader(-1);
        if (unserved != ErrorCode.NONE) {
            return AppendResult.refused(unserved, outOfService().orElse(null));
        }
        if (pending.needsAllReplicas()
                && leadership.inSyncReplicas() < settings.minInSyncReplicas()) {
            return AppendResult.refused(
                    ErrorCode.NOT_ENOUGH_REPLICAS,
                    "in sync: "
                            + leadership.inSyncReplicas()
                            + ", min.insync.replicas: "
                            + settings.minInSyncReplicas());
        }
        if (pending.isFromClient()) {
            return admission.admit(pending, settings, leadership.leaderEpoch(), clock.wallMs());
        }
        pending.admitted(pending.records(), leadership.leaderEpoch(), AppendResult.NONE);
        return null;
    }

    private void writeStaged() {
        if (staged.isEmpty()) {
            return;
        }
        List<PendingAppend> written = staged;
        staged = new ArrayList<>();
        List<Append> appends = new ArrayList<>(written.size());
        for (PendingAppend pending : written) {
            appends.add(pending.append());
        }
        @Nullable Throwable failure = null;
        try {
            log.append(appends);
        } catch (Throwable thrown) {
            failure = thrown;
        }
        if (failure == null || failure instanceof StorageException) {
            // With one replica, what is written is what every in-sync replica has.
            moveHighWatermark();
        }
        if (failure != null) {
            takeBlow(failure);
        }
        for (PendingAppend pending : written) {
            pending.finish(result(pending, failure));
        }
        watchers.tell();
    }

    private void moveHighWatermark() {
        try {
            log.moveHighWatermark(log.view().logEndOffset());
        } catch (StorageException e) {
            LOG.debug("{}: the high watermark stays, the log is offline", name(), e);
        }
    }

    private AppendResult result(PendingAppend pending, @Nullable Throwable failure) {
        if (failure != null && !(failure instanceof StorageException)) {
            return AppendResult.refused(ErrorCode.UNKNOWN_SERVER_ERROR, null);
        }
        return switch (pending.append().outcome()) {
            case AppendOutcome.Appended done ->
                    AppendResult.appended(
                            done.firstOffset(),
                            done.lastOffset(),
                            pending.logAppendTimeMs(),
                            log.view().logStartOffset());
            case AppendOutcome.Duplicate before ->
                    AppendResult.appended(
                            before.firstOffset(),
                            before.lastOffset(),
                            pending.logAppendTimeMs(),
                            log.view().logStartOffset());
            case AppendOutcome.Refused refused ->
                    AppendResult.refused(errorOf(refused.refusal()), refused.detail());
            case AppendOutcome.Failed failed ->
                    AppendResult.refused(
                            ErrorCode.KAFKA_STORAGE_ERROR,
                            failure == null ? null : failure.getMessage());
        };
    }

    private static ErrorCode errorOf(AppendOutcome.Refusal refusal) {
        return switch (refusal) {
            case OUT_OF_ORDER_SEQUENCE -> ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER;
            case STALE_PRODUCER_EPOCH -> ErrorCode.INVALID_PRODUCER_EPOCH;
            case STALE_COORDINATOR_EPOCH -> ErrorCode.TRANSACTION_COORDINATOR_FENCED;
            case TRANSACTION_STATE -> ErrorCode.INVALID_TXN_STATE;
            case LARGER_THAN_SEGMENT -> ErrorCode.RECORD_LIST_TOO_LARGE;
            case OUT_OF_ORDER_OFFSET, MALFORMED -> ErrorCode.CORRUPT_MESSAGE;
        };
    }

    /**
     * Asks the log something, or tells it to do something, on the lane. Any thread.
     *
     * @return fails with {@link StorageException} if the log could not, and with {@link
     *     IllegalStateException} if the partition does not serve
     */
    public <T> CompletableFuture<T> ask(Function<PartitionLog, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            lane.execute(() -> answer(question, answer));
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(new IllegalStateException(name() + " is closed", e));
        }
        return answer;
    }

    private <T> void answer(Function<PartitionLog, T> question, CompletableFuture<T> answer) {
        Outage ended = outage;
        if (ended != null) {
            answer.completeExceptionally(new IllegalStateException(name() + ": " + ended.reason()));
            return;
        }
        T value;
        try {
            value = question.apply(log);
        } catch (Throwable failure) {
            takeBlow(failure);
            answer.completeExceptionally(failure);
            return;
        }
        answer.complete(value);
        watchers.tell();
    }

    /** Changes what the partition goes by. Completes when that is in force. Any thread. */
    public CompletableFuture<PartitionSettings> configure(PartitionSettings changed) {
        return ask(
                theLog -> {
                    theLog.configure(changed.log());
                    settings = changed;
                    return changed;
                });
    }

    /** Says who leads. Completes when that is in force. Any thread. */
    public CompletableFuture<Leadership> lead(Leadership changed) {
        return ask(
                theLog -> {
                    if (changed.local() && changed.leaderEpoch() > theLog.view().leaderEpoch()) {
                        theLog.beginEpoch(changed.leaderEpoch());
                    }
                    if (changed.local()) {
                        theLog.moveHighWatermark(theLog.view().logEndOffset());
                    }
                    leadership = changed;
                    return changed;
                });
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
        outage = reason;
        try {
            ending.accept(log);
            ended.complete(null);
        } catch (Throwable failure) {
            ended.completeExceptionally(failure);
        }
        watchers.tell();
    }

    /** A failed disk is a state of the log; anything else is a bug and ends this partition. */
    private void takeBlow(Throwable failure) {
        if (failure instanceof LogOfflineException) {
            LOG.error("{} goes offline: {}", name(), failure.getMessage(), failure);
            outage =
                    new Outage(ErrorCode.KAFKA_STORAGE_ERROR, String.valueOf(failure.getMessage()));
        } else if (failure instanceof StorageException) {
            LOG.warn("{}: {}", name(), failure.getMessage());
        } else {
            fail(failure);
        }
    }

    private void fail(Throwable bug) {
        LOG.error("{} goes offline because of a bug", name(), bug);
        outage =
                new Outage(
                        ErrorCode.KAFKA_STORAGE_ERROR, "a bug took the partition offline: " + bug);
    }

    @Override
    public String toString() {
        return name().toString();
    }
}
