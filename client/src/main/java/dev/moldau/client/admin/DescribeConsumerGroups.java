package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ConsumerGroupDescribeRequest;
import dev.moldau.protocol.message.ConsumerGroupDescribeResponse;
import java.util.List;

/** Describes groups that the broker balances, through their coordinators. */
final class DescribeConsumerGroups
        implements Operation<String, GroupDescription, ConsumerGroupDescribeResponse> {

    private static final byte CLASSIC_MEMBER = 0;

    @Override
    public String name() {
        return "describeGroups";
    }

    @Override
    public ApiKey api() {
        return ApiKey.CONSUMER_GROUP_DESCRIBE;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 1;
    }

    @Override
    public Target target(String key) {
        return new Target.Coordinator(key);
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return new ConsumerGroupDescribeRequest(keys, false, true);
    }

    @Override
    public void answered(
            List<String> keys,
            ConsumerGroupDescribeResponse response,
            short version,
            Node node,
            Verdicts<String, GroupDescription> verdicts) {

        for (ConsumerGroupDescribeResponse.Group group : response.groups()) {
            verdicts.settle(
                    group.groupId(), group.errorCode(), group.errorMessage(), group(group, node));
        }
    }

    private static GroupDescription group(ConsumerGroupDescribeResponse.Group group, Node node) {
        return new GroupDescription(
                group.groupId(),
                GroupDescription.CONSUMER,
                group.groupState(),
                ConsumerAssignment.PROTOCOL_TYPE,
                group.assignorName(),
                group.groupEpoch(),
                group.assignmentEpoch(),
                node,
                group.members().stream().map(DescribeConsumerGroups::member).toList(),
                group.generations().stream().map(DescribeConsumerGroups::generation).toList());
    }

    private static GroupMember member(ConsumerGroupDescribeResponse.Member member) {
        String pattern = member.subscribedTopicRegex();
        return new GroupMember(
                member.memberId(),
                member.instanceId(),
                member.clientId(),
                member.clientHost(),
                partitions(member.assignment()),
                new MemberProgress(
                        member.memberEpoch(),
                        partitions(member.targetAssignment()),
                        member.subscribedTopicNames(),
                        pattern == null || pattern.isEmpty() ? null : pattern,
                        member.rackId(),
                        member.memberType() == CLASSIC_MEMBER));
    }

    private static List<TopicPartition> partitions(
            ConsumerGroupDescribeResponse.Assignment assignment) {
        return assignment.topicPartitions().stream()
                .flatMap(
                        topic ->
                                topic.partitions().stream()
                                        .map(index -> new TopicPartition(topic.topicName(), index)))
                .toList();
    }

    private static GroupGeneration generation(ConsumerGroupDescribeResponse.Generation told) {
        return new GroupGeneration(
                told.epoch(),
                told.reason(),
                told.members(),
                told.beganMs(),
                told.joinMs(),
                told.syncMs());
    }
}
