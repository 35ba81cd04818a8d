package dev.moldau.broker.group;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Why the last generations of a group began and how long they took. Owned by the group's lane;
 * keeps so many and forgets the oldest.
 */
final class GenerationHistory {

    private static final int LIMIT = 16;

    private final Deque<GenerationRecord> records = new ArrayDeque<>();

    /** A generation was formed. */
    void add(GenerationRecord began) {
        if (records.size() == LIMIT) {
            records.removeFirst();
        }
        records.addLast(began);
    }

    /** The newest generation has its assignment; returns what it took. */
    GenerationRecord assigned(long syncMs) {
        GenerationRecord formed = records.removeLast();
        GenerationRecord stable =
                new GenerationRecord(
                        formed.generation(),
                        formed.reason(),
                        formed.members(),
                        formed.beganWallMs(),
                        formed.joinMs(),
                        syncMs);
        records.addLast(stable);
        return stable;
    }

    /** All that are kept, oldest first. */
    List<GenerationRecord> records() {
        return List.copyOf(records);
    }
}
