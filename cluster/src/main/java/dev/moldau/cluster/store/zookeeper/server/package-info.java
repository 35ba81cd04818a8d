/**
 * ZooKeeper's own server, for those who have no ensemble: alone or as one of a few. Run by the
 * thread that starts it; what it needs beside that it makes itself.
 */
@NullMarked
package dev.moldau.cluster.store.zookeeper.server;

import org.jspecify.annotations.NullMarked;
