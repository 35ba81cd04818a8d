/**
 * Which broker is controller: the one that holds an ephemeral record of the store. Owned by one
 * lane of each broker, which may wait for the store.
 */
@NullMarked
package dev.moldau.cluster.election;

import org.jspecify.annotations.NullMarked;
