/**
 * The bytes of the protocol: reading and writing of primitives, strings, arrays and tagged fields,
 * with every length checked before anything is allocated. Readers and writers are confined to their
 * caller; codecs are stateless and shared by everybody.
 */
@NullMarked
package dev.moldau.protocol.wire;

import org.jspecify.annotations.NullMarked;
