package dev.moldau.broker.group.api;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.group.CoordinatorDirectory;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.Topics;
import java.util.List;

/** The handlers of this package, for the composition root. */
public final class GroupHandlers {

    private GroupHandlers() {}

    /** One handler for each group API. */
    public static List<ApiHandler<?, ?>> all(
            GroupCoordinator coordinator, CoordinatorDirectory directory, Topics topics) {
        return List.of(
                new FindCoordinatorHandler(directory),
                new JoinGroupHandler(coordinator),
                new SyncGroupHandler(coordinator),
                new HeartbeatHandler(coordinator),
                new LeaveGroupHandler(coordinator),
                new ConsumerGroupHeartbeatHandler(coordinator),
                new ConsumerGroupDescribeHandler(coordinator, topics),
                new OffsetCommitHandler(coordinator, topics),
                new OffsetFetchHandler(coordinator, topics),
                new OffsetDeleteHandler(coordinator, topics),
                new ListGroupsHandler(coordinator),
                new DescribeGroupsHandler(coordinator),
                new DeleteGroupsHandler(coordinator));
    }
}
