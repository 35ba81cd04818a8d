/**
 * The cluster as one broker sees it: {@link dev.moldau.cluster.LocalCluster} puts the local store,
 * the controller and the image together for a broker that is a cluster of its own.
 */
@NullMarked
package dev.moldau.cluster;

import org.jspecify.annotations.NullMarked;
