package dev.moldau.cluster.image;

/**
 * Wants to know of every image. It is called on the thread that publishes, one image after the
 * other: it must be short, must not wait, and typically posts to the lanes that own what changed.
 */
@FunctionalInterface
public interface ImageListener {

    /**
     * A new image is current.
     *
     * @param old the image before
     * @param current the new one
     */
    void onImage(ClusterImage old, ClusterImage current);
}
