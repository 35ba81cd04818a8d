/**
 * Who owns which partition of a consumer group (KIP-848): sets of partitions, and the assignors
 * that share them out. Functions of their arguments, free of chance and time: the same members and
 * topics make the same assignment on whatever broker.
 */
@NullMarked
package dev.moldau.broker.group.assign;

import org.jspecify.annotations.NullMarked;
