package dev.moldau.broker.log;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeProducersRequest;
import dev.moldau.protocol.message.DescribeProducersResponse;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.ProducerSummary;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Tells which producers a partition remembers. */
public final class DescribeProducersHandler
        implements ApiHandler<DescribeProducersRequest, DescribeProducersResponse> {

    private final PartitionLookup partitions;

    /**
     * @param partitions finds the partitions
     */
    public DescribeProducersHandler(PartitionLookup partitions) {
        this.partitions = partitions;
    }

    @Override
    public ApiKey apiKey() {
        return ApiKey.DESCRIBE_PRODUCERS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 0;
    }

    @Override
    public CompletionStage<DescribeProducersResponse> handle(
            RequestContext context, DescribeProducersRequest request) {
        return Answers.gather(
                        request.topics(),
                        topic ->
                                Answers.gather(
                                                topic.partitionIndexes(),
                                                index -> describe(context, topic.name(), index))
                                        .thenApply(
                                                answers ->
                                                        new DescribeProducersResponse.Topic(
                                                                topic.name(), answers)))
                .thenApply(topics -> new DescribeProducersResponse(0, topics));
    }

    private CompletableFuture<DescribeProducersResponse.Partition> describe(
            RequestContext context, String topic, int index) {
        Partition partition = partitions.find(topic, index);
        ErrorCode refused =
                partition == null ? partitions.whyMissing(topic, index) : partition.checkLeader(-1);
        if (partition == null || refused != ErrorCode.NONE) {
            return CompletableFuture.completedFuture(answer(context, index, refused, List.of()));
        }
        return partition
                .ask(PartitionLog::producers)
                .handle(
                        (producers, failure) ->
                                producers == null
                                        ? answer(
                                                context, index, Answers.errorOf(failure), List.of())
                                        : answer(context, index, ErrorCode.NONE, producers));
    }

    private static DescribeProducersResponse.Partition answer(
            RequestContext context, int index, ErrorCode error, List<ProducerSummary> producers) {
        return new DescribeProducersResponse.Partition(
                index,
                context.counted(error).code(),
                error == ErrorCode.NONE ? null : error.meaning(),
                producers.stream().map(DescribeProducersHandler::producer).toList());
    }

    private static DescribeProducersResponse.Producer producer(ProducerSummary summary) {
        return new DescribeProducersResponse.Producer(
                summary.producerId(),
                summary.producerEpoch(),
                summary.lastSequence(),
                summary.lastTimestampMs(),
                summary.coordinatorEpoch(),
                summary.currentTransactionStartOffset());
    }
}
