package dev.moldau.broker.fetch;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.OffsetForLeaderEpochRequest;
import dev.moldau.protocol.message.OffsetForLeaderEpochResponse;
import dev.moldau.storage.EpochEnd;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Tells where leader epochs end, so that readers notice that a log was truncated (KIP-320). */
public final class OffsetForLeaderEpochHandler
        implements ApiHandler<OffsetForLeaderEpochRequest, OffsetForLeaderEpochResponse> {

    private final PartitionLookup partitions;

    /**
     * @param partitions finds the partitions
     */
    public OffsetForLeaderEpochHandler(PartitionLookup partitions) {
        this.partitions = partitions;
    }

    @Override
    public ApiKey apiKey() {
        return ApiKey.OFFSET_FOR_LEADER_EPOCH;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 4;
    }

    @Override
    public CompletionStage<OffsetForLeaderEpochResponse> handle(
            RequestContext context, OffsetForLeaderEpochRequest request) {
        return CompletableFuture.completedFuture(
                new OffsetForLeaderEpochResponse(
                        0,
                        request.topics().stream().map(topic -> answer(context, topic)).toList()));
    }

    private OffsetForLeaderEpochResponse.Topic answer(
            RequestContext context, OffsetForLeaderEpochRequest.Topic topic) {
        return new OffsetForLeaderEpochResponse.Topic(
                topic.topic(),
                topic.partitions().stream()
                        .map(asked -> answer(context, topic.topic(), asked))
                        .toList());
    }

    private OffsetForLeaderEpochResponse.Partition answer(
            RequestContext context, String topic, OffsetForLeaderEpochRequest.Partition asked) {
        Partition partition = partitions.find(topic, asked.partition());
        ErrorCode refused =
                partition == null
                        ? partitions.whyMissing(topic, asked.partition())
                        : partition.checkLeader(asked.currentLeaderEpoch());
        if (partition == null || refused != ErrorCode.NONE) {
            return OffsetForLeaderEpochResponse.Partition.error(
                    asked.partition(), context.counted(refused));
        }
        EpochEnd end = partition.view().endOffsetFor(asked.leaderEpoch());
        return new OffsetForLeaderEpochResponse.Partition(
                ErrorCode.NONE.code(), asked.partition(), end.leaderEpoch(), end.endOffset());
    }
}
