package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;

/**
 * How far a member of a consumer group has come on the way to its target. Immutable.
 *
 * @param epoch the epoch that it was told; {@link #JOINING} for one that was told none yet, {@link
 *     #AWAY} for a static member that left for a while
 * @param previousEpoch the one before, which it says again if the answer was lost
 * @param state what it waits for
 * @param assigned what it may own
 * @param revoking what it was told to give up and has not yet given up
 */
record CurrentAssignment(
        int epoch, int previousEpoch, State state, PartitionSet assigned, PartitionSet revoking) {

    /** The epoch of a member that joins. */
    static final int JOINING = 0;

    /** The epoch of a member that leaves. */
    static final int LEAVING = -1;

    /** The epoch of a static member that leaves and will be back. */
    static final int AWAY = -2;

    /** That of a member that has just come. */
    static final CurrentAssignment NONE =
            new CurrentAssignment(
                    JOINING, JOINING, State.STABLE, PartitionSet.EMPTY, PartitionSet.EMPTY);

    /** What a member waits for. */
    enum State {
        /** For nothing. */
        STABLE(0),
        /** It is to give partitions up. */
        UNREVOKED(1),
        /** Others are to give partitions up that it will get. */
        UNRELEASED(2);

        private final byte id;

        State(int id) {
            this.id = (byte) id;
        }

        /** Its number in the log. */
        byte id() {
            return id;
        }

        /** The state of that number; a number that is not known waits for nothing. */
        static State of(byte id) {
            for (State state : values()) {
                if (state.id == id) {
                    return state;
                }
            }
            return STABLE;
        }
    }

    /** Everything that nobody else may own as yet. */
    PartitionSet held() {
        return assigned.plus(revoking);
    }

    boolean isAway() {
        return epoch == AWAY;
    }

    /** Whether the member has what the assignment of that epoch means it to have. */
    boolean isSettledAt(int assignmentEpoch) {
        return epoch == assignmentEpoch && state == State.STABLE;
    }

    /** That of a static member that left for a while: it has given up what it was to give up. */
    CurrentAssignment away() {
        return new CurrentAssignment(AWAY, epoch, State.STABLE, assigned, PartitionSet.EMPTY);
    }

    /** That of a static member that is back in the place of its former self. */
    CurrentAssignment back() {
        return new CurrentAssignment(JOINING, JOINING, State.STABLE, assigned, PartitionSet.EMPTY);
    }
}
