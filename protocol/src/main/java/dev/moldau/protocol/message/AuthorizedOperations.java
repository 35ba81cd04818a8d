package dev.moldau.protocol.message;

/**
 * The bit sets in which a response says what the client may do with a group, a topic or the
 * cluster: bit n is set if the operation with code n of the ACL APIs is allowed.
 */
public final class AuthorizedOperations {

    /** The request did not ask for them. */
    public static final int NOT_ASKED = Integer.MIN_VALUE;

    private AuthorizedOperations() {}
}
