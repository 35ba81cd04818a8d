package dev.moldau.broker.group;

import java.nio.ByteBuffer;

/**
 * A way of assigning that a member offers, with what it wants the leader to know.
 *
 * @param name the assignor's name, such as {@code cooperative-sticky}
 * @param metadata opaque to the coordinator; on the heap, never moved
 */
public record Protocol(String name, ByteBuffer metadata) {}
