package dev.moldau.client.listener;

import dev.moldau.client.errors.ClientException;

/** What became of a message that was sent. */
public sealed interface SendStatus {

    /** Whether it is stored. */
    default boolean isSent() {
        return this instanceof Sent;
    }

    /**
     * It is stored.
     *
     * @param topic where
     * @param partition where in the topic
     * @param offset its place there
     */
    record Sent(String topic, int partition, long offset) implements SendStatus {}

    /**
     * A passing trouble outlasted the time allowed: send it again later. It may be stored
     * nevertheless.
     */
    record Later(ClientException cause) implements SendStatus {}

    /** It will never be accepted as it is. */
    record Refused(ClientException cause) implements SendStatus {}

    /** The sender cannot go on: close it and open another once the cause is mended. */
    record Ended(ClientException cause) implements SendStatus {}
}
