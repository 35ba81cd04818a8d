package dev.moldau.common.config;

import java.util.List;

/**
 * What the serializers and deserializers that come with the client read. Not in Kafka's lists of
 * client settings, because there too the classes read them themselves.
 */
public final class SerializerKeys {

    public static final ConfigKey<String> KEY_SERIALIZER_ENCODING =
            ConfigKey.ofString("key.serializer.encoding")
                    .means(
                            "The character set that StringSerializer and UUIDSerializer write keys in; without it"
                                    + " serializer.encoding.");

    public static final ConfigKey<String> VALUE_SERIALIZER_ENCODING =
            ConfigKey.ofString("value.serializer.encoding")
                    .means(
                            "The character set that StringSerializer and UUIDSerializer write values in; without it"
                                    + " serializer.encoding.");

    public static final ConfigKey<String> SERIALIZER_ENCODING =
            ConfigKey.ofString("serializer.encoding")
                    .defaultsTo("UTF-8")
                    .means("The character set that StringSerializer and UUIDSerializer write.");

    public static final ConfigKey<String> KEY_DESERIALIZER_ENCODING =
            ConfigKey.ofString("key.deserializer.encoding")
                    .means(
                            "The character set that StringDeserializer and UUIDDeserializer read keys in; without it"
                                    + " deserializer.encoding.");

    public static final ConfigKey<String> VALUE_DESERIALIZER_ENCODING =
            ConfigKey.ofString("value.deserializer.encoding")
                    .means(
                            "The character set that StringDeserializer and UUIDDeserializer read values in; without it"
                                    + " deserializer.encoding.");

    public static final ConfigKey<String> DESERIALIZER_ENCODING =
            ConfigKey.ofString("deserializer.encoding")
                    .defaultsTo("UTF-8")
                    .means("The character set that StringDeserializer and UUIDDeserializer read.");

    public static final ConfigKey<String> LIST_KEY_INNER =
            ConfigKey.ofClass("default.list.key.serde.inner")
                    .means(
                            "The serializer or deserializer of the elements, where ListSerializer or"
                                    + " ListDeserializer is for keys; Kafka's serdes stand for ours.");

    public static final ConfigKey<String> LIST_VALUE_INNER =
            ConfigKey.ofClass("default.list.value.serde.inner")
                    .means(
                            "The serializer or deserializer of the elements, where ListSerializer or"
                                    + " ListDeserializer is for values; Kafka's serdes stand for"
                                    + " ours.");

    public static final ConfigKey<String> LIST_KEY_TYPE =
            ConfigKey.ofClass("default.list.key.serde.type")
                    .withoutEffect("lists are always read as unmodifiable ones")
                    .means("The class of list that keys are read into.");

    public static final ConfigKey<String> LIST_VALUE_TYPE =
            ConfigKey.ofClass("default.list.value.serde.type")
                    .withoutEffect("lists are always read as unmodifiable ones")
                    .means("The class of list that values are read into.");

    private SerializerKeys() {}

    static List<ConfigKey<?>> all() {
        return List.of(
                KEY_SERIALIZER_ENCODING,
                VALUE_SERIALIZER_ENCODING,
                SERIALIZER_ENCODING,
                KEY_DESERIALIZER_ENCODING,
                VALUE_DESERIALIZER_ENCODING,
                DESERIALIZER_ENCODING,
                LIST_KEY_INNER,
                LIST_VALUE_INNER,
                LIST_KEY_TYPE,
                LIST_VALUE_TYPE);
    }
}
