package dev.moldau.client.fake;

/**
 * What a producer's settings promise; the judge holds it to that.
 *
 * @param acknowledgedStays an acknowledged record is in the log, at the offset told (acks not 0)
 * @param nothingTwice no record is in a log twice (idempotence)
 * @param logInOrder all that is in a log is in the order of sending (idempotence)
 * @param acknowledgedInOrder what was acknowledged is in the order of sending (idempotence, or one
 *     request in flight)
 * @param toldInOrder callbacks of a partition come in the order of sending (as before)
 * @param leastAcknowledged a run in which fewer records were acknowledged proves nothing and fails
 */
public record Promise(
        boolean acknowledgedStays,
        boolean nothingTwice,
        boolean logInOrder,
        boolean acknowledgedInOrder,
        boolean toldInOrder,
        int leastAcknowledged) {

    /** What these settings promise. */
    public static Promise of(int acks, boolean idempotent, int inFlight, int leastAcknowledged) {
        boolean ordered = idempotent || inFlight == 1;
        return new Promise(
                acks != 0,
                idempotent,
                idempotent,
                ordered && acks != 0,
                ordered,
                leastAcknowledged);
    }
}
