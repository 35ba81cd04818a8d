package dev.moldau.client.listener;

/**
 * Begins work on a message whose outcome is told later, by any thread.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
@FunctionalInterface
public interface ManualHandler<K, V> {

    /**
     * Begins. The message counts against the listener's concurrency, and keeps those that wait for
     * it waiting, until the acknowledgement is used.
     *
     * @throws Exception whatever it likes; the message is tried again unless its acknowledgement
     *     was used before. An {@link Error} ends the listener
     */
    void handle(Message<K, V> message, Acknowledgement acknowledgement) throws Exception;
}
