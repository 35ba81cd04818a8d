/**
 * The world of a simulation: one virtual clock, one source of chance, and processes whose threads,
 * lanes and timers are events of that clock. Everything runs on the thread of the test, which owns
 * it all.
 */
@NullMarked
package dev.moldau.simulation.world;

import org.jspecify.annotations.NullMarked;
