package dev.moldau.broker.controller;

import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.propagation.ImageFeed;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether this broker is controller, and by whom it acts then. Whoever runs the election begins and
 * ends terms, on one thread; anybody reads.
 */
public final class ControllerOffice {

    private volatile @Nullable Acting acting;

    /**
     * A term as controller.
     *
     * @param controller carries commands out
     * @param feed tells the other brokers of its images
     * @param cleared collects who has no files of deleted topics any more
     * @param followers how far the other brokers' images are
     */
    public record Acting(
            Controller controller,
            ImageFeed feed,
            ClearedTopics cleared,
            ImageFollowers followers) {}

    /**
     * This broker is controller from now on.
     *
     * @param controller carries commands out
     * @param feed tells the other brokers of its images; closed when the term ends
     * @throws IllegalStateException if a term has not ended
     */
    public void begin(Controller controller, ImageFeed feed) {
        if (acting != null) {
            throw new IllegalStateException("the term before has not ended");
        }
        acting = new Acting(controller, feed, new ClearedTopics(controller), new ImageFollowers());
    }

    /** This broker is controller no longer; does nothing if it was not. */
    public void end() {
        Acting ended = acting;
        acting = null;
        if (ended != null) {
            ended.feed().close();
        }
    }

    /** The present term; empty if another broker is controller, or none. */
    public Optional<Acting> acting() {
        return Optional.ofNullable(acting);
    }
}
