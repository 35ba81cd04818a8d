package dev.moldau.client.serialization;

import dev.moldau.client.errors.RefusedException;
import org.jspecify.annotations.Nullable;

/** Says that bytes are not what they were taken for. */
final class Malformed {

    private Malformed() {}

    /** Refuses anything but a fixed number of bytes. */
    static void checkSize(String topic, String what, int size, byte[] data) {
        if (data.length != size) {
            throw refused(topic, what, "it has " + size + " bytes, not " + data.length, null);
        }
    }

    static RefusedException refused(
            String topic, String what, String problem, @Nullable Throwable cause) {
        return new RefusedException(
                "What was read from topic "
                        + topic
                        + " is not "
                        + what
                        + ": "
                        + problem
                        + ". Use the deserializer that belongs to the serializer that wrote it.",
                cause);
    }
}
