/**
 * The cluster store on ZooKeeper. The only package that sees ZooKeeper's and Curator's classes; it
 * is loaded only where {@code zookeeper.connect} is set. {@link
 * dev.moldau.cluster.store.zookeeper.ZooKeeperClusterStore} is the whole of what others see; its
 * session is owned by the lane that it is given.
 */
@NullMarked
package dev.moldau.cluster.store.zookeeper;

import org.jspecify.annotations.NullMarked;
