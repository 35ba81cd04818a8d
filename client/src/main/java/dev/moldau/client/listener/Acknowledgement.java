package dev.moldau.client.listener;

/** Tells the listener what becomes of one message. For any thread; only the first call counts. */
@FunctionalInterface
public interface Acknowledgement {

    /** What becomes of the message. */
    void tell(Outcome outcome);

    /** It is done. */
    default void done() {
        tell(Outcome.success());
    }
}
