package dev.moldau.broker.follow;

import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand;
import dev.moldau.cluster.controller.ControllerCommand.AllocateProducerIds;
import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.controller.ControllerCommand.BalanceLeaders;
import dev.moldau.cluster.controller.ControllerCommand.BrokersPresent;
import dev.moldau.cluster.controller.ControllerCommand.CreatePartitions;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.ElectLeaders;
import dev.moldau.cluster.controller.ControllerCommand.ForgetDeletedTopics;
import dev.moldau.cluster.controller.ControllerCommand.MovePartitions;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.controller.ControllerCommand.StopBroker;
import dev.moldau.cluster.controller.ControllerCommand.TopicCreation;
import dev.moldau.cluster.controller.ControllerCommand.UnregisterBroker;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.CreateTopicsResponse;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The controller as a broker sees it that is not controller itself, for the commands that brokers
 * give: they become requests to whoever is controller. Clients' requests do not come here but are
 * handed on as they are ({@link Forwarding}). Safe for use by any thread.
 *
 * <p>Answers to {@link CreateTopics} come when this broker's image shows the topics. Answers to
 * {@link AlterPartitions} do not wait for the image: they tell the partition as it is, and the
 * leader goes by that. A controller that answers STALE_BROKER_EPOCH knows another registration of
 * this broker than this one does; it is asked again, each time with the one that is known by then.
 */
public final class RemoteController implements Controller {

    private static final long PROPOSALS_MS = 10_000;
    private static final long PRODUCER_IDS_MS = 15_000;
    private static final int TOPICS_MS = 25_000;

    private final int brokerId;
    private final LongSupplier epoch;
    private final ControllerChannel urgent;
    private final ControllerChannel patient;
    private final ImageFollower follower;
    private final ImageArrivals arrivals;
    private final Timer timer;

    /**
     * @param brokerId this broker
     * @param epoch which of its registrations this process is, -1 before it has one; any thread
     * @param urgent for leaders' proposals, which acknowledgements wait for, and producer ids
     * @param patient for what may take as long as topics do; another one than the urgent one
     * @param follower brings the controller's images
     * @param timer where deadlines hang
     */
    public RemoteController(
            int brokerId,
            LongSupplier epoch,
            ControllerChannel urgent,
            ControllerChannel patient,
            ImageFollower follower,
            Timer timer) {
        this.brokerId = brokerId;
        this.epoch = epoch;
        this.urgent = urgent;
        this.patient = patient;
        this.follower = follower;
        this.arrivals = new ImageArrivals(follower);
        this.timer = timer;
    }

    @Override
    public ImageSource images() {
        return follower;
    }

    // Each command declares the type of its reply, and each branch returns a future of that type.
    // Clients' commands have one answer here, whatever more of them there will be.
    @SuppressWarnings("unchecked")
    @Override
    public <R> CompletableFuture<R> submit(ControllerCommand<R> command) {
        return (CompletableFuture<R>)
                switch (command) {
                    case AlterPartitions c ->
                            urgent.send(
                                    new ProposalRequest(c, epoch, follower.current()),
                                    PROPOSALS_MS);
                    case AllocateProducerIds c ->
                            urgent.send(new ProducerIdRequest(brokerId, epoch), PRODUCER_IDS_MS);
                    case CreateTopics c -> createTopics(c);
                    case ForgetDeletedTopics c -> {
                        follower.tellCleared(c.topics());
                        yield CompletableFuture.completedFuture(0);
                    }
                    case AlterConfigs c -> besidesLoggers(c);
                    case DeleteTopics _,
                            CreatePartitions _,
                            RegisterBroker _,
                            BrokersPresent _,
                            StopBroker _,
                            UnregisterBroker _,
                            ElectLeaders _,
                            BalanceLeaders _,
                            MovePartitions _ ->
                            CompletableFuture.failedFuture(
                                    new ControllerUnavailableException(
                                            "Broker " + brokerId + " is not the controller."));
                };
    }

    /**
     * What is left of a request that changes levels of loggers, which only this broker can do, and
     * had to stay here for that: nothing, unless a client mixes them with other settings.
     */
    private static CompletableFuture<List<ApiError>> besidesLoggers(AlterConfigs command) {
        ApiError apart =
                ApiError.of(
                        ErrorCode.INVALID_REQUEST,
                        "A request that changes loggers of a broker cannot change other settings"
                                + " too, unless that broker is the controller; send two requests.");
        return CompletableFuture.completedFuture(
                command.changes().stream().map(change -> apart).toList());
    }

    private CompletableFuture<List<TopicCreation>> createTopics(CreateTopics command) {
        Enveloped.Asker self =
                new Enveloped.Asker("Broker:" + brokerId, InetAddress.getLoopbackAddress());
        return patient.send(NewTopicsRequest.of(command, self, TOPICS_MS), TOPICS_MS)
                .thenCompose(answer -> whenSeen(command, answer));
    }

    private CompletableFuture<List<TopicCreation>> whenSeen(
            CreateTopics command, Forwarded<CreateTopicsResponse> answer) {
        return Bounded.within(timer, TOPICS_MS, arrivals.at(answer.imageVersion()))
                .thenApply(
                        seen -> {
                            if (!seen) {
                                throw new ControllerUnavailableException(
                                        "The topics are made, but this broker has not heard of"
                                                + " it from the controller.",
                                        ErrorCode.REQUEST_TIMED_OUT);
                            }
                            return NewTopicsRequest.outcomes(command, answer.response());
                        });
    }
}
