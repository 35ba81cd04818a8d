package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.LeaveGroupRequest;
import dev.moldau.protocol.message.LeaveGroupResponse;
import java.util.List;

/** Takes members out of a classic group, through its coordinator. */
final class RemoveMembers implements Operation<MemberToRemove, MemberToRemove, LeaveGroupResponse> {

    private static final String REASON = "removed through the admin client";

    private final String group;

    RemoveMembers(String group) {
        this.group = group;
    }

    @Override
    public String name() {
        return "removeMembers";
    }

    @Override
    public ApiKey api() {
        return ApiKey.LEAVE_GROUP;
    }

    @Override
    public short lowestVersion() {
        return 3;
    }

    @Override
    public short highestVersion() {
        return 5;
    }

    @Override
    public Target target(MemberToRemove key) {
        return new Target.Coordinator(group);
    }

    @Override
    public ApiMessage message(List<MemberToRemove> keys, short version, int timeoutMs) {

        return new LeaveGroupRequest(
                group,
                "",
                keys.stream()
                        .map(
                                member ->
                                        new LeaveGroupRequest.Member(
                                                member.id(), member.instanceId(), REASON))
                        .toList());
    }

    @Override
    public void answered(
            List<MemberToRemove> keys,
            LeaveGroupResponse response,
            short version,
            Node node,
            Verdicts<MemberToRemove, MemberToRemove> verdicts) {

        if (response.errorCode() != ErrorCode.NONE.code()) {
            keys.forEach(key -> verdicts.failed(key, ErrorCode.of(response.errorCode()), null));
            return;
        }
        for (LeaveGroupResponse.Member member : response.members()) {
            for (MemberToRemove key : keys) {
                if (isMeant(key, member)) {
                    verdicts.settle(key, member.errorCode(), null, key);
                }
            }
        }
    }

    /** A broker may fill in the id of a member that was named by its static name. */
    private static boolean isMeant(MemberToRemove key, LeaveGroupResponse.Member member) {
        return key.instanceId() != null
                ? key.instanceId().equals(member.groupInstanceId())
                : key.id().equals(member.memberId());
    }
}
