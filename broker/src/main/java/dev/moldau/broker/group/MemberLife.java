package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Timer.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * What need not survive of a consumer group's member: its timers, and how sure we are that it knows
 * what it was told. Owned by the group's lane.
 */
final class MemberLife {

    private PartitionSet held = PartitionSet.EMPTY;

    /** How many more answers repeat the assignment although nothing changed. */
    private int repeats;

    private long deadlineMs;
    private long firesMs;
    private @Nullable Timeout session;
    private @Nullable Timeout step;
    private @Nullable Object stepFor;

    /** What the member holds, as {@link PartitionOwners} knows it. */
    PartitionSet held() {
        return held;
    }

    void held(PartitionSet nowHeld) {
        held = nowHeld;
    }

    /**
     * The assignment has changed: answers may be lost, so all of them carry it until the member
     * says that it has it.
     */
    void repeatUntilConfirmed() {
        repeats = Integer.MAX_VALUE;
    }

    /** The coordinator has restarted: the next answer carries the assignment. */
    void repeatOnce() {
        repeats = 1;
    }

    /** The member has what it was told. */
    void confirmed() {
        repeats = 0;
    }

    boolean repeats() {
        return repeats > 0;
    }

    /** An answer carries the assignment. */
    void told() {
        if (repeats == 1) {
            repeats = 0;
        }
    }

    // --- the session

    long deadlineMs() {
        return deadlineMs;
    }

    void deadlineMs(long newDeadlineMs) {
        deadlineMs = newDeadlineMs;
    }

    /** Whether a timer is armed that fires no later than the deadline. */
    boolean isTimed() {
        return session != null && firesMs <= deadlineMs;
    }

    void session(Timeout timeout, long newFiresMs) {
        if (session != null) {
            session.cancel();
        }
        session = timeout;
        firesMs = newFiresMs;
    }

    void sessionFired() {
        session = null;
    }

    // --- the step that is waited for

    /** Whether the timer runs for this very step. */
    // The very object is meant: each step makes a new one.
    @SuppressWarnings("ReferenceEquality")
    boolean isTimedFor(Object what) {
        return step != null && stepFor == what;
    }

    /** The step that is waited for, or null if none is. */
    @Nullable Object awaitedStep() {
        return stepFor;
    }

    void step(Object what, Timeout timeout) {
        cancelStep();
        stepFor = what;
        step = timeout;
    }

    void cancelStep() {
        if (step != null) {
            step.cancel();
            step = null;
            stepFor = null;
        }
    }

    void cancel() {
        cancelStep();
        if (session != null) {
            session.cancel();
            session = null;
        }
    }
}
