package dev.moldau.cluster.image;

/**
 * How versions of images go on when the controller changes: the epoch of the controller stands in
 * the upper bits, the number of its changes in the lower ones. A later controller begins above
 * everything that an earlier one can have published, without having seen any of it, so that a
 * broker that only ever goes to higher versions never goes back.
 *
 * <p>There is room for a million changes each second during twelve days of one controller, and for
 * eight million controllers.
 */
public final class ImageVersion {

    /** What no image has: a broker that knows nothing yet. */
    public static final long NONE = 0;

    private static final int CHANGE_BITS = 40;
    private static final int MAX_EPOCH = (1 << (Long.SIZE - 1 - CHANGE_BITS)) - 1;

    private ImageVersion() {}

    /**
     * The version below all those of a controller.
     *
     * @param controllerEpoch counts controllers from 1
     * @throws IllegalArgumentException if the epoch is not one that a controller can have
     */
    public static long before(int controllerEpoch) {
        if (controllerEpoch < 1 || controllerEpoch > MAX_EPOCH) {
            throw new IllegalArgumentException(
                    "the controller epoch "
                            + controllerEpoch
                            + " is not within 1 and "
                            + MAX_EPOCH
                            + "; a cluster cannot have had more controllers than that");
        }
        return (long) controllerEpoch << CHANGE_BITS;
    }

    /** The epoch of the controller that published the version; 0 for {@link #NONE}. */
    public static int controllerEpoch(long version) {
        return (int) (version >>> CHANGE_BITS);
    }

    /** How many changes that controller had published by then. */
    public static long change(long version) {
        return version & ((1L << CHANGE_BITS) - 1);
    }

    /** For people: epoch and change, {@code 3.17}. */
    public static String describe(long version) {
        return controllerEpoch(version) + "." + change(version);
    }
}
