package dev.moldau.common;

import java.util.concurrent.Executor;

/**
 * The one thread that owns a set of state: everybody else sends it commands. Commands run one at a
 * time, in the order in which each sender sent them.
 */
public interface Lane extends Executor {

    /**
     * Whether the caller is running on this lane; owners assert it before they touch their state.
     */
    boolean isCurrent();

    /** The name of the lane in logs and thread dumps. */
    String name();
}
