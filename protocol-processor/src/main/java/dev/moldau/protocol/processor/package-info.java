/**
 * The annotation processor that writes codecs for message records; build time only. It knows the
 * annotations of {@code dev.moldau.protocol.schema} by name, reads declarations into a small model,
 * refuses impossible ones on the element that is wrong, and writes one codec per message and the
 * catalogue of all of them. Confined to the compiler's thread.
 */
@NullMarked
package dev.moldau.protocol.processor;

import org.jspecify.annotations.NullMarked;
