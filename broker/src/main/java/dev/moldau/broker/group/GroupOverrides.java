package dev.moldau.broker.group;

import java.util.Map;

/**
 * What is set for single groups: a port to the cluster image. Safe for use by any thread; every
 * answer may be overtaken at once.
 */
@FunctionalInterface
public interface GroupOverrides {

    /** Nothing is set for any group. */
    GroupOverrides NONE = _ -> Map.of();

    /** The settings made for a group, by key; empty if there are none. */
    Map<String, String> of(String groupId);
}
