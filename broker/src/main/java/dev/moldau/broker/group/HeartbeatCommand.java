package dev.moldau.broker.group;

import org.jspecify.annotations.Nullable;

/**
 * A member says that it is alive, and wants to know whether its generation still stands.
 *
 * @param groupId the group
 * @param memberId who
 * @param instanceId its static name, if it has one
 * @param generation the generation it believes in
 */
public record HeartbeatCommand(
        String groupId, String memberId, @Nullable String instanceId, int generation) {}
