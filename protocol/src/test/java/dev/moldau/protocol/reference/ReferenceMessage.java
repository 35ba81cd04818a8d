package dev.moldau.protocol.reference;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** One kind of message, as Kafka reads and writes it. */
public interface ReferenceMessage {

    /** The lowest version. */
    short lowestVersion();

    /** The highest version, stable or not. */
    short highestVersion();

    /** Whether the version has tagged fields. */
    boolean flexible(short version);

    /** Makes up a message that is valid in the version. */
    Sample sample(short version, RandomGenerator random);

    /** Reads bytes; they must be a whole message, with nothing behind it. Does not move them. */
    Object read(ByteBuffer bytes, short version);

    /**
     * Gives about half of a message's fields their defaults.
     *
     * @param message is changed
     */
    void thinOut(Object message, RandomGenerator random);

    /** Writes a message; empty if the version cannot carry what it says. */
    Optional<ByteBuffer> write(Object message, short version);

    /**
     * The values of all fields by name: integers as {@link Long}, lists and nested messages as
     * lists and maps of such values, ids as text, bytes as {@link ByteBuffer}.
     */
    Map<String, Object> values(Object message);

    /**
     * A message that was made up.
     *
     * @param encoded its bytes; may spell out tagged fields that have their default
     * @param withUnknownTags the same with tagged fields that nobody knows; equal to {@code
     *     encoded} in versions without tagged fields
     * @param canonical its bytes as Kafka's class writes them
     * @param message the object that Kafka's class made of them
     */
    record Sample(
            ByteBuffer encoded, ByteBuffer withUnknownTags, ByteBuffer canonical, Object message) {}
}
