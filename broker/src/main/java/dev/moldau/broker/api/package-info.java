/**
 * How a request finds its handler and its answer finds the wire: the handler interface, the
 * registry (the only source for dispatch, ApiVersions and per-API metrics) and the dispatcher that
 * the server feeds with frames. Everything here is immutable or safe for any thread; a request is
 * decoded on the thread that brings the frame and encoded on the thread that completes it.
 */
@NullMarked
package dev.moldau.broker.api;

import org.jspecify.annotations.NullMarked;
