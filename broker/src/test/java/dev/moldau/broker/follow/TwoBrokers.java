package dev.moldau.broker.follow;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.ApiVersionsHandler;
import dev.moldau.broker.api.Dispatcher;
import dev.moldau.broker.api.HandlerRegistry;
import dev.moldau.broker.api.OldVersions;
import dev.moldau.broker.api.RequestElements;
import dev.moldau.broker.controller.ControllerHandlers;
import dev.moldau.broker.controller.ControllerOffice;
import dev.moldau.broker.controller.DescribeQuorumHandler;
import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.broker.topic.PartitionReadiness;
import dev.moldau.broker.topic.TopicHandlers;
import dev.moldau.broker.topic.TopicServices;
import dev.moldau.client.Node;
import dev.moldau.cluster.LocalCluster;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.propagation.ImageFeed;
import dev.moldau.common.Lane;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.wire.WireBuffers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Broker 1, which is controller, and broker 2, which is not; in virtual time. */
final class TwoBrokers implements AutoCloseable {

    /** Runs on the calling thread. */
    private static final class CallingLane implements Lane {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public String name() {
            return "calling";
        }
    }

    /** Partitions that serve at once. */
    private static final class Ready implements PartitionReadiness {
        @Override
        public CompletionStage<Void> serving(TopicImage topic) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Void> removed(String name, Uuid id) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<Void> configured() {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** One logger, whose level is remembered. */
    static final class OneLogger implements LoggerLevels {
        String level = "INFO";

        @Override
        public Map<String, String> levels() {
            return Map.of("dev", level);
        }

        @Override
        public boolean set(String logger, String newLevel) {
            level = newLevel;
            return true;
        }

        @Override
        public boolean reset(String logger) {
            return set(logger, "INFO");
        }
    }

    final ManualLoop loop = new ManualLoop();
    final FakeNetwork polls = new FakeNetwork(loop);
    final FakeNetwork commands = new FakeNetwork(loop);
    final LocalCluster cluster;
    final ControllerOffice office = new ControllerOffice();
    final ControllerOffice officeOfOther = new ControllerOffice();
    final ImageFollower follower;
    final ElectedController other;
    final OneLogger loggers = new OneLogger();
    long epochShift;
    Optional<Node> controller = Optional.of(FakeNetwork.node(1));

    private final List<ApiHandler<?, ?>> ofController;
    private final List<ApiHandler<?, ?>> ofOther;

    TwoBrokers(Path folder) {
        BrokerConfig config = BrokerConfig.of(Map.of("node.id", "1"));
        cluster =
                LocalCluster.open(
                        folder.resolve("cluster.mv"), config, new CallingLane(), new Random(1));
        register(1);
        register(2);
        List<ApiHandler<?, ?>> topics =
                with(
                        TopicHandlers.all(services(1, cluster)),
                        DescribeQuorumHandler.of(office, cluster.images()));
        ofController =
                ControllerHandlers.all(
                        office, cluster.images(), dispatcher(Forwarding.forwardable(topics)));
        begin();
        polls.serve(1, request -> BetweenBrokers.answered(ofController, request));
        commands.serve(1, request -> BetweenBrokers.answered(ofController, request));
        follower =
                new ImageFollower(
                        2,
                        loop,
                        polls,
                        () -> controller,
                        ClusterImage.empty(cluster.images().current().clusterId()),
                        new Random(2));
        ControllerChannel channel =
                new ControllerChannel(loop, commands, () -> controller, new Random(3));
        RemoteController remote =
                new RemoteController(2, this::epochOfOther, channel, channel, follower, loop);
        other = new ElectedController(2, officeOfOther, remote, follower);
        ImageArrivals arrivals = new ImageArrivals(follower);
        Forwarding forwarding =
                new Forwarding(
                        () -> officeOfOther.acting().isPresent(), channel, arrivals::at, loop);
        ofOther =
                forwarding.wrap(
                        with(
                                TopicHandlers.all(services(2, other)),
                                DescribeQuorumHandler.of(officeOfOther, follower)),
                        with(
                                TopicHandlers.all(
                                        services(2, RefusingController.unreachable(follower))),
                                DescribeQuorumHandler.refusing(follower, ErrorCode.NOT_CONTROLLER)),
                        with(
                                TopicHandlers.all(services(2, RefusingController.lost(follower))),
                                DescribeQuorumHandler.refusing(
                                        follower, ErrorCode.REQUEST_TIMED_OUT)));
        follower.start();
        loop.advance(1_000);
    }

    private static List<ApiHandler<?, ?>> with(
            List<ApiHandler<?, ?>> handlers, ApiHandler<?, ?> another) {
        List<ApiHandler<?, ?>> all = new ArrayList<>(handlers);
        all.add(another);
        return all;
    }

    /** What broker 2 takes its registration for. */
    long epochOfOther() {
        return epochShift + Objects.requireNonNull(follower.current().brokers().get(2)).epoch();
    }

    private void register(int id) {
        cluster.submit(
                        new RegisterBroker(
                                id, List.of(new Endpoint("L", "PLAINTEXT", "h", 9)), null))
                .join();
    }

    /** Broker 1 acts as controller. */
    void begin() {
        office.begin(cluster, ImageFeed.of(cluster.images(), loop, loop, 100_000));
    }

    private TopicServices services(int id, Controller ofWhom) {
        return new TopicServices(
                id, ofWhom, cluster.configs(), new Ready(), loggers, new ManualTimer());
    }

    private Dispatcher dispatcher(List<ApiHandler<?, ?>> handlers) {
        return new Dispatcher(
                HandlerRegistry.of(
                        handlers,
                        OldVersions.SERVED,
                        served -> new ApiVersionsHandler(served, "c", 1)),
                loop.clock(),
                WireBuffers.HEAP,
                RequestElements.ofHeap(256L << 20));
    }

    /** What broker 2 answers a client; completed when the test has moved time on enough. */
    <R> CompletableFuture<R> ask(ApiKey api, int version, ApiMessage request, Class<R> type) {
        return BetweenBrokers.handle(ofOther, api, (short) version, request)
                .toCompletableFuture()
                .thenApply(type::cast);
    }

    /** What broker 1 answers another broker. */
    CompletionStage<? extends ApiMessage> answered(ApiMessage request) {
        return BetweenBrokers.answered(ofController, request);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
