package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeGroupsRequest;
import dev.moldau.protocol.message.DescribeGroupsResponse;
import java.util.List;

/** Describes classic groups, through their coordinators. */
final class DescribeGroups implements Operation<String, GroupDescription, DescribeGroupsResponse> {

    /** Before version 6 a group that does not exist is described as this. */
    private static final String DEAD = "Dead";

    @Override
    public String name() {
        return "describeGroups";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DESCRIBE_GROUPS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 6;
    }

    @Override
    public Target target(String key) {
        return new Target.Coordinator(key);
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return new DescribeGroupsRequest(keys, false, true);
    }

    @Override
    public void answered(
            List<String> keys,
            DescribeGroupsResponse response,
            short version,
            Node node,
            Verdicts<String, GroupDescription> verdicts) {

        for (DescribeGroupsResponse.Group group : response.groups()) {
            if (group.errorCode() == ErrorCode.NONE.code() && group.groupState().equals(DEAD)) {
                verdicts.failed(group.groupId(), ErrorCode.GROUP_ID_NOT_FOUND, null);
            } else {
                verdicts.settle(
                        group.groupId(),
                        group.errorCode(),
                        group.errorMessage(),
                        describe(group, node));
            }
        }
    }

    private static GroupDescription describe(DescribeGroupsResponse.Group group, Node node) {
        boolean consumers = group.protocolType().equals(ConsumerAssignment.PROTOCOL_TYPE);
        return new GroupDescription(
                group.groupId(),
                GroupDescription.CLASSIC,
                group.groupState(),
                group.protocolType(),
                group.protocolData(),
                -1,
                -1,
                node,
                group.members().stream()
                        .map(
                                member ->
                                        new GroupMember(
                                                member.memberId(),
                                                member.groupInstanceId(),
                                                member.clientId(),
                                                member.clientHost(),
                                                consumers
                                                        ? ConsumerAssignment.read(
                                                                member.memberAssignment())
                                                        : List.of(),
                                                null))
                        .toList(),
                group.generations().stream().map(DescribeGroups::generation).toList());
    }

    private static GroupGeneration generation(DescribeGroupsResponse.Generation told) {
        return new GroupGeneration(
                told.generation(),
                told.reason(),
                told.members(),
                told.beganMs(),
                told.joinMs(),
                told.syncMs());
    }
}
