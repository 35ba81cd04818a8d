package dev.moldau.broker.follow;

import dev.moldau.broker.controller.ControllerOffice;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand;
import dev.moldau.cluster.controller.ControllerCommand.ForgetDeletedTopics;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.propagation.ImageFeed;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The controller of a cluster of several brokers, wherever it is: this broker while it is elected,
 * another one otherwise. Safe for use by any thread.
 */
public final class ElectedController implements Controller {

    private final int brokerId;
    private final ControllerOffice office;
    private final Controller remote;
    private final ImageFollower follower;

    /**
     * @param brokerId this broker
     * @param office whether it is controller
     * @param remote takes commands while it is not
     * @param follower this broker's images, whoever made them
     */
    public ElectedController(
            int brokerId, ControllerOffice office, Controller remote, ImageFollower follower) {
        this.brokerId = brokerId;
        this.office = office;
        this.remote = remote;
        this.follower = follower;
    }

    /**
     * This broker is controller from now on. Its images become this broker's on the thread that
     * publishes them, before the commands that led to them are answered.
     *
     * @param controller carries commands out
     * @param feed tells the other brokers of its images; closed when the term ends
     */
    public void begin(Controller controller, ImageFeed feed) {
        controller.images().subscribe((old, current) -> follower.adopt(current));
        office.begin(controller, feed);
    }

    /** Another broker is controller, or none. */
    public void end() {
        office.end();
        follower.controllerChanged();
    }

    @Override
    public <R> CompletableFuture<R> submit(ControllerCommand<R> command) {
        Optional<ControllerOffice.Acting> acting = office.acting();
        if (acting.isEmpty()) {
            return remote.submit(command);
        }
        return command instanceof ForgetDeletedTopics cleared
                ? cleared(acting.get(), cleared)
                : acting.get().controller().submit(command);
    }

    /** This broker's files are gone; those of others may not be. */
    // The reply to this command is a number.
    @SuppressWarnings("unchecked")
    private <R> CompletableFuture<R> cleared(
            ControllerOffice.Acting acting, ForgetDeletedTopics command) {
        BrokerRegistration self = follower.current().brokers().get(brokerId);
        if (self != null) {
            acting.cleared().add(brokerId, self.epoch(), command.topics());
        }
        return (CompletableFuture<R>) CompletableFuture.completedFuture(0);
    }

    @Override
    public ImageSource images() {
        return follower;
    }
}
