/**
 * A whole broker minus sockets: {@link dev.moldau.broker.Broker} puts partitions, coordinators and
 * handlers together from the ports that it is given. It owns every lane it makes, and ends them.
 */
@NullMarked
package dev.moldau.broker;

import org.jspecify.annotations.NullMarked;
