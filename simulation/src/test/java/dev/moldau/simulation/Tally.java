package dev.moldau.simulation;

import dev.moldau.client.fake.History;

/** What all runs did together: too little would prove nothing. */
final class Tally {

    long runs;
    long events;
    long virtualMs;
    long accepted;
    long acknowledged;
    long retried;
    long read;
    long leads;
    long stops;
    long kills;
    long crashes;
    long pauses;
    long powerFailures;
    long fullDisks;
    long storeFaults;
    long cuts;
    long oneWayCuts;
    long orders;
    long ordersDone;
    long absences;

    void add(History history) {
        accepted += history.sent().size();
        acknowledged += history.told().stream().filter(one -> one.error() == null).count();
    }

    @Override
    public String toString() {
        return runs
                + " runs, "
                + virtualMs / 1_000
                + " s of virtual time, "
                + events
                + " events: "
                + accepted
                + " records accepted, "
                + acknowledged
                + " acknowledged, "
                + retried
                + " sent again, "
                + read
                + " read, "
                + leads
                + " leader epochs; brokers "
                + stops
                + " times stopped, "
                + kills
                + " killed, "
                + pauses
                + " paused, "
                + powerFailures
                + " without power, "
                + crashes
                + " in the middle of a disk operation, "
                + fullDisks
                + " with a full disk, "
                + storeFaults
                + " without their store; "
                + cuts
                + " ways cut, "
                + oneWayCuts
                + " of them in one direction; "
                + ordersDone
                + " of "
                + orders
                + " orders of administrators carried out; "
                + absences
                + " times the others did without a broker";
    }
}
