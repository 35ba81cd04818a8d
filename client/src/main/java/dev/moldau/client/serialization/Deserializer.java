package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns bytes into keys or values. Called by one thread at a time.
 *
 * @param <T> what it makes
 */
@FunctionalInterface
public interface Deserializer<T> extends AutoCloseable {

    /**
     * Takes over settings, once, before the first use.
     *
     * @param config all settings that the client was given
     * @param isKey whether this deserializer is for keys
     */
    default void configure(Map<String, ?> config, boolean isKey) {}

    /**
     * What the bytes of a key or value stand for.
     *
     * @param topic where the record comes from
     * @param headers the record's headers
     * @param data null for null, which stands for a deletion in a compacted topic
     * @throws dev.moldau.client.errors.RefusedException if they are not what a serializer of the
     *     same type writes
     */
    @Nullable T deserialize(String topic, List<Header> headers, byte @Nullable [] data);

    /** Gives back what the deserializer holds; called when the client closes. */
    @Override
    default void close() {}
}
