package dev.moldau.protocol.wire;

/**
 * Bytes from outside are not what they claim to be. The connection that sent them cannot be trusted
 * to be in step any more, so its owner closes it; sending the same bytes again does not help.
 */
public final class MalformedMessageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int position;

    /**
     * @param position where in the message the fault was found, in bytes from its start
     * @param reason what is wrong, naming the field where there is one
     */
    public MalformedMessageException(int position, String reason) {
        super("malformed message at byte " + position + ": " + reason);
        this.position = position;
    }

    /** Where in the message the fault was found, in bytes from its start. */
    public int position() {
        return position;
    }
}
