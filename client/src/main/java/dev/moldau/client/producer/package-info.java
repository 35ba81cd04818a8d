/** The producer: records go in, batches go out, every record is answered exactly once. */
@NullMarked
package dev.moldau.client.producer;

import org.jspecify.annotations.NullMarked;
