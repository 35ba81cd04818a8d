package dev.moldau.broker.group;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Committed offsets of one group.
 *
 * @param error why there are none, or none
 * @param offsets one entry per partition asked for, in that order; or all of the group's
 */
public record OffsetFetchResult(ErrorCode error, List<Entry> offsets) {

    /**
     * One partition's offset.
     *
     * @param error why it is withheld, or none
     * @param committed the offset, or null if none was committed
     */
    public record Entry(
            TopicPartition partition, ErrorCode error, @Nullable CommittedOffset committed) {}

    /** No offsets. */
    static OffsetFetchResult failed(ErrorCode error) {
        return new OffsetFetchResult(error, List.of());
    }
}
