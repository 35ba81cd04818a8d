package dev.moldau.broker.log;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.cluster.image.TopicNames;
import dev.moldau.common.Clock;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DeleteRecordsRequest;
import dev.moldau.protocol.message.DeleteRecordsResponse;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.PartitionLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Gives up the records below an offset: readers do not find them from the answer on, also if the
 * broker dies right after it, or another replica leads. So the answer waits for the followers that
 * are there, until the request's time is up; what was given up by then stays so.
 */
public final class DeleteRecordsHandler
        implements ApiHandler<DeleteRecordsRequest, DeleteRecordsResponse> {

    private static final long UP_TO_HIGH_WATERMARK = -1;
    private static final long NO_OFFSET = -1;

    private final PartitionLookup partitions;
    private final LogDirectory directory;
    private final Timer timer;
    private final Clock clock;
    private final Executor diskThreads;

    /** The partitions of one topic of the request. */
    private record Share(String topic, List<Deletion> deletions) {

        Share with(List<Deletion> changed) {
            return new Share(topic, changed);
        }
    }

    /**
     * How far one partition is.
     *
     * @param partition null if there is none here
     * @param offset what is below it is to be given up
     * @param error why that cannot be done
     */
    private record Deletion(
            int index, @Nullable Partition partition, long offset, ErrorCode error) {

        boolean isRaised() {
            return error == ErrorCode.NONE;
        }

        Deletion failed(ErrorCode why) {
            return new Deletion(index, partition, offset, why);
        }
    }

    /**
     * @param partitions finds the partitions
     * @param directory keeps where logs begin
     * @param timer where deadlines hang
     * @param clock the time
     * @param diskThreads may wait for the disk
     */
    public DeleteRecordsHandler(
            PartitionLookup partitions,
            LogDirectory directory,
            Timer timer,
            Clock clock,
            Executor diskThreads) {
        this.partitions = partitions;
        this.directory = directory;
        this.timer = timer;
        this.clock = clock;
        this.diskThreads = diskThreads;
    }

    @Override
    public ApiKey apiKey() {
        return ApiKey.DELETE_RECORDS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 2;
    }

    @Override
    public CompletionStage<DeleteRecordsResponse> handle(
            RequestContext context, DeleteRecordsRequest request) {
        long deadlineMs = clock.monotonicMs() + request.timeoutMs();
        return Answers.gather(request.topics(), this::raise)
                .thenCompose(this::keep)
                .thenCompose(
                        shares ->
                                Answers.gather(shares, share -> awaitFollowers(share, deadlineMs)))
                .thenApply(shares -> response(context, shares));
    }

    private CompletableFuture<Share> raise(DeleteRecordsRequest.Topic topic) {
        return Answers.gather(topic.partitions(), asked -> raise(topic.name(), asked))
                .thenApply(deletions -> new Share(topic.name(), deletions));
    }

    private CompletableFuture<Deletion> raise(String topic, DeleteRecordsRequest.Partition asked) {
        int index = asked.partitionIndex();
        Partition partition = partitions.find(topic, index);
        ErrorCode refused =
                partition == null
                        ? partitions.whyMissing(topic, index)
                        : check(partition, asked.offset());
        Deletion wanted = new Deletion(index, partition, asked.offset(), refused);
        if (partition == null || refused != ErrorCode.NONE) {
            return CompletableFuture.completedFuture(wanted);
        }
        return partition
                .ask(log -> raise(log, wanted))
                .handle(
                        (raised, failure) ->
                                raised == null ? wanted.failed(Answers.errorOf(failure)) : raised);
    }

    private static ErrorCode check(Partition partition, long offset) {
        if (TopicNames.isInternal(partition.name().topic())) {
            return ErrorCode.INVALID_TOPIC_EXCEPTION;
        }
        if (!partition.settings().log().deletes()) {
            return ErrorCode.POLICY_VIOLATION;
        }
        return offset < UP_TO_HIGH_WATERMARK
                ? ErrorCode.OFFSET_OUT_OF_RANGE
                : partition.checkLeader(-1);
    }

    private static Deletion raise(PartitionLog log, Deletion wanted) {
        long highWatermark = log.view().highWatermark();
        long offset = wanted.offset == UP_TO_HIGH_WATERMARK ? highWatermark : wanted.offset;
        if (offset > highWatermark) {
            return wanted.failed(ErrorCode.OFFSET_OUT_OF_RANGE);
        }
        log.raiseLogStart(offset);
        return new Deletion(wanted.index, wanted.partition, offset, ErrorCode.NONE);
    }

    /** Brings the new starts to the disk, all with one write. */
    private CompletionStage<List<Share>> keep(List<Share> shares) {
        boolean raised =
                shares.stream()
                        .flatMap(share -> share.deletions.stream())
                        .anyMatch(Deletion::isRaised);
        if (!raised) {
            return CompletableFuture.completedFuture(shares);
        }
        return CompletableFuture.runAsync(directory::writeLogStarts, diskThreads)
                .handle(
                        (kept, failure) ->
                                failure == null
                                        ? shares
                                        : notKept(shares, Answers.errorOf(failure)));
    }

    private static List<Share> notKept(List<Share> shares, ErrorCode why) {
        return shares.stream()
                .map(
                        share ->
                                share.with(
                                        share.deletions.stream()
                                                .map(d -> d.isRaised() ? d.failed(why) : d)
                                                .toList()))
                .toList();
    }

    /** A follower that became leader would otherwise serve what was deleted. */
    private CompletableFuture<Share> awaitFollowers(Share share, long deadlineMs) {
        return Answers.gather(share.deletions, deletion -> awaitFollowers(deletion, deadlineMs))
                .thenApply(share::with);
    }

    private CompletableFuture<Deletion> awaitFollowers(Deletion deletion, long deadlineMs) {
        Partition partition = deletion.partition;
        if (partition == null || !deletion.isRaised()) {
            return CompletableFuture.completedFuture(deletion);
        }
        long timeoutMs = Math.max(0, deadlineMs - clock.monotonicMs());
        return LowWatermarkWait.until(partition, deletion.offset, timeoutMs, timer, diskThreads)
                .thenApply(error -> error == ErrorCode.NONE ? deletion : deletion.failed(error));
    }

    private static DeleteRecordsResponse response(RequestContext context, List<Share> shares) {
        return new DeleteRecordsResponse(
                0,
                shares.stream()
                        .map(
                                share ->
                                        new DeleteRecordsResponse.Topic(
                                                share.topic,
                                                share.deletions.stream()
                                                        .map(deletion -> answer(context, deletion))
                                                        .toList()))
                        .toList());
    }

    private static DeleteRecordsResponse.Partition answer(
            RequestContext context, Deletion deletion) {
        Partition partition = deletion.partition;
        long lowWatermark =
                partition != null && deletion.isRaised() ? partition.lowWatermark() : NO_OFFSET;
        return new DeleteRecordsResponse.Partition(
                deletion.index, lowWatermark, context.counted(deletion.error).code());
    }
}
