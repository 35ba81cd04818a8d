/**
 * Looks into the brokers' logs: what no two replicas, and no two leaders, may ever have written,
 * and whether all is whole again at the end. Owned by the world's thread.
 */
@NullMarked
package dev.moldau.simulation.judge;

import org.jspecify.annotations.NullMarked;
