package dev.moldau.broker.produce;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.broker.partition.PendingAppend;
import dev.moldau.cluster.image.TopicNames;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ProduceRequest;
import dev.moldau.protocol.message.ProduceResponse;
import dev.moldau.protocol.record.MemoryRecords;
import dev.moldau.protocol.record.Records;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Appends records: finds the partitions, sends one command to each lane that owns some of them, and
 * answers when all have answered.
 *
 * <p>Versions 0 to 2 bring message sets of the old formats, which are converted on the lane. A
 * produce with {@code acks=0} is not answered; if it fails, its connection is closed, because there
 * is no other way to tell.
 *
 * <p>Transactions cannot be begun here, so whoever claims to be in one is in an invalid state.
 */
public final class ProduceHandler implements ApiHandler<ProduceRequest, ProduceResponse> {

    private static final short FIRST_VERSION_WITH_TOPIC_IDS = 13;

    /** Kafka's own admin client may write internal topics; nobody else. */
    private static final String ADMIN_CLIENT_ID = "__admin_client";

    private final PartitionLookup partitions;

    /**
     * @param partitions finds the partitions
     */
    public ProduceHandler(PartitionLookup partitions) {
        this.partitions = partitions;
    }

    @Override
    public ApiKey apiKey() {
        return ApiKey.PRODUCE;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 13;
    }

    @Override
    public boolean isAnswered(ProduceRequest request) {
        return request.acks() != 0;
    }

    @Override
    public CompletionStage<ProduceResponse> handle(RequestContext context, ProduceRequest request) {
        ProduceInProgress progress = new ProduceInProgress(context, request, partitions);
        ErrorCode refused = refusedAsAWhole(request);
        int index = 0;
        for (ProduceRequest.Topic topic : request.topicData()) {
            for (ProduceRequest.Partition asked : topic.partitionData()) {
                if (refused == ErrorCode.NONE) {
                    add(progress, index, context, topic, asked);
                } else {
                    progress.refuse(index, refused, null);
                }
                index++;
            }
        }
        progress.start();
        return progress.response();
    }

    @Override
    public Optional<ProduceResponse> failed(
            RequestContext context, ProduceRequest request, ErrorCode error) {
        ProduceInProgress progress = new ProduceInProgress(context, request, partitions);
        int count = request.topicData().stream().mapToInt(t -> t.partitionData().size()).sum();
        for (int index = 0; index < count; index++) {
            progress.refuse(index, error, null);
        }
        progress.start();
        return Optional.ofNullable(progress.response().getNow(null));
    }

    private static ErrorCode refusedAsAWhole(ProduceRequest request) {
        if (request.acks() < -1 || request.acks() > 1) {
            return ErrorCode.INVALID_REQUIRED_ACKS;
        }
        return request.transactionalId() == null ? ErrorCode.NONE : ErrorCode.INVALID_TXN_STATE;
    }

    private void add(
            ProduceInProgress progress,
            int index,
            RequestContext context,
            ProduceRequest.Topic topic,
            ProduceRequest.Partition asked) {
        Partition partition = find(context, topic, asked.index());
        if (partition == null) {
            progress.refuse(index, whyMissing(context, topic, asked.index()), null);
            return;
        }
        if (TopicNames.isInternal(partition.name().topic())
                && !ADMIN_CLIENT_ID.equals(context.clientId())) {
            progress.refuse(
                    index,
                    ErrorCode.INVALID_TOPIC_EXCEPTION,
                    "Only the broker itself writes " + partition.name().topic() + ".");
            return;
        }
        Records records = asked.records();
        if (!(records instanceof MemoryRecords memory)) {
            progress.refuse(index, ErrorCode.INVALID_RECORD, "There is no batch.");
            return;
        }
        progress.add(
                partition,
                PendingAppend.produced(
                        memory.bytes(),
                        context.apiVersion(),
                        progress.needsAllReplicas(),
                        progress.timeoutMs(),
                        result -> progress.settle(index, result)));
    }

    private @Nullable Partition find(
            RequestContext context, ProduceRequest.Topic topic, int index) {
        return withTopicIds(context)
                ? partitions.find(topic.topicId(), index)
                : partitions.find(topic.name(), index);
    }

    private ErrorCode whyMissing(RequestContext context, ProduceRequest.Topic topic, int index) {
        return withTopicIds(context)
                ? partitions.whyMissing(topic.topicId(), index)
                : partitions.whyMissing(topic.name(), index);
    }

    private static boolean withTopicIds(RequestContext context) {
        return context.apiVersion() >= FIRST_VERSION_WITH_TOPIC_IDS;
    }
}
