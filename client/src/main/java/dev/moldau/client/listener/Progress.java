package dev.moldau.client.listener;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * How far one partition is done: its messages from the first one not done on. Guarded by the desk's
 * lock.
 *
 * <p>Invariant: what {@link #mark} says is never beyond a message that is not done.
 */
final class Progress<K, V> {

    private final Deque<Entry<K, V>> open = new ArrayDeque<>();
    private @Nullable Mark done;
    private @Nullable Mark committed;
    private @Nullable Mark reached;
    private boolean revoking;
    private boolean ahead;
    private int undone;

    void add(Entry<K, V> entry) {
        open.addLast(entry);
        undone++;
    }

    /** One of its messages is done. */
    void done() {
        undone--;
        settle();
    }

    /** Where to go on when all that was read so far is done; past records that nobody sees. */
    void reached(Mark mark) {
        reached = mark;
        settle();
    }

    /** Moves on over what is done now. */
    private void settle() {
        Entry<K, V> first = open.peekFirst();
        while (first != null && first.state == Entry.State.DONE) {
            Arrival arrival = first.message.arrival();
            done = new Mark(arrival.offset() + 1, arrival.leaderEpoch());
            open.removeFirst();
            first = open.peekFirst();
        }
        if (first == null
                && reached != null
                && (done == null || reached.offset() > done.offset())) {
            done = reached;
        }
    }

    /**
     * Whether too much of it is read; once it is, until half of that is.
     *
     * @param share how many of its messages may be read and not done
     * @param bound how many there may be from the first one not done on
     */
    boolean isAhead(int share, int bound) {
        ahead = isBeyond(share, bound, ahead ? 2 : 1);
        return ahead;
    }

    /** Whether too much was read when last looked, and is not any more. */
    boolean isFreed(int share, int bound) {
        return ahead && !isBeyond(share, bound, 2);
    }

    private boolean isBeyond(int share, int bound, int part) {
        return undone >= Math.max(1, share / part) || open.size() >= Math.max(1, bound / part);
    }

    Iterable<Entry<K, V>> entries() {
        return open;
    }

    /** What can be committed and is not yet; null if there is nothing. */
    @Nullable Mark mark() {
        return done == null || (committed != null && committed.offset() >= done.offset())
                ? null
                : done;
    }

    void committed(Mark mark) {
        committed = mark;
    }

    /** Whether it is being given up: nothing more is begun. */
    boolean isRevoking() {
        return revoking;
    }

    void revoking() {
        revoking = true;
    }

    /** Whether a handler works on one of its messages. */
    boolean hasRunning() {
        return open.stream().anyMatch(entry -> entry.state == Entry.State.RUNNING);
    }
}
