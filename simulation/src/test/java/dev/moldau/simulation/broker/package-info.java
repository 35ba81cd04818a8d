/**
 * Brokers as processes of a simulation: the real broker over the world's ports, its disk, its
 * controller and its session with the store, and the way by which a simulated network reaches it.
 * Owned by the world's thread.
 */
@NullMarked
package dev.moldau.simulation.broker;

import org.jspecify.annotations.NullMarked;
