package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.CommitCommand;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.Topics;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.OffsetCommitRequest;
import dev.moldau.protocol.message.OffsetCommitResponse;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * OffsetCommit. Version 0 once wrote to ZooKeeper and means the group's store here, as version 1
 * does, which Sarama up to 1.40 sends.
 */
final class OffsetCommitHandler extends GroupApi<OffsetCommitRequest, OffsetCommitResponse> {

    private static final int MEMBER_EPOCHS_FROM = 9;
    private static final int TOPIC_IDS_FROM = 10;

    private final GroupCoordinator coordinator;
    private final Topics topics;

    OffsetCommitHandler(GroupCoordinator coordinator, Topics topics) {
        super(ApiKey.OFFSET_COMMIT, 10);
        this.coordinator = coordinator;
        this.topics = topics;
    }

    @Override
    public CompletionStage<OffsetCommitResponse> handle(
            RequestContext context, OffsetCommitRequest request) {
        List<ErrorCode> unfit = new ArrayList<>();
        List<CommitCommand.Entry> fit = new ArrayList<>();
        for (OffsetCommitRequest.Topic topic : request.topics()) {
            check(context.apiVersion(), topic, unfit, fit);
        }
        if (fit.isEmpty()) {
            return CompletableFuture.completedFuture(response(context, request, unfit, List.of()));
        }
        CommitCommand command =
                new CommitCommand(
                        request.groupId(),
                        request.memberId(),
                        request.groupInstanceId(),
                        request.generationIdOrMemberEpoch(),
                        request.retentionTimeMs(),
                        fit);
        return coordinator
                .commit(command)
                .thenApply(errors -> response(context, request, unfit, errors));
    }

    /**
     * Adds to {@code unfit} one error per partition, none for those that are added to {@code fit}.
     */
    private void check(
            short version,
            OffsetCommitRequest.Topic topic,
            List<ErrorCode> unfit,
            List<CommitCommand.Entry> fit) {
        boolean byId = version >= TOPIC_IDS_FROM;
        Optional<String> name = byId ? topics.name(topic.topicId()) : Optional.of(topic.name());
        int partitionCount = name.map(topics::partitionCount).orElse(0);
        Uuid id = name.flatMap(topics::id).orElse(Uuid.ZERO);
        for (OffsetCommitRequest.Partition partition : topic.partitions()) {
            if (name.isEmpty()) {
                unfit.add(ErrorCode.UNKNOWN_TOPIC_ID);
            } else if (partition.partitionIndex() < 0
                    || partition.partitionIndex() >= partitionCount) {
                unfit.add(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
            } else {
                unfit.add(ErrorCode.NONE);
                fit.add(entry(name.get(), id, partition));
            }
        }
    }

    private static CommitCommand.Entry entry(
            String topic, Uuid topicId, OffsetCommitRequest.Partition partition) {
        String metadata = partition.committedMetadata();
        return new CommitCommand.Entry(
                topic,
                topicId,
                partition.partitionIndex(),
                partition.committedOffset(),
                partition.committedLeaderEpoch(),
                metadata == null ? "" : metadata,
                partition.commitTimestamp());
    }

    /** Clients of older versions know a generation where newer ones know an epoch. */
    private static ErrorCode inWordsOf(short version, ErrorCode error) {
        return error == ErrorCode.STALE_MEMBER_EPOCH && version < MEMBER_EPOCHS_FROM
                ? ErrorCode.ILLEGAL_GENERATION
                : error;
    }

    private static OffsetCommitResponse response(
            RequestContext context,
            OffsetCommitRequest request,
            List<ErrorCode> unfit,
            List<ErrorCode> outcomes) {
        Iterator<ErrorCode> unfits = unfit.iterator();
        Iterator<ErrorCode> outcome = outcomes.iterator();
        List<OffsetCommitResponse.Topic> answered = new ArrayList<>(request.topics().size());
        for (OffsetCommitRequest.Topic topic : request.topics()) {
            List<OffsetCommitResponse.Partition> partitions =
                    new ArrayList<>(topic.partitions().size());
            for (OffsetCommitRequest.Partition partition : topic.partitions()) {
                ErrorCode error = unfits.next();
                if (error == ErrorCode.NONE) {
                    error = inWordsOf(context.apiVersion(), outcome.next());
                }
                partitions.add(
                        new OffsetCommitResponse.Partition(
                                partition.partitionIndex(), code(context, error)));
            }
            answered.add(new OffsetCommitResponse.Topic(topic.name(), topic.topicId(), partitions));
        }
        return new OffsetCommitResponse(0, answered);
    }
}
