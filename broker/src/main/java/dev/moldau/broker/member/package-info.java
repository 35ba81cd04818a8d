/**
 * A broker's part in a cluster of several: it keeps its presence in the store, stands for election,
 * acts as controller while it is elected, and follows the controller otherwise. {@link
 * dev.moldau.broker.member.ClusterMember} puts the parts together; all of them share one lane,
 * which may wait for the store, and one loop with the connections to other brokers.
 */
@NullMarked
package dev.moldau.broker.member;

import org.jspecify.annotations.NullMarked;
