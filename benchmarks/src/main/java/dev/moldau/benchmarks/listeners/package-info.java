/**
 * The listener run: messages of many keys, work that takes time, and what order, time and a killed
 * process make of it.
 */
@NullMarked
package dev.moldau.benchmarks.listeners;

import org.jspecify.annotations.NullMarked;
