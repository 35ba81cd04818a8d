package dev.moldau.systemtests;

/**
 * Something in a group's history that must not be.
 *
 * @param what names member, partition, offset and time
 */
record Flaw(Kind kind, String what) {

    /** Of what kind. */
    enum Kind {
        /** A record that nobody processed. */
        LOST,
        /** Records were passed over, within an assignment or at its beginning. */
        SKIPPED,
        /** A record came after a later one, or again, within one assignment. */
        NOT_MONOTONIC,
        /** An assignment began before what had been committed until then. */
        REPEATED,
        /** Two members had a partition at one time. */
        TWO_OWNERS,
        /** A record of a partition that the member did not have. */
        NOT_ITS_OWN,
        /** A record is not the one that was written there. */
        CHANGED
    }

    @Override
    public String toString() {
        return kind + ": " + what;
    }
}
