package dev.moldau.client.fake;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** What a broker does about a request, on the connection that it came by. */
public sealed interface Reply {

    /**
     * Answers.
     *
     * @param frame size, header and body
     * @param delayMs how long the answer takes from now
     */
    record Answer(ByteBuffer frame, long delayMs) implements Reply {}

    /**
     * Answers when others have done something; until then later answers wait.
     *
     * @param when told whom to tell the reply, once
     */
    record Later(Consumer<Consumer<Reply>> when) implements Reply {}

    /** Sends a part of the answer, then ends the connection. */
    record Cut(ByteBuffer part) implements Reply {}

    /** Nothing is due: acks=0. */
    record NotDue() implements Reply {}

    /** Nothing is ever sent again on this connection. */
    record Silence() implements Reply {}

    /** Ends the connection. */
    record Disconnect() implements Reply {}
}
