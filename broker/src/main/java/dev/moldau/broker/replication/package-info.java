/**
 * The follower's side of replication: fetchers bring from the partitions' leaders what this
 * broker's replicas lack. One loop, shared with the connections to other brokers, owns all fetchers
 * and decides; the lanes that own the partitions change their logs. The image says whom to follow,
 * leader epochs say what to drop.
 */
@NullMarked
package dev.moldau.broker.replication;

import org.jspecify.annotations.NullMarked;
