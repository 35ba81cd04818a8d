/** Tests of the network layer. */
@NullMarked
package dev.moldau.server.net;

import org.jspecify.annotations.NullMarked;
