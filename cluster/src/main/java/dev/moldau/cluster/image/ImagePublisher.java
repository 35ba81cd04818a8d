package dev.moldau.cluster.image;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Holds the newest image and tells listeners. The controller's loop owns it, or the follower of a
 * broker that is not controller; any thread may read and subscribe.
 *
 * <p>A lock orders subscriptions against publications, so that a listener that subscribes while an
 * image is published sees it either as its first image or as a change, never not at all.
 */
public final class ImagePublisher implements ImageSource {

    private final ReentrantLock order = new ReentrantLock();
    private final List<ImageListener> listeners = new CopyOnWriteArrayList<>();
    private volatile ClusterImage current;

    /**
     * @param first the image to begin with
     */
    public ImagePublisher(ClusterImage first) {
        this.current = first;
    }

    @Override
    public ClusterImage current() {
        return current;
    }

    @Override
    public void subscribe(ImageListener listener) {
        order.lock();
        try {
            listeners.add(listener);
            listener.onImage(current, current);
        } finally {
            order.unlock();
        }
    }

    /**
     * Makes an image the current one and tells all listeners before it returns.
     *
     * @throws IllegalArgumentException if its version is not higher than the current one's
     */
    public void publish(ClusterImage image) {
        if (!publishIfNewer(image)) {
            throw new IllegalArgumentException(image + " is not newer than " + current);
        }
    }

    /**
     * Makes an image the current one, unless the current one is as new, and tells all listeners
     * before it returns: where images come in from more than one side.
     *
     * @return whether it is the current one now
     */
    public boolean publishIfNewer(ClusterImage image) {
        order.lock();
        try {
            ClusterImage old = current;
            if (image.version() <= old.version()) {
                return false;
            }
            current = image;
            listeners.forEach(listener -> listener.onImage(old, image));
            return true;
        } finally {
            order.unlock();
        }
    }
}
