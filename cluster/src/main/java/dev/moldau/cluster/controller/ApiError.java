package dev.moldau.cluster.controller;

import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * How one item of a command ended. Errors of the protocol are values.
 *
 * @param code the code for the wire
 * @param message what went wrong and what to do; null if all went well
 */
public record ApiError(ErrorCode code, @Nullable String message) {

    /** All went well. */
    public static final ApiError NONE = new ApiError(ErrorCode.NONE, null);

    /** An error with its explanation. */
    public static ApiError of(ErrorCode code, String message) {
        return new ApiError(code, message);
    }

    /** Whether something went wrong. */
    public boolean failed() {
        return code != ErrorCode.NONE;
    }
}
