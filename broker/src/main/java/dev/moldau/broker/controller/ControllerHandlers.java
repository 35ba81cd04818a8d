package dev.moldau.broker.controller;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.Dispatcher;
import dev.moldau.cluster.image.ImageSource;
import java.util.List;

/** All handlers of this package, for the composition root. */
public final class ControllerHandlers {

    private ControllerHandlers() {}

    /**
     * The handlers.
     *
     * @param office whether this broker is controller
     * @param images what this broker knows of the cluster
     * @param forwarded answers clients' requests that other brokers hand on, and nothing else
     */
    public static List<ApiHandler<?, ?>> all(
            ControllerOffice office, ImageSource images, Dispatcher forwarded) {
        return List.of(
                new FollowImageHandler(office, images),
                new AlterPartitionHandler(office),
                new AllocateProducerIdsHandler(office),
                new EnvelopeHandler(office, forwarded));
    }
}
