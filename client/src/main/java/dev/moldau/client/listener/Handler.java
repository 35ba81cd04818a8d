package dev.moldau.client.listener;

/**
 * Works on one message. Called by as many threads at once as the listener's concurrency says, never
 * by two for messages whose order is kept.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
@FunctionalInterface
public interface Handler<K, V> {

    /**
     * Works on a message. May take as long as it likes: the listener stays a member of its group.
     * The thread is interrupted if the message is no longer this listener's.
     *
     * @return what becomes of the message
     * @throws Exception whatever it likes; the message is tried again, as {@link FailurePolicy}
     *     says. An {@link Error} ends the listener
     */
    Outcome handle(Message<K, V> message) throws Exception;
}
