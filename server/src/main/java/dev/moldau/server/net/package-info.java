/**
 * Sockets: listeners, frames, the order of responses, back-pressure and the refusal of peers that
 * misbehave. A connection and everything in it belongs to one event loop, which never waits; what
 * all loops share (counters, the memory budget, the connection limits) is safe for any thread.
 */
@NullMarked
package dev.moldau.server.net;

import org.jspecify.annotations.NullMarked;
