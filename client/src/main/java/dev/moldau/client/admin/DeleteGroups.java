package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.DeleteGroupsRequest;
import dev.moldau.protocol.message.DeleteGroupsResponse;
import java.util.List;

/** Deletes groups without members, through their coordinators. */
final class DeleteGroups implements Operation<String, String, DeleteGroupsResponse> {

    @Override
    public String name() {
        return "deleteGroups";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DELETE_GROUPS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 3;
    }

    @Override
    public Target target(String key) {
        return new Target.Coordinator(key);
    }

    @Override
    public ApiMessage message(List<String> keys, short version, int timeoutMs) {

        return new DeleteGroupsRequest(keys);
    }

    @Override
    public void answered(
            List<String> keys,
            DeleteGroupsResponse response,
            short version,
            Node node,
            Verdicts<String, String> verdicts) {

        for (DeleteGroupsResponse.Group group : response.results()) {
            verdicts.settle(
                    group.groupId(), group.errorCode(), group.errorMessage(), group.groupId());
        }
    }
}
