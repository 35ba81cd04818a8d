/**
 * Which brokers are there: each keeps an ephemeral record of itself in the store, and all read
 * them. The record also says where a broker is reached, so that one that knows no image yet finds
 * the controller.
 */
@NullMarked
package dev.moldau.cluster.presence;

import org.jspecify.annotations.NullMarked;
