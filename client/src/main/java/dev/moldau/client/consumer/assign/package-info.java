/**
 * How the members of a classic group share out partitions: one of them computes for all. The names
 * and what goes over the wire are those of Kafka's assignors, so that members of both kinds can be
 * in one group. Pure, but for what an assignor remembers of its own member.
 */
@NullMarked
package dev.moldau.client.consumer.assign;

import org.jspecify.annotations.NullMarked;
