package dev.moldau.broker.replication;

/** What became of a leader's answer in a follower's log. */
public sealed interface FollowResult {

    /** The log is as the answer says; the next fetch begins at its end. */
    Done DONE = new Done();

    /** The log is as the answer says. */
    record Done() implements FollowResult {}

    /**
     * The partition follows another leader by now, or none; nothing was changed.
     *
     * @param detail for people
     */
    record Stale(String detail) implements FollowResult {}

    /**
     * The records are damaged, or do not follow the log's end; nothing of them was appended. To be
     * fetched again.
     *
     * @param detail for people
     */
    record Corrupt(String detail) implements FollowResult {}

    /**
     * The disk could not, at present: it may be full. To be tried again.
     *
     * @param detail for people
     */
    record Failed(String detail) implements FollowResult {}

    /**
     * The partition does not serve any more.
     *
     * @param detail for people
     */
    record Over(String detail) implements FollowResult {}
}
