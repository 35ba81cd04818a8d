package dev.moldau.client.listener;

import org.jspecify.annotations.Nullable;

/**
 * A message on its way from being read to being done. Guarded by the desk's lock, but for the
 * message itself.
 */
final class Entry<K, V> {

    enum State {
        /** In its lane, or waiting for its time to come again. */
        WAITING,
        /** With a handler, or on its way to the dead letters. */
        RUNNING,
        /** Handled, or in the dead letter topic. */
        DONE,
        /** No longer ours to do. */
        DROPPED
    }

    final Message<K, V> message;
    final Lane<K, V> lane;

    /** Why it cannot be given to a handler at all; null if it can. */
    final @Nullable Exception undecodable;

    State state = State.WAITING;

    /** Set once it is to go to the dead letters: handlers do not see it any more. */
    @Nullable String deadReason;

    /** How often it could not be sent to the dead letters. */
    int burialsFailed;

    Entry(Message<K, V> message, Lane<K, V> lane, @Nullable Exception undecodable) {
        this.message = message;
        this.lane = lane;
        this.undecodable = undecodable;
    }

    int bytes() {
        return message.arrival().bytes();
    }

    /** Whether it must be handed out by itself, so that it drags no others with it. */
    boolean alone() {
        return message.tries() > 0 || deadReason != null || undecodable != null;
    }
}
