/**
 * What clients do in a simulation: real producers that send records which can be told apart,
 * readers that fetch and remember what they saw, and the judgement of both. Owned by the world's
 * thread.
 */
@NullMarked
package dev.moldau.simulation.load;

import org.jspecify.annotations.NullMarked;
