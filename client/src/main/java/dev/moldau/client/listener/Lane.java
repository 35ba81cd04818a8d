package dev.moldau.client.listener;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Messages that wait for each other, in their order. At most one piece of work has messages of it
 * at a time. Guarded by the desk's lock.
 */
final class Lane<K, V> {

    enum State {
        /** Without messages. */
        IDLE,
        /** In the queue of those that can be worked on. */
        READY,
        /** Somebody works on messages of it. */
        BUSY,
        /** Its first message waits for its time to come again. */
        PARKED
    }

    /** Null for a lane of one message that waits for nobody. */
    final @Nullable LaneKey key;

    final Deque<Entry<K, V>> waiting = new ArrayDeque<>();
    State state = State.IDLE;

    /** How many of its messages are on their way to the dead letters. */
    int burying;

    /** When a parked lane is ready, on the monotonic clock. */
    long dueMs;

    Lane(@Nullable LaneKey key) {
        this.key = key;
    }

    /** Takes those out of the way that are no longer ours. */
    @Nullable Entry<K, V> first() {
        Entry<K, V> first = waiting.peekFirst();
        while (first != null && first.state == Entry.State.DROPPED) {
            waiting.removeFirst();
            first = waiting.peekFirst();
        }
        return first;
    }
}
