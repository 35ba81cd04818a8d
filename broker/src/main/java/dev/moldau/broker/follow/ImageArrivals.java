package dev.moldau.broker.follow;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImageSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Tells when an image of some version is current here. Safe for use by any thread. */
final class ImageArrivals {

    private final ImageSource images;

    /** Guarded by this. */
    private final List<Waiter> waiters = new ArrayList<>();

    private record Waiter(long version, CompletableFuture<ClusterImage> arrived) {}

    /** Subscribes for the life of the source. */
    ImageArrivals(ImageSource images) {
        this.images = images;
        images.subscribe((old, current) -> arrived(current));
    }

    /**
     * Completes when an image of that version or a later one is current, on the thread that
     * publishes it.
     */
    CompletableFuture<ClusterImage> at(long version) {
        CompletableFuture<ClusterImage> arrived = new CompletableFuture<>();
        synchronized (this) {
            if (images.current().version() < version) {
                waiters.add(new Waiter(version, arrived));
                return arrived;
            }
        }
        arrived.complete(images.current());
        return arrived;
    }

    /** The image is current already, so that whoever was not in the list yet finds it. */
    private void arrived(ClusterImage image) {
        List<Waiter> there = new ArrayList<>();
        synchronized (this) {
            waiters.removeIf(w -> w.version() <= image.version() && there.add(w));
        }
        there.forEach(waiter -> waiter.arrived().complete(image));
    }
}
