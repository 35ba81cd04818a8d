/**
 * Moldau seen from outside: a broker in a process of its own, foreign clients in theirs, brokers
 * killed in the middle. Nothing here reaches into the broker; what a client of another make sees is
 * what counts.
 */
@NullMarked
package dev.moldau.systemtests;

import org.jspecify.annotations.NullMarked;
