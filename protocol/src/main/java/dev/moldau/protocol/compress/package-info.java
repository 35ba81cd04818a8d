/**
 * The codecs that record batches may be compressed with, and their framing. A {@link Codecs} holds
 * the contexts and the scratch memory of one owner thread; nothing here is shared between threads.
 */
@NullMarked
package dev.moldau.protocol.compress;

import org.jspecify.annotations.NullMarked;
