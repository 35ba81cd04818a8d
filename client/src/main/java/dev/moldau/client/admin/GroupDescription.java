package dev.moldau.client.admin;

import dev.moldau.client.Node;
import java.util.List;

/**
 * A group.
 *
 * @param id its name
 * @param type {@link #CLASSIC} or {@link #CONSUMER}
 * @param state such as {@code Stable} or {@code Empty}
 * @param protocolType such as {@code consumer}
 * @param assignor the one in use; empty if there is none
 * @param epoch of a group that the broker balances: rises when members or subscriptions change; -1
 *     for a classic group
 * @param assignmentEpoch the epoch that the present assignment was made for, behind {@code epoch}
 *     while it is being made anew; -1 for a classic group
 * @param coordinator the broker that coordinates it
 * @param members who takes part now
 * @param generations why the last generations began, oldest first; empty if the broker does not
 *     tell
 */
public record GroupDescription(
        String id,
        String type,
        String state,
        String protocolType,
        String assignor,
        int epoch,
        int assignmentEpoch,
        Node coordinator,
        List<GroupMember> members,
        List<GroupGeneration> generations) {

    /** The type of groups whose members share the partitions among themselves. */
    public static final String CLASSIC = "classic";

    /** The type of groups of consumers that the broker balances. */
    public static final String CONSUMER = "consumer";

    /** Copies the lists. */
    public GroupDescription {
        members = List.copyOf(members);
        generations = List.copyOf(generations);
    }
}
