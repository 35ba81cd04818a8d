/**
 * Brings the cluster of a broker that was alone from its local store to one that several brokers
 * share. Run by one thread while no broker runs; it may be interrupted anywhere and run again.
 */
@NullMarked
package dev.moldau.cluster.move;

import org.jspecify.annotations.NullMarked;
