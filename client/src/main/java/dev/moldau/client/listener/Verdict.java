package dev.moldau.client.listener;

/** What has become of one message of a piece of work. */
sealed interface Verdict {

    /** It is done. */
    enum Done implements Verdict {
        /** The only one. */
        INSTANCE
    }

    /** Its handler has not come to it. */
    enum Untried implements Verdict {
        /** The only one. */
        INSTANCE
    }

    /**
     * It was tried and is to come again.
     *
     * @param delayMs negative for the policy's back-off
     * @param reason for the dead letters, if it goes there in the end
     */
    record Again(long delayMs, String reason) implements Verdict {}

    /** It cannot be done. */
    record Dead(String reason) implements Verdict {}
}
