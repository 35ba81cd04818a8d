package dev.moldau.broker.group;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps commands from seeing state that is not committed. A group has a gate while writes of it are
 * on their way:
 *
 * <ul>
 *   <li>an offset commit is a <em>shared</em> write: other commands go on, because an offset that
 *       is on its way neither depends on the group's members nor they on it;
 *   <li>a generation or a deletion is a <em>closing</em> write: every other command of the group
 *       waits until it is known how the write ended. So nothing is ever rolled back;
 *   <li>a command that removes offsets must come in <em>alone</em>, when nothing at all is on its
 *       way. Otherwise an offset could be removed after a later one was acknowledged: (1) expiry
 *       sees offset 5 and appends its removal, (2) offset 9, appended before, is acknowledged, (3)
 *       the removal is applied and takes offset 9 away.
 * </ul>
 *
 * <p>Commands of a group that wait keep their order. Owned by the shard's lane.
 */
final class GroupGates {

    private final Map<String, Gate> gates = new HashMap<>();

    private static final class Gate {
        private int sharedWrites;
        private boolean closed;
        private final Deque<Waiting> waiting = new ArrayDeque<>();

        boolean lets(Waiting next) {
            return !closed && (!next.alone || sharedWrites == 0);
        }

        boolean isIdle() {
            return !closed && sharedWrites == 0 && waiting.isEmpty();
        }
    }

    private record Waiting(boolean alone, Runnable command) {}

    /** Runs the command now, or after what closes the gate and those that came before. */
    void enter(String groupId, Runnable command) {
        enter(groupId, new Waiting(false, command));
    }

    /** Runs the command when no write of the group is on its way. */
    void enterAlone(String groupId, Runnable command) {
        enter(groupId, new Waiting(true, command));
    }

    private void enter(String groupId, Waiting next) {
        Gate gate = gates.get(groupId);
        if (gate == null || (gate.waiting.isEmpty() && gate.lets(next))) {
            next.command.run();
        } else {
            gate.waiting.addLast(next);
        }
    }

    /** How many commands of the group wait. */
    int waiting(String groupId) {
        Gate gate = gates.get(groupId);
        return gate == null ? 0 : gate.waiting.size();
    }

    /** Whether a command of the group that came now would wait. */
    boolean holdsUp(String groupId) {
        Gate gate = gates.get(groupId);
        return gate != null && (gate.closed || !gate.waiting.isEmpty());
    }

    /** A shared write is on its way. */
    void sharedWriteBegan(String groupId) {
        gate(groupId).sharedWrites++;
    }

    /** A closing write is on its way; there is at most one. */
    void closingWriteBegan(String groupId) {
        Gate gate = gate(groupId);
        assert !gate.closed : groupId;
        gate.closed = true;
    }

    private Gate gate(String groupId) {
        return gates.computeIfAbsent(groupId, _ -> new Gate());
    }

    /**
     * A shared write ended.
     *
     * @param next what its end brings about, before anything that waits
     */
    void sharedWriteEnded(String groupId, Runnable next) {
        gate(groupId).sharedWrites--;
        next.run();
        letIn(groupId);
    }

    /** The closing write ended. */
    void closingWriteEnded(String groupId, Runnable next) {
        gate(groupId).closed = false;
        next.run();
        letIn(groupId);
    }

    private void letIn(String groupId) {
        Gate gate = gates.get(groupId);
        while (gate != null) {
            @Nullable Waiting next = gate.waiting.peekFirst();
            if (next == null || !gate.lets(next)) {
                break;
            }
            gate.waiting.removeFirst();
            next.command.run();
        }
        if (gate != null && gate.isIdle()) {
            gates.remove(groupId);
        }
    }
}
