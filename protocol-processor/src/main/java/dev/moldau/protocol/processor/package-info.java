/** The annotation processor that writes codecs for message records; build time only. */
@NullMarked
package dev.moldau.protocol.processor;

import org.jspecify.annotations.NullMarked;
