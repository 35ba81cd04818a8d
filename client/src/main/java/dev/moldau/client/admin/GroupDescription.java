package dev.moldau.client.admin;

import dev.moldau.client.Node;
import java.util.List;

/**
 * A classic group.
 *
 * @param id its name
 * @param state such as {@code Stable} or {@code Empty}
 * @param protocolType such as {@code consumer}
 * @param assignor the one in use; empty if there is none
 * @param coordinator the broker that coordinates it
 * @param members who takes part now
 */
public record GroupDescription(
        String id,
        String state,
        String protocolType,
        String assignor,
        Node coordinator,
        List<GroupMember> members) {

    /** Copies the list. */
    public GroupDescription {
        members = List.copyOf(members);
    }
}
