package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.ConsumerGroupDescription;
import dev.moldau.broker.group.GenerationRecord;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.Topics;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerGroupDescribeRequest;
import dev.moldau.protocol.message.ConsumerGroupDescribeResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** ConsumerGroupDescribe. A group that is not the broker's to balance is not found. */
final class ConsumerGroupDescribeHandler
        extends GroupApi<ConsumerGroupDescribeRequest, ConsumerGroupDescribeResponse> {

    private static final byte CLASSIC_MEMBER = 0;
    private static final byte CONSUMER_MEMBER = 1;

    private final GroupCoordinator coordinator;
    private final Topics topics;
    private final GenerationsAsked generations;

    ConsumerGroupDescribeHandler(GroupCoordinator coordinator, Topics topics) {
        super(ApiKey.CONSUMER_GROUP_DESCRIBE, 1);
        this.coordinator = coordinator;
        this.topics = topics;
        this.generations = new GenerationsAsked(coordinator);
    }

    @Override
    public CompletionStage<ConsumerGroupDescribeResponse> handle(
            RequestContext context, ConsumerGroupDescribeRequest request) {
        int operations =
                request.includeAuthorizedOperations()
                        ? DescribeGroupsHandler.ALL_OPERATIONS
                        : DescribeGroupsHandler.NOT_ASKED;
        List<CompletableFuture<ConsumerGroupDescribeResponse.Group>> groups = new ArrayList<>();
        for (String groupId : request.groupIds()) {
            groups.add(
                    coordinator
                            .describeConsumers(groupId)
                            .thenCombine(
                                    generations.of(groupId, request.includeGenerations()),
                                    (group, why) -> group(context, group, operations, why))
                            .toCompletableFuture());
        }
        return CompletableFuture.allOf(groups.toArray(CompletableFuture[]::new))
                .thenApply(
                        _ ->
                                new ConsumerGroupDescribeResponse(
                                        0, groups.stream().map(CompletableFuture::join).toList()));
    }

    private ConsumerGroupDescribeResponse.Group group(
            RequestContext context,
            ConsumerGroupDescription group,
            int operations,
            List<GenerationRecord> why) {
        boolean found = group.error() == ErrorCode.NONE;
        return new ConsumerGroupDescribeResponse.Group(
                code(context, group.error()),
                group.error() == ErrorCode.GROUP_ID_NOT_FOUND
                        ? "There is no consumer group " + group.groupId() + "."
                        : null,
                group.groupId(),
                group.state(),
                group.epoch(),
                group.assignmentEpoch(),
                group.assignor(),
                group.members().stream().map(this::member).toList(),
                found ? operations : DescribeGroupsHandler.NOT_ASKED,
                why.stream().map(ConsumerGroupDescribeHandler::generation).toList());
    }

    private ConsumerGroupDescribeResponse.Member member(ConsumerGroupDescription.Member member) {
        return new ConsumerGroupDescribeResponse.Member(
                member.memberId(),
                member.instanceId(),
                member.rackId(),
                member.epoch(),
                member.clientId(),
                member.clientHost(),
                member.topics(),
                member.regex(),
                assignment(member.assigned()),
                assignment(member.target()),
                member.classic() ? CLASSIC_MEMBER : CONSUMER_MEMBER);
    }

    /** Topics that are gone have no name any more, and are left out. */
    private ConsumerGroupDescribeResponse.Assignment assignment(PartitionSet partitions) {
        List<ConsumerGroupDescribeResponse.TopicPartitions> described = new ArrayList<>();
        for (Uuid topicId : partitions.topics()) {
            Optional<String> name = topics.name(topicId);
            if (name.isPresent()) {
                described.add(
                        new ConsumerGroupDescribeResponse.TopicPartitions(
                                topicId,
                                name.get(),
                                Arrays.stream(partitions.partitions(topicId)).boxed().toList()));
            }
        }
        return new ConsumerGroupDescribeResponse.Assignment(described);
    }

    private static ConsumerGroupDescribeResponse.Generation generation(GenerationRecord record) {
        return new ConsumerGroupDescribeResponse.Generation(
                record.generation(),
                record.reason(),
                record.members(),
                record.beganWallMs(),
                record.joinMs(),
                record.syncMs());
    }
}
