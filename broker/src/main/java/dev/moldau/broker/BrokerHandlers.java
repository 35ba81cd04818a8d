package dev.moldau.broker;

import dev.moldau.broker.access.AccessHandlers;
import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.Dispatcher;
import dev.moldau.broker.controller.ControllerHandlers;
import dev.moldau.broker.controller.DescribeQuorumHandler;
import dev.moldau.broker.fetch.FetchHandler;
import dev.moldau.broker.fetch.FetchPorts;
import dev.moldau.broker.fetch.FetchSettings;
import dev.moldau.broker.fetch.ListOffsetsHandler;
import dev.moldau.broker.fetch.OffsetForLeaderEpochHandler;
import dev.moldau.broker.follow.Forwarding;
import dev.moldau.broker.follow.RefusingController;
import dev.moldau.broker.group.CoordinatorDirectory;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.ImageTopics;
import dev.moldau.broker.group.api.GroupHandlers;
import dev.moldau.broker.log.AlterReplicaLogDirsHandler;
import dev.moldau.broker.log.DeleteRecordsHandler;
import dev.moldau.broker.log.DescribeLogDirsHandler;
import dev.moldau.broker.log.DescribeProducersHandler;
import dev.moldau.broker.member.ClusterMember;
import dev.moldau.broker.produce.DescribeTransactionsHandler;
import dev.moldau.broker.produce.InitProducerIdHandler;
import dev.moldau.broker.produce.ListTransactionsHandler;
import dev.moldau.broker.produce.ProduceHandler;
import dev.moldau.broker.quota.QuotaHandlers;
import dev.moldau.broker.replication.Replication;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.broker.topic.TopicAutoCreation;
import dev.moldau.broker.topic.TopicHandlers;
import dev.moldau.broker.topic.TopicServices;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.common.config.ClusterKeys;
import dev.moldau.common.config.ReplicationKeys;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The handlers of a broker: one for each API that it serves, but for ApiVersions. */
final class BrokerHandlers {

    private BrokerHandlers() {}

    /**
     * The handlers.
     *
     * @param envelopes makes a dispatcher for requests that other brokers hand on
     */
    static List<ApiHandler<?, ?>> all(
            int nodeId,
            BrokerPorts ports,
            BrokerState state,
            Function<List<ApiHandler<?, ?>>, Dispatcher> envelopes) {
        List<ApiHandler<?, ?>> handlers = new ArrayList<>();
        handlers.addAll(records(ports, state));
        handlers.addAll(logs(ports, state));
        TopicServices services = topicServices(nodeId, ports, state);
        ImageSource images = ports.controller().images();
        List<ApiHandler<?, ?>> topics =
                with(
                        TopicHandlers.all(services),
                        ports.member()
                                .map(member -> DescribeQuorumHandler.of(member.office(), images))
                                .orElseGet(() -> DescribeQuorumHandler.alone(images)));
        if (ports.member().isEmpty()) {
            handlers.addAll(topics);
        } else {
            ClusterMember member = ports.member().get();
            handlers.addAll(forwarding(member, services, topics, state));
            handlers.addAll(
                    ControllerHandlers.all(
                            member.office(),
                            ports.controller().images(),
                            envelopes.apply(Forwarding.forwardable(topics))));
        }
        handlers.addAll(groups(nodeId, ports, state, services));
        handlers.addAll(AccessHandlers.all());
        handlers.addAll(QuotaHandlers.all());
        return handlers;
    }

    private static List<ApiHandler<?, ?>> records(BrokerPorts ports, BrokerState state) {
        FetchSettings fetch =
                new FetchSettings(
                        state.config().get(ClusterKeys.FETCH_MAX_BYTES),
                        FetchSettings.DEFAULTS.hotBytes(),
                        ports.heapBytes(),
                        state.config().find(ReplicationKeys.REPLICA_SELECTOR_CLASS).isPresent());
        return List.of(
                new ProduceHandler(state.lookup()),
                new FetchHandler(
                        fetch,
                        new FetchPorts(
                                state.lookup(),
                                state.fetchSessions(),
                                ports.timer(),
                                ports.diskThreads(),
                                leaderThrottle(ports, state))),
                new ListOffsetsHandler(state.lookup(), ports.diskThreads()),
                new OffsetForLeaderEpochHandler(state.lookup()),
                new InitProducerIdHandler(state.producerIds()),
                new ListTransactionsHandler(),
                new DescribeTransactionsHandler());
    }

    /** A broker that is a cluster of its own has no followers to slow down. */
    private static ReplicationThrottle leaderThrottle(BrokerPorts ports, BrokerState state) {
        return state.replication()
                .map(Replication::leaderThrottle)
                .orElseGet(
                        () ->
                                new ReplicationThrottle(
                                        ports.clock(), ReplicationThrottle.UNLIMITED));
    }

    private static List<ApiHandler<?, ?>> logs(BrokerPorts ports, BrokerState state) {
        return List.of(
                new DeleteRecordsHandler(
                        state.lookup(),
                        state.directory(),
                        ports.timer(),
                        ports.clock(),
                        ports.diskThreads()),
                new DescribeProducersHandler(state.lookup()),
                new DescribeLogDirsHandler(
                        state.partitions(), state.directory(), ports.diskThreads()),
                new AlterReplicaLogDirsHandler(state.partitions(), state.directory().folder()));
    }

    private static TopicServices topicServices(int nodeId, BrokerPorts ports, BrokerState state) {
        return new TopicServices(
                nodeId,
                ports.controller(),
                ports.configs(),
                new ImageReadiness(
                        ports.controller().images(), state.host(), state.partitions(), nodeId),
                ports.loggers(),
                ports.timer());
    }

    /** The handlers of a broker that is not always controller. */
    private static List<ApiHandler<?, ?>> forwarding(
            ClusterMember member,
            TopicServices services,
            List<ApiHandler<?, ?>> topics,
            BrokerState state) {
        ImageSource images = services.controller().images();
        return member.forwarding(state.host()::whenApplied)
                .wrap(
                        topics,
                        with(
                                TopicHandlers.all(
                                        services.with(RefusingController.unreachable(images))),
                                DescribeQuorumHandler.refusing(images, ErrorCode.NOT_CONTROLLER)),
                        with(
                                TopicHandlers.all(services.with(RefusingController.lost(images))),
                                DescribeQuorumHandler.refusing(
                                        images, ErrorCode.REQUEST_TIMED_OUT)));
    }

    private static List<ApiHandler<?, ?>> with(
            List<ApiHandler<?, ?>> handlers, ApiHandler<?, ?> another) {
        List<ApiHandler<?, ?>> all = new ArrayList<>(handlers);
        all.add(another);
        return all;
    }

    private static List<ApiHandler<?, ?>> groups(
            int nodeId, BrokerPorts ports, BrokerState state, TopicServices services) {
        TopicAutoCreation creation = new TopicAutoCreation(services);
        CoordinatorDirectory directory =
                new CoordinatorDirectory(
                        ports.controller().images(),
                        () -> creation.ensure(List.of(GroupCoordinator.OFFSETS_TOPIC)),
                        state.groups(),
                        ports.timer(),
                        ports.clock(),
                        nodeId);
        return GroupHandlers.all(
                state.groups(), directory, new ImageTopics(ports.controller().images()));
    }
}
