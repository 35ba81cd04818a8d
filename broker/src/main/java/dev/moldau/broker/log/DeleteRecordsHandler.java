package dev.moldau.broker.log;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.cluster.image.TopicNames;
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

/**
 * Gives up the records below an offset: readers do not find them from the answer on, also if the
 * broker dies right after it.
 */
public final class DeleteRecordsHandler
        implements ApiHandler<DeleteRecordsRequest, DeleteRecordsResponse> {

    private static final long UP_TO_HIGH_WATERMARK = -1;
    private static final long NO_OFFSET = -1;

    private final PartitionLookup partitions;
    private final LogDirectory directory;
    private final Executor diskThreads;

    /**
     * @param partitions finds the partitions
     * @param directory keeps where logs begin
     * @param diskThreads may wait for the disk
     */
    public DeleteRecordsHandler(
            PartitionLookup partitions, LogDirectory directory, Executor diskThreads) {
        this.partitions = partitions;
        this.directory = directory;
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
        return Answers.gather(
                        request.topics(),
                        topic ->
                                Answers.gather(
                                                topic.partitions(),
                                                asked -> delete(context, topic.name(), asked))
                                        .thenApply(
                                                answers ->
                                                        new DeleteRecordsResponse.Topic(
                                                                topic.name(), answers)))
                .thenCompose(topics -> keep(context, topics))
                .thenApply(topics -> new DeleteRecordsResponse(0, topics));
    }

    /** Brings the new starts to the disk, all with one write. */
    private CompletionStage<List<DeleteRecordsResponse.Topic>> keep(
            RequestContext context, List<DeleteRecordsResponse.Topic> topics) {
        boolean raised =
                topics.stream()
                        .flatMap(topic -> topic.partitions().stream())
                        .anyMatch(DeleteRecordsHandler::isRaised);
        if (!raised) {
            return CompletableFuture.completedFuture(topics);
        }
        return CompletableFuture.runAsync(directory::writeLogStarts, diskThreads)
                .handle(
                        (kept, failure) ->
                                failure == null ? topics : notKept(context, topics, failure));
    }

    private static boolean isRaised(DeleteRecordsResponse.Partition partition) {
        return partition.errorCode() == ErrorCode.NONE.code();
    }

    private static List<DeleteRecordsResponse.Topic> notKept(
            RequestContext context, List<DeleteRecordsResponse.Topic> topics, Throwable failure) {
        ErrorCode error = Answers.errorOf(failure);
        return topics.stream()
                .map(
                        topic ->
                                new DeleteRecordsResponse.Topic(
                                        topic.name(),
                                        topic.partitions().stream()
                                                .map(
                                                        partition ->
                                                                isRaised(partition)
                                                                        ? answer(
                                                                                context,
                                                                                partition
                                                                                        .partitionIndex(),
                                                                                NO_OFFSET,
                                                                                error)
                                                                        : partition)
                                                .toList()))
                .toList();
    }

    private CompletableFuture<DeleteRecordsResponse.Partition> delete(
            RequestContext context, String topic, DeleteRecordsRequest.Partition asked) {
        int index = asked.partitionIndex();
        Partition partition = partitions.find(topic, index);
        ErrorCode refused =
                partition == null
                        ? partitions.whyMissing(topic, index)
                        : check(partition, asked.offset());
        if (partition == null || refused != ErrorCode.NONE) {
            return CompletableFuture.completedFuture(answer(context, index, NO_OFFSET, refused));
        }
        return partition
                .ask(log -> raise(log, asked.offset()))
                .handle(
                        (raised, failure) ->
                                raised == null
                                        ? answer(
                                                context, index, NO_OFFSET, Answers.errorOf(failure))
                                        : answer(
                                                context,
                                                index,
                                                raised.logStartOffset(),
                                                raised.error()));
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

    private record Raised(long logStartOffset, ErrorCode error) {}

    private static Raised raise(PartitionLog log, long asked) {
        long highWatermark = log.view().highWatermark();
        long offset = asked == UP_TO_HIGH_WATERMARK ? highWatermark : asked;
        if (offset > highWatermark) {
            return new Raised(NO_OFFSET, ErrorCode.OFFSET_OUT_OF_RANGE);
        }
        log.raiseLogStart(offset);
        return new Raised(log.view().logStartOffset(), ErrorCode.NONE);
    }

    private static DeleteRecordsResponse.Partition answer(
            RequestContext context, int index, long lowWatermark, ErrorCode error) {
        return new DeleteRecordsResponse.Partition(
                index, lowWatermark, context.counted(error).code());
    }
}
