package dev.moldau.broker.group;

/**
 * A group in a list of groups.
 *
 * @param groupId the group
 * @param protocolType what it is for; empty for a group that only keeps offsets
 * @param state its state as the protocol spells it, such as {@code PreparingRebalance}
 * @param type who balances it: {@code classic} or {@code consumer}
 */
public record GroupListing(String groupId, String protocolType, String state, String type) {}
