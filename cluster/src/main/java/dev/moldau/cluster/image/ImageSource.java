package dev.moldau.cluster.image;

/** Where the newest image is. Safe for use by any thread. */
public interface ImageSource {

    /** The newest image; one volatile read. */
    ClusterImage current();

    /**
     * Tells the listener of every image after the one that it is given at once, in order, none left
     * out. The first call comes before this returns, with the current image as both arguments.
     */
    void subscribe(ImageListener listener);
}
