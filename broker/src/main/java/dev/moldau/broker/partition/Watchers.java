package dev.moldau.broker.partition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for something to happen to one partition, mostly long-poll fetches.
 *
 * <p>Event loops add and remove, the partition's lane tells; the list is guarded by its own lock,
 * held for a few instructions, and no other lock is taken while it is held. Whoever is to be woken
 * is woken after the lock was released. Adding and removing cost the same however many wait.
 */
final class Watchers {

    /** Read without the lock by the lane: a watcher that is just being added looks by itself. */
    private volatile @Nullable Watch first;

    /**
     * Adds a watch, and lets it look at the partition in the same step, so that nothing that
     * happens afterwards is missed and nothing is counted twice.
     */
    synchronized void add(Watch watch) {
        Watch head = first;
        watch.after = head;
        watch.before = null;
        watch.linked = true;
        if (head != null) {
            head.before = watch;
        }
        first = watch;
        watch.look();
    }

    /** Removes a watch; does nothing if it is not there. */
    synchronized void remove(Watch watch) {
        if (!watch.linked) {
            return;
        }
        watch.linked = false;
        Watch before = watch.before;
        Watch after = watch.after;
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after != null) {
            after.before = before;
        }
        watch.before = null;
        watch.after = null;
    }

    /** Lets all watches look at the partition, after its view was published. */
    void tell() {
        if (first == null) {
            return;
        }
        List<Watch> ready = new ArrayList<>();
        synchronized (this) {
            for (Watch watch = first; watch != null; watch = watch.after) {
                if (watch.look()) {
                    ready.add(watch);
                }
            }
        }
        ready.forEach(Watch::wake);
    }

    /** Wakes all, though nothing has happened. */
    void dismiss() {
        List<Watch> all = new ArrayList<>();
        synchronized (this) {
            for (Watch watch = first; watch != null; watch = watch.after) {
                all.add(watch);
            }
        }
        all.forEach(Watch::wake);
    }

    boolean isEmpty() {
        return first == null;
    }

    synchronized int count() {
        int count = 0;
        for (Watch watch = first; watch != null; watch = watch.after) {
            count++;
        }
        return count;
    }
}
