package dev.moldau.client.serialization;

import dev.moldau.common.config.InvalidConfigException;
import java.util.List;
import java.util.Optional;

/**
 * Names of classes that settings written for Kafka's clients hold, and which of ours stand for
 * them. The bytes are the same.
 */
final class KafkaNames {

    private static final String PACKAGE = "org.apache.kafka.common.serialization.";
    private static final String SERDE = "Serdes$";

    private static final List<String> TYPES =
            List.of(
                    "Boolean",
                    "ByteArray",
                    "ByteBuffer",
                    "Double",
                    "Float",
                    "Integer",
                    "List",
                    "Long",
                    "Short",
                    "String",
                    "UUID",
                    "Void");

    private KafkaNames() {}

    /**
     * The name of our class.
     *
     * @param key the setting, for the message
     * @param role {@code Serializer} or {@code Deserializer}
     * @return empty if the name is not one of Kafka's
     * @throws InvalidConfigException if Kafka's class has no counterpart
     */
    static Optional<String> ours(String key, String name, String role) {
        if (!name.startsWith(PACKAGE)) {
            return Optional.empty();
        }
        String simple = name.substring(PACKAGE.length());
        for (String type : TYPES) {
            if (simple.equals(type + role) || simple.equals(SERDE + type + "Serde")) {
                return Optional.of(KafkaNames.class.getPackageName() + "." + type + role);
            }
        }
        throw new InvalidConfigException(
                key,
                "Invalid value '"
                        + name
                        + "' for "
                        + key
                        + ": this class of Kafka's has no counterpart here; give a class of your"
                        + " own that implements "
                        + KafkaNames.class.getPackageName()
                        + "."
                        + role
                        + ", or one of "
                        + String.join(", ", TYPES.stream().map(type -> type + role).toList())
                        + " in that package.");
    }
}
