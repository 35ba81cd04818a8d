package dev.moldau.client.listener;

import dev.moldau.client.serialization.ByteArrayDeserializer;
import dev.moldau.client.serialization.ByteArraySerializer;
import dev.moldau.client.serialization.Deserializer;
import dev.moldau.client.serialization.Serializer;
import dev.moldau.client.serialization.StringDeserializer;
import dev.moldau.client.serialization.StringSerializer;
import java.util.function.Supplier;

/**
 * How a type becomes bytes, and bytes become it again.
 *
 * @param serializer makes one for the sender
 * @param deserializer makes one for each listener, which uses it by one thread at a time
 * @param <T> the type
 */
public record Format<T>(
        Supplier<Serializer<T>> serializer, Supplier<Deserializer<T>> deserializer) {

    /** Texts in UTF-8. */
    public static Format<String> text() {
        return new Format<>(StringSerializer::new, StringDeserializer::new);
    }

    /** Bytes as they are. */
    public static Format<byte[]> bytes() {
        return new Format<>(ByteArraySerializer::new, ByteArrayDeserializer::new);
    }
}
