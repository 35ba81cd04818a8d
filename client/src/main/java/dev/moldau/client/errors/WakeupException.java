package dev.moldau.client.errors;

/** Another thread called {@code wakeup} to end the consumer's waiting. */
public final class WakeupException extends RetriableException {

    private static final long serialVersionUID = 1L;

    /** Ends a wait. */
    public WakeupException() {
        super("the consumer was woken up by another thread");
    }

    private WakeupException(WakeupException cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }

    @Override
    public ClientException again() {
        return new WakeupException(this);
    }
}
