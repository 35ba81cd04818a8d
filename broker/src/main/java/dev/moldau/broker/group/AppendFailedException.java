package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;

/**
 * An append to a shard's log was refused or undone: its records are not in the log and never will
 * be. Carries the error as a produce request would have met it.
 */
public final class AppendFailedException extends RuntimeException {

    private final ErrorCode error;

    /**
     * @param error what a producer would have been told
     * @param message the partition, the limit or the file concerned
     */
    public AppendFailedException(ErrorCode error, String message) {
        super(error + ": " + message);
        this.error = error;
    }

    /** What a producer would have been told. */
    public ErrorCode error() {
        return error;
    }
}
