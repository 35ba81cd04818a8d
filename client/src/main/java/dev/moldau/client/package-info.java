/**
 * What the clients share: brokers as a client reaches them. Every client is one thread, its network
 * loop, which owns its connections, metadata and requests; callers talk to it by messages and read
 * published snapshots.
 */
@NullMarked
package dev.moldau.client;

import org.jspecify.annotations.NullMarked;
