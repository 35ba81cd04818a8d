package dev.moldau.client.listener;

import java.util.List;
import java.util.function.Consumer;

/** Gives messages to the user's handler and reads what it answers. */
interface Processing<K, V> {

    /**
     * Works on messages that can be handled.
     *
     * @param messages one at least
     * @param told takes what becomes of each, once; by any thread, perhaps later
     */
    void process(List<Message<K, V>> messages, Consumer<List<Verdict>> told);
}
