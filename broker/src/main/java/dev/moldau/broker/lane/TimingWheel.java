package dev.moldau.broker.lane;

import org.jspecify.annotations.Nullable;

/**
 * Deadlines in a hierarchy of wheels: adding and taking back cost a few instructions however many
 * wait, and the next moment at which anything is to be done is found from a bitmap per wheel.
 *
 * <p>Each of the six wheels has 64 slots; a slot of wheel 0 is one millisecond, a slot of the next
 * wheel is as long as the whole wheel before. An entry lies in the wheel that its distance from now
 * asks for and falls to lower wheels as its time comes near. The span is two years; longer delays
 * are cut to it.
 *
 * <p>Not safe for use by several threads at once; {@link WheelTimer} supplies lock and thread.
 * Invariant: a slot's bit is set exactly if its list is not empty.
 */
final class TimingWheel {

    private static final int WHEELS = 6;
    private static final int SLOT_BITS = 6;
    private static final int SLOTS = 1 << SLOT_BITS;

    /** How many entries are looked at for the first deadline. */
    private static final int FEW = 16;

    private static final long SPAN_MS = (1L << (SLOT_BITS * WHEELS)) - 1;

    private final @Nullable Entry[] slots = new @Nullable Entry[WHEELS * SLOTS];
    private final long[] occupied = new long[WHEELS];
    private long nowMs;
    private int size;

    /** A task with its deadline, in at most one slot. */
    static final class Entry {
        private final Runnable task;
        private long deadlineMs;
        private int slot = -1;
        private @Nullable Entry before;
        private @Nullable Entry after;

        Entry(Runnable task) {
            this.task = task;
        }

        Runnable task() {
            return task;
        }
    }

    /**
     * @param nowMs where the wheel's time begins
     */
    TimingWheel(long nowMs) {
        this.nowMs = nowMs;
    }

    /** How many entries wait. */
    int size() {
        return size;
    }

    /** The wheel's time. */
    long nowMs() {
        return nowMs;
    }

    /** Adds an entry; one that is due already is handed out by the next {@link #advance}. */
    void add(Entry entry, long deadlineMs) {
        assert entry.slot < 0;
        entry.deadlineMs = Math.clamp(deadlineMs, nowMs + 1, nowMs + SPAN_MS);
        place(entry);
        size++;
    }

    /**
     * @return false if the entry does not wait: it was handed out or removed before
     */
    boolean remove(Entry entry) {
        if (entry.slot < 0) {
            return false;
        }
        unlink(entry);
        size--;
        return true;
    }

    /** When something is to be done next: not later than the first deadline. */
    long nextMs() {
        for (int wheel = 0; wheel < WHEELS; wheel++) {
            if (occupied[wheel] != 0) {
                return startOf(wheel, firstSlot(wheel));
            }
        }
        return Long.MAX_VALUE;
    }

    /**
     * When to look again: the first deadline itself where it is found among a few entries, so that
     * a timer with little to do does not wake only to let them fall.
     */
    long wakeMs() {
        for (int wheel = 0; wheel < WHEELS; wheel++) {
            if (occupied[wheel] != 0) {
                int slot = firstSlot(wheel);
                long start = startOf(wheel, slot);
                return wheel == 0 ? start : firstDeadline((wheel << SLOT_BITS) + slot, start);
            }
        }
        return Long.MAX_VALUE;
    }

    private long firstDeadline(int slot, long otherwise) {
        long first = Long.MAX_VALUE;
        int seen = 0;
        for (Entry entry = slots[slot]; entry != null; entry = entry.after) {
            if (++seen > FEW) {
                return otherwise;
            }
            first = Math.min(first, entry.deadlineMs);
        }
        return first;
    }

    /**
     * Moves time on and hands out one entry that is due.
     *
     * @return null if nothing more is due at this time
     */
    @Nullable Entry advance(long toMs) {
        while (true) {
            long next = nextMs();
            if (next > toMs) {
                nowMs = Math.max(nowMs, toMs);
                return null;
            }
            nowMs = Math.max(nowMs, next);
            int wheel = firstWheel();
            int slot = (wheel << SLOT_BITS) + firstSlot(wheel);
            if (wheel == 0) {
                Entry due = headOf(slot);
                unlink(due);
                size--;
                return due;
            }
            fall(slot);
        }
    }

    private void fall(int slot) {
        Entry entry = slots[slot];
        while (entry != null) {
            Entry after = entry.after;
            unlink(entry);
            place(entry);
            entry = after;
        }
    }

    /** The wheel is told by the highest bit in which deadline and now differ. */
    private void place(Entry entry) {
        long differing = (entry.deadlineMs ^ nowMs) | (SLOTS - 1);
        int wheel =
                Math.min(
                        (Long.SIZE - 1 - Long.numberOfLeadingZeros(differing)) / SLOT_BITS,
                        WHEELS - 1);
        int index = (int) (entry.deadlineMs >>> (wheel * SLOT_BITS)) & (SLOTS - 1);
        int slot = (wheel << SLOT_BITS) + index;
        Entry head = slots[slot];
        entry.slot = slot;
        entry.before = null;
        entry.after = head;
        if (head != null) {
            head.before = entry;
        }
        slots[slot] = entry;
        occupied[wheel] |= 1L << index;
    }

    private void unlink(Entry entry) {
        int slot = entry.slot;
        if (entry.before == null) {
            slots[slot] = entry.after;
            if (entry.after == null) {
                occupied[slot >>> SLOT_BITS] &= ~(1L << (slot & (SLOTS - 1)));
            }
        } else {
            entry.before.after = entry.after;
        }
        if (entry.after != null) {
            entry.after.before = entry.before;
        }
        entry.slot = -1;
        entry.before = null;
        entry.after = null;
    }

    private Entry headOf(int slot) {
        Entry head = slots[slot];
        if (head == null) {
            throw new IllegalStateException("slot " + slot + " is marked but empty");
        }
        return head;
    }

    private int firstWheel() {
        int wheel = 0;
        while (occupied[wheel] == 0) {
            wheel++;
        }
        return wheel;
    }

    /** The occupied slot of a wheel that comes first, seen from now. */
    private int firstSlot(int wheel) {
        int nowSlot = (int) (nowMs >>> (wheel * SLOT_BITS)) & (SLOTS - 1);
        int distance = Long.numberOfTrailingZeros(Long.rotateRight(occupied[wheel], nowSlot));
        return (nowSlot + distance) & (SLOTS - 1);
    }

    private long startOf(int wheel, int slot) {
        long slotMs = 1L << (wheel * SLOT_BITS);
        long wheelMs = slotMs << SLOT_BITS;
        long start = (nowMs & -wheelMs) + slot * slotMs;
        // Only the last wheel wraps: its slots before now belong to its next turn.
        boolean wrapped =
                wheel == WHEELS - 1 && slot < ((nowMs >>> (wheel * SLOT_BITS)) & (SLOTS - 1));
        return wrapped ? start + wheelMs : start;
    }
}
