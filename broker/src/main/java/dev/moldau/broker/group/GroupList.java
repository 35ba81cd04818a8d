package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * The groups of a broker.
 *
 * @param error why some are missing, or none
 * @param groups in no order
 */
public record GroupList(ErrorCode error, List<GroupListing> groups) {

    /** Nothing to list. */
    static GroupList failed(ErrorCode error) {
        return new GroupList(error, List.of());
    }

    /**
     * All of it together. A shard that has just gone to another broker is no error: that broker
     * lists it.
     */
    static GroupList of(List<GroupList> parts) {
        List<GroupListing> all = new ArrayList<>();
        ErrorCode error = ErrorCode.NONE;
        for (GroupList part : parts) {
            all.addAll(part.groups());
            if (part.error() != ErrorCode.NONE && part.error() != ErrorCode.NOT_COORDINATOR) {
                error = part.error();
            }
        }
        return new GroupList(error, all);
    }
}
