/**
 * The ways between the machines of a simulation, each of which may be cut in either direction.
 * Owned by the world's thread.
 */
@NullMarked
package dev.moldau.simulation.net;

import org.jspecify.annotations.NullMarked;
