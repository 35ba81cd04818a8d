/**
 * The protocol: API keys, error codes, headers and the shape of a codec. Messages are in {@code
 * message}, the bytes in {@code wire}, record batches in {@code record}, compression in {@code
 * compress}. Nothing here knows sockets or threads; everything is immutable or confined to its
 * caller.
 */
@NullMarked
package dev.moldau.protocol;

import org.jspecify.annotations.NullMarked;
