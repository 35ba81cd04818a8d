package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns keys or values into bytes. Called by the threads that send, so it must be safe for use by
 * several at once unless only one thread sends.
 *
 * @param <T> what it understands
 */
@FunctionalInterface
public interface Serializer<T> extends AutoCloseable {

    /**
     * Takes over settings, once, before the first use.
     *
     * @param config all settings that the client was given
     * @param isKey whether this serializer is for keys
     */
    default void configure(Map<String, ?> config, boolean isKey) {}

    /**
     * The bytes of a key or value. The array belongs to the client from then on. An exception
     * refuses the record: the caller of {@code send} gets a {@link
     * dev.moldau.client.errors.RefusedException} with it as the cause.
     *
     * @param topic where the record goes
     * @param headers the record's headers; a serializer that {@linkplain #addsHeaders says so} may
     *     add to them
     * @param data the key or value; null if there is none
     * @return null for null, which stands for a deletion in a compacted topic
     */
    byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable T data);

    /**
     * Whether {@link #serialize} adds headers; only then is it given a list that can be added to.
     * The answer never changes.
     */
    default boolean addsHeaders() {
        return false;
    }

    /** Gives back what the serializer holds; called when the client closes. */
    @Override
    default void close() {}
}
