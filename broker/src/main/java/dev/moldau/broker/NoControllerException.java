package dev.moldau.broker;

/** A broker of a cluster could not start, because it found no controller. Start it again. */
public final class NoControllerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoControllerException(long waitedMs, Throwable cause) {
        super(
                "no broker of the cluster became controller, or the one that is could not be"
                        + " reached, within "
                        + waitedMs / 1_000
                        + " s; the logs of this broker and of the others say why",
                cause);
    }
}
