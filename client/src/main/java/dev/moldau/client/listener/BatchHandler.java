package dev.moldau.client.listener;

import java.util.List;

/**
 * Works on several messages at a time.
 *
 * @param <K> what keys are
 * @param <V> what values are
 */
@FunctionalInterface
public interface BatchHandler<K, V> {

    /**
     * Works on messages: of one partition and in its order with {@link Order#PARTITION}, else of
     * any. With {@link Order#KEY} those of a key are in their order and all of them wait for the
     * batch's end. What was tried before comes alone, so that what fails does not drag others with
     * it.
     *
     * @param messages one at least
     * @return what becomes of them
     * @throws Exception whatever it likes; each message is tried again, alone. An {@link Error}
     *     ends the listener
     */
    BatchOutcome handle(List<Message<K, V>> messages) throws Exception;
}
