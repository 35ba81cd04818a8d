package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.ImageSource;
import java.util.concurrent.CompletableFuture;

/** The one who changes the cluster. Safe for use by any thread. */
public interface Controller {

    /**
     * Carries out a command, after those submitted before it. The answer comes when the change is
     * durable and the image that shows it is published and every {@link
     * dev.moldau.cluster.image.ImageListener} has been told.
     *
     * <p>What is wrong with an item of the command is a value in its result. The future fails only
     * with {@link ControllerUnavailableException}: nothing then tells whether the command took
     * place; the same command may be submitted again.
     *
     * @return completed on the controller's thread: what hangs on it must be short or go elsewhere
     */
    <R> CompletableFuture<R> submit(ControllerCommand<R> command);

    /** The images that the controller publishes. */
    ImageSource images();
}
