package dev.moldau.cluster.store.zookeeper.server;

import org.jspecify.annotations.Nullable;

/**
 * A ZooKeeper server cannot start or go on as things are. The message names the thing and the
 * remedy; nothing is left running.
 */
public final class EnsembleServerException extends Exception {

    private static final long serialVersionUID = 1L;

    EnsembleServerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
