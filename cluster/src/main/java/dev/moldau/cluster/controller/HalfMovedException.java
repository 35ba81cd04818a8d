package dev.moldau.cluster.controller;

/**
 * The cluster is on its way from one store to another, and neither may be used before it has
 * arrived or is back. The message says how to go on. Not retriable before that.
 */
public final class HalfMovedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message which cluster, and what to do
     */
    public HalfMovedException(String message) {
        super(message);
    }
}
