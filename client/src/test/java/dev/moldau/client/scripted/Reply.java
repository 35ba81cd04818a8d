package dev.moldau.client.scripted;

import dev.moldau.protocol.ApiMessage;

/** What a broker does with a request. */
public sealed interface Reply {

    /** It answers. */
    record Answer(ApiMessage message, long afterMs) implements Reply {}

    /** The connection ends. */
    record Cut(long afterMs) implements Reply {}

    /** Nothing comes back, so the request times out. */
    record Silence() implements Reply {}

    /** An answer at once. */
    static Reply of(ApiMessage message) {
        return new Answer(message, 1);
    }
}
