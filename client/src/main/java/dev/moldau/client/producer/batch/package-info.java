/**
 * Records on their way into batches: per partition a queue of batches in order, the memory they
 * take, and which partition a record without one goes to. Filled by the callers' threads, emptied
 * by the client's loop. Not for applications.
 */
@NullMarked
package dev.moldau.client.producer.batch;

import org.jspecify.annotations.NullMarked;
