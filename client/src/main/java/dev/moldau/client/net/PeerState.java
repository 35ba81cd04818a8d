package dev.moldau.client.net;

/** What there is between the client and one broker. */
sealed interface PeerState {

    /** Nothing, and nothing forbids to begin. */
    record Idle() implements PeerState {}

    /** A connection is being opened. */
    record Trying(Attempt attempt) implements PeerState {}

    /** Requests can go. */
    record Ready(Connection connection, VersionRanges ranges) implements PeerState {}

    /**
     * Nothing, and there is a pause before the next attempt.
     *
     * @param untilMs when it is over, on the loop's clock
     */
    record BackingOff(long untilMs) implements PeerState {}
}
