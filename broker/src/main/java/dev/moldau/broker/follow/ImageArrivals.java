package dev.moldau.broker.follow;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** Tells when an image that somebody waits for is current here. Safe for use by any thread. */
public final class ImageArrivals {

    private final ImageSource images;

    /** Guarded by this. */
    private final List<Waiter> waiters = new ArrayList<>();

    private record Waiter(
            Predicate<ClusterImage> wanted, CompletableFuture<ClusterImage> arrived) {}

    /** Subscribes for the life of the source. */
    public ImageArrivals(ImageSource images) {
        this.images = images;
        images.subscribe((old, current) -> arrived(current));
    }

    /** Completes as below with an image of that version or a later one. */
    CompletableFuture<ClusterImage> at(long version) {
        return when(image -> image.version() >= version);
    }

    /**
     * Completes with the first image from the current one on that is wanted, on the thread that
     * publishes it.
     *
     * @param wanted must be quick and not change its mind about an image
     */
    public CompletableFuture<ClusterImage> when(Predicate<ClusterImage> wanted) {
        CompletableFuture<ClusterImage> arrived = new CompletableFuture<>();
        ClusterImage now;
        synchronized (this) {
            now = images.current();
            if (!wanted.test(now)) {
                waiters.add(new Waiter(wanted, arrived));
                return arrived;
            }
        }
        arrived.complete(now);
        return arrived;
    }

    /** The image is current already, so that whoever was not in the list yet finds it. */
    private void arrived(ClusterImage image) {
        List<Waiter> there = new ArrayList<>();
        synchronized (this) {
            waiters.removeIf(w -> w.arrived().isDone() || (w.wanted().test(image) && there.add(w)));
        }
        there.forEach(waiter -> waiter.arrived().complete(image));
    }
}
