package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ListGroupsRequest;
import dev.moldau.protocol.message.ListGroupsResponse;
import java.util.List;

/** Lists the groups that brokers coordinate. */
final class ListGroups implements Operation<Integer, List<GroupListing>, ListGroupsResponse> {

    private static final short WITH_STATES = 4;
    private static final short WITH_TYPES = 5;

    private final GroupFilter filter;

    ListGroups(GroupFilter filter) {
        this.filter = filter;
    }

    @Override
    public String name() {
        return "listGroups";
    }

    @Override
    public ApiKey api() {
        return ApiKey.LIST_GROUPS;
    }

    @Override
    public short lowestVersion() {
        if (!filter.types().isEmpty()) {
            return WITH_TYPES;
        }
        return filter.states().isEmpty() ? 0 : WITH_STATES;
    }

    @Override
    public short highestVersion() {
        return 5;
    }

    @Override
    public Target target(Integer key) {
        return new Target.Broker(key);
    }

    @Override
    public ApiMessage message(List<Integer> keys, short version, int timeoutMs) {

        return new ListGroupsRequest(List.copyOf(filter.states()), List.copyOf(filter.types()));
    }

    @Override
    public void answered(
            List<Integer> keys,
            ListGroupsResponse response,
            short version,
            Node node,
            Verdicts<Integer, List<GroupListing>> verdicts) {

        List<GroupListing> groups =
                response.groups().stream()
                        .map(
                                group ->
                                        new GroupListing(
                                                group.groupId(),
                                                group.protocolType(),
                                                group.groupState(),
                                                group.groupType()))
                        .toList();
        keys.forEach(key -> verdicts.settle(key, response.errorCode(), null, groups));
    }
}
