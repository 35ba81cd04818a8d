/**
 * The cluster's store in memory: an ensemble that outlives the processes, and their sessions with
 * it, which may be slow, out of reach, and expire. Owned by the world's thread.
 */
@NullMarked
package dev.moldau.simulation.store;

import org.jspecify.annotations.NullMarked;
