/**
 * What stands around a message: the header of a request, the header of a response, and the frame of
 * size, header and body. Which header goes with which API and version is decided here and nowhere
 * else. Everything is immutable or confined to its caller.
 */
@NullMarked
package dev.moldau.protocol.header;

import org.jspecify.annotations.NullMarked;
