package dev.moldau.client.errors;

import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The offsets were not committed and will not be: the member is no longer part of its group, and
 * others may have its partitions. What was processed since the last commit may be processed again.
 * Go on polling, which joins anew.
 */
public final class CommitFailedException extends RefusedException {

    private static final long serialVersionUID = 1L;

    /** A commit that a broker refused, or that came too late to be tried. */
    public CommitFailedException(
            String message, @Nullable ErrorCode error, @Nullable Throwable cause) {
        super(message, error, cause);
    }

    @Override
    public ClientException again() {
        return new CommitFailedException(String.valueOf(getMessage()), error().orElse(null), this);
    }
}
