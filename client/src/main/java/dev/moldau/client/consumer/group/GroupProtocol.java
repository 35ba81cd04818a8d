package dev.moldau.client.consumer.group;

/** {@code group.protocol}: who balances the group. */
public enum GroupProtocol {
    /** The brokers. */
    CONSUMER,
    /** One of the members. */
    CLASSIC,
    /** The brokers, if they can and the group is or can become such a one, else a member. */
    EITHER
}
