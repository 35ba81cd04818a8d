/**
 * A whole broker process, and the same broker embedded in a JVM: settings in, listeners and a
 * broker out. The composition root; the only place that knows sockets and broker alike.
 */
@NullMarked
package dev.moldau.server;

import org.jspecify.annotations.NullMarked;
