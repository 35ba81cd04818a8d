/**
 * How the cluster's image comes from the controller to the other brokers: as bytes of differences,
 * kept for those who follow closely, and whole for the rest. Owned by the broker that is
 * controller.
 */
@NullMarked
package dev.moldau.cluster.propagation;

import org.jspecify.annotations.NullMarked;
