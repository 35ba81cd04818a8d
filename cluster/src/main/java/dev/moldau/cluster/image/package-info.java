/**
 * What the cluster is: brokers, topics, partitions and their settings, as one immutable {@link
 * dev.moldau.cluster.image.ClusterImage}. The controller makes the next image and publishes it by
 * one volatile write; everybody else only reads.
 */
@NullMarked
package dev.moldau.cluster.image;

import org.jspecify.annotations.NullMarked;
