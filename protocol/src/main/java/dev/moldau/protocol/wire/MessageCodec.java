package dev.moldau.protocol.wire;

import dev.moldau.protocol.ApiMessage;

/**
 * Reads and writes one kind of message in all its versions. The annotation processor writes the
 * implementations from the declarations in {@code dev.moldau.protocol.message}; each has one shared
 * {@code INSTANCE}. Stateless, hence safe for use by any thread.
 *
 * @param <M> the message
 */
public interface MessageCodec<M extends ApiMessage> {

    /** The message's class. */
    Class<M> type();

    /** The lowest version that can be read and written. */
    short lowestVersion();

    /** The highest version that can be read and written. */
    short highestVersion();

    /** Whether this version has compact lengths and tagged fields. */
    boolean flexible(short version);

    /**
     * Reads a message from the reader's position and leaves the reader behind its last byte.
     *
     * @return the message; its bytes and records are slices of the reader's buffer and live as long
     *     as that does
     * @throws MalformedMessageException if the bytes are not a message of this version; not
     *     retriable
     * @throws IllegalArgumentException if the version is outside the codec's range
     */
    M read(WireReader in, short version);

    /**
     * Writes a message at the writer's position.
     *
     * @throws UnsupportedFieldException if the version cannot carry a value that the message has
     * @throws IllegalArgumentException if the version is outside the codec's range
     */
    void write(M message, WireWriter out, short version);
}
