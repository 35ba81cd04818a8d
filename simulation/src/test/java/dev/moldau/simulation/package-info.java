/**
 * Runs of a simulated cluster: each is drawn from a seed, goes wrong in ways that its plan says,
 * and is judged at its end. {@code docs/SIMULATION.md} says what is modelled and how to repeat a
 * run.
 */
@NullMarked
package dev.moldau.simulation;

import org.jspecify.annotations.NullMarked;
