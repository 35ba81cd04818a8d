/**
 * Where the cluster's metadata is kept: a small port, {@link
 * dev.moldau.cluster.store.ClusterStore}, and the local store of a broker that is a cluster of its
 * own. {@code dev.moldau.cluster.store.zookeeper} has the one of a cluster. The controller is the
 * only writer; it owns the store.
 */
@NullMarked
package dev.moldau.cluster.store;

import org.jspecify.annotations.NullMarked;
