/**
 * The load programs: one loop, one source of records, one way of measuring, and per client library
 * a main class that plugs it in. Each runs in a JVM of its own with nothing but that client on its
 * class path, so that what the kernel and the JVM say of the process is the client's doing (and the
 * loop's, which is the same for all).
 */
@NullMarked
package dev.moldau.benchmarks.load;

import org.jspecify.annotations.NullMarked;
