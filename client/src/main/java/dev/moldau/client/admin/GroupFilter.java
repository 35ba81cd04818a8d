package dev.moldau.client.admin;

import java.util.Set;

/**
 * Which groups are wanted; an empty set is no bound. Brokers that cannot tell one from another
 * refuse rather than list too much.
 *
 * @param states such as {@code Stable}, {@code Empty}, {@code PreparingRebalance}; brokers know
 *     them since ListGroups v4
 * @param types such as {@code classic}, {@code consumer}; brokers know them since ListGroups v5
 */
public record GroupFilter(Set<String> states, Set<String> types) {

    /** All groups. */
    public static final GroupFilter ALL = new GroupFilter(Set.of(), Set.of());

    /** Copies the sets. */
    public GroupFilter {
        states = Set.copyOf(states);
        types = Set.copyOf(types);
    }

    /** Groups in one of these states. */
    public static GroupFilter states(String... states) {
        return new GroupFilter(Set.of(states), Set.of());
    }

    /** Groups of one of these types. */
    public static GroupFilter types(String... types) {
        return new GroupFilter(Set.of(), Set.of(types));
    }
}
