package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.GroupList;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.ListGroupsRequest;
import dev.moldau.protocol.message.ListGroupsResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** ListGroups. Filters compare without regard to case; an empty filter lets everything pass. */
final class ListGroupsHandler extends GroupApi<ListGroupsRequest, ListGroupsResponse> {

    private final GroupCoordinator coordinator;

    ListGroupsHandler(GroupCoordinator coordinator) {
        super(ApiKey.LIST_GROUPS, 5);
        this.coordinator = coordinator;
    }

    @Override
    public CompletionStage<ListGroupsResponse> handle(
            RequestContext context, ListGroupsRequest request) {
        Set<String> states = lowerCase(request.statesFilter());
        Set<String> types = lowerCase(request.typesFilter());
        return coordinator.list().thenApply(list -> response(context, list, states, types));
    }

    private static ListGroupsResponse response(
            RequestContext context, GroupList list, Set<String> states, Set<String> types) {
        List<ListGroupsResponse.Group> groups =
                list.groups().stream()
                        .filter(
                                group ->
                                        passes(states, group.state())
                                                && passes(types, group.type()))
                        .map(
                                group ->
                                        new ListGroupsResponse.Group(
                                                group.groupId(),
                                                group.protocolType(),
                                                group.state(),
                                                group.type()))
                        .toList();
        return new ListGroupsResponse(0, code(context, list.error()), groups);
    }

    private static boolean passes(Set<String> filter, String value) {
        return filter.isEmpty() || filter.contains(value.toLowerCase(Locale.ROOT));
    }

    private static Set<String> lowerCase(List<String> filter) {
        return filter.stream()
                .map(value -> value.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }
}
