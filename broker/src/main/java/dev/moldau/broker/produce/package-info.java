/**
 * What producers ask: the produce handler, which splits a request over the lanes of its partitions
 * and puts the outcomes together again, and the handing out of producer ids. A request in progress
 * belongs to the lanes that work on it, one after the other.
 */
@NullMarked
package dev.moldau.broker.produce;

import org.jspecify.annotations.NullMarked;
