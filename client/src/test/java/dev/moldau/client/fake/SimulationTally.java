package dev.moldau.client.fake;

import dev.moldau.client.producer.send.SenderMetrics;

/** What all runs of a simulation did together: too little would prove nothing. */
final class SimulationTally {

    long runs;
    long events;
    long accepted;
    long acknowledged;
    long failed;
    long retried;
    long splits;
    long expiries;
    long sequenceSpaces;
    long recordsLostUnacknowledged;
    long topicsMadeAnew;

    void add(SenderMetrics metrics, History history, long eventCount) {
        runs++;
        events += eventCount;
        accepted += history.sent().size();
        acknowledged += history.told().stream().filter(one -> one.error() == null).count();
        failed += history.told().stream().filter(one -> one.error() != null).count();
        retried += metrics.recordsRetried();
        splits += metrics.splits();
        expiries += metrics.expiries();
        sequenceSpaces += metrics.epochBumps();
    }

    @Override
    public String toString() {
        return runs
                + " runs, "
                + events
                + " events: "
                + accepted
                + " records accepted, "
                + acknowledged
                + " acknowledged, "
                + failed
                + " failed, "
                + retried
                + " sent again, "
                + recordsLostUnacknowledged
                + " lost by leaders before anybody was told; "
                + splits
                + " batches split, "
                + expiries
                + " expired, "
                + sequenceSpaces
                + " new sequence spaces, "
                + topicsMadeAnew
                + " topics made anew";
    }
}
