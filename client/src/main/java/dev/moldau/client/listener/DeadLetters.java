package dev.moldau.client.listener;

import java.util.concurrent.CompletionStage;

/** Where messages go that cannot be handled. */
interface DeadLetters {

    /**
     * Sends a message there; may wait for room. Whatever goes wrong is in the stage.
     *
     * @param reason why
     * @return complete once it is stored
     */
    CompletionStage<?> send(Message<?, ?> message, String reason);

    /** Sends nothing more, not even what is under way; does not wait. */
    void close();
}
