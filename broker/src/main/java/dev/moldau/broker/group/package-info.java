/**
 * The group coordinator: members, generations or epochs, and committed offsets of classic groups
 * and of consumer groups (KIP-848), kept in {@code __consumer_offsets} in Kafka's record formats. A
 * shard per partition of that topic owns the groups that hash to it and runs on one coordinator
 * lane; {@link dev.moldau.broker.group.GroupCoordinator} is the door through which everybody else
 * sends commands.
 *
 * <p>Two kinds of state live here. What must survive ({@link
 * dev.moldau.broker.group.DurableGroups}) changes only when a record of the log is applied, alike
 * while serving and while loading. What need not survive (who is waiting, timers, a generation that
 * is being formed) is in {@link dev.moldau.broker.group.Group} and {@link
 * dev.moldau.broker.group.ConsumerGroup}. A group is one of the two, and may become the other while
 * it lives ({@link dev.moldau.broker.group.Conversion}).
 */
@NullMarked
package dev.moldau.broker.group;

import org.jspecify.annotations.NullMarked;
