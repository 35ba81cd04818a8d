/**
 * The one loop of a client and its connections to brokers. Nothing else in the client sees Netty.
 */
@NullMarked
package dev.moldau.client.net;

import org.jspecify.annotations.NullMarked;
