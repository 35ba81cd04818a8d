package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import java.util.List;

/**
 * Which offsets were deleted.
 *
 * @param error why the command as a whole failed, or none
 * @param errors the outcome for each partition that was named, in that order
 */
public record DeleteOffsetsResult(ErrorCode error, List<ErrorCode> errors) {

    /** Nothing was deleted. */
    static DeleteOffsetsResult failed(ErrorCode error) {
        return new DeleteOffsetsResult(error, List.of());
    }
}
