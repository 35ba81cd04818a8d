package dev.moldau.broker.group.assign;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shares partitions out among the members of a group. Every partition of an existing topic to which
 * somebody subscribed goes to exactly one member that did, and nobody gets anything else.
 */
public sealed interface Assignor permits UniformAssignor, RangeAssignor {

    /** All there are. */
    List<Assignor> ALL = List.of(new UniformAssignor(), new RangeAssignor());

    /** What members and settings call it. */
    String name();

    /**
     * What each member shall own.
     *
     * @return an entry for every member, by id
     */
    Map<String, PartitionSet> assign(AssignmentTask task);

    /** The assignor of that name, if there is one. */
    static Optional<Assignor> named(String name) {
        return ALL.stream().filter(assignor -> assignor.name().equals(name)).findFirst();
    }
}
